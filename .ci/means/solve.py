"""Solves chains in PRISM's explicit form, and compares their averages with those of gmecheck mean --json: NAME.json and NAME.tra, ..."""

import json
import os
import sys

import numpy
from scipy.sparse import csc_matrix, diags
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import spsolve


def matrix(name, size):
    rows = numpy.loadtxt(name, skiprows=1, ndmin=2)
    return csc_matrix((rows[:, 2], (rows[:, 0].astype(int), rows[:, 1].astype(int))), (size, size))


def vector(name):
    return numpy.loadtxt(name, skiprows=1, ndmin=2)[:, 1]


def averages(path, answer):
    waiting, inside = vector(path + ".waiting.srew"), vector(path + ".inside.srew")
    size = len(waiting)
    rates = matrix(path + ".tra", size)
    generator = (rates - diags(numpy.asarray(rates.sum(axis=1)).ravel())).tocsc()
    labels = [line.split(":") for line in open(path + ".lab").read().splitlines()[1:]]
    starts = [int(state) for state, label in labels if int(label) == 0]

    # The parts of the graph that no run leaves, and the states before them.
    count, part = connected_components(rates, connection="strong")
    left = {part[a] for a, b in zip(*rates.nonzero()) if part[a] != part[b]}
    last = [k for k in range(count) if k not in left]
    before = numpy.flatnonzero(~numpy.isin(part, last))

    if answer["runs"]["endless"]:
        assert len(last) == 1, "several parts that no run leaves"
        states = numpy.flatnonzero(part == last[0])
        system = generator[states][:, states].T.tolil()
        system[0, :] = 1
        right = numpy.zeros(len(states))
        right[0] = 1
        time = numpy.zeros(size)
        time[states] = spsolve(system.tocsc(), right)
    else:
        right = numpy.zeros(size)
        right[starts] = 1 / len(starts)
        time = numpy.zeros(size)
        time[before] = spsolve(-generator[before][:, before].T.tocsc(), right[before])

    flow = diags(time) @ rates
    entries = flow.multiply(matrix(path + ".entries.trew", size)).sum()
    messages = flow.multiply(matrix(path + ".messages.trew", size)).sum()
    whole = time.sum()
    return size, {
        "messages-per-entry": messages / entries,
        "waiting-time": time @ waiting / entries,
        "response-time": time @ (waiting + inside) / entries,
        "throughput": entries / whole,
        "concurrency": time @ inside / whole,
        "queue": time @ waiting / whole,
    }


code = 0
for name in sys.argv[1:]:
    path = name.removesuffix(".json")
    answer = json.load(open(name))
    size, mine = averages(path, answer)
    theirs = {m["name"]: m["mean"] for m in answer["measures"]}
    wrong = [name for name in mine if abs(mine[name] - theirs[name]) > 1e-8 * max(1, abs(mine[name]))]
    print(f"{os.path.basename(path)}: {size} states, {len(mine)} averages: {'NOT ' if wrong else ''}the same")
    for name in wrong:
        code = 1
        print(f"  {name}: {theirs[name]}, scipy says {mine[name]}")
sys.exit(code)
