#!/usr/bin/env python3
"""Ricart and Agrawala's algorithm: a thread for each process, messages that take a random time, and a log of what happens.

ra.py SEED [--bug]: with --bug, of equal numbers the one of the last process comes first. Nobody notices."""
import json, queue, random, sys, threading

N, ROUNDS = 3, 2
chance, bug = random.Random(int(sys.argv[1])), "--bug" in sys.argv
inbox = {i: queue.Queue() for i in range(1, N + 1)}
printing, inside = threading.Lock(), set()

def send(to, message):
    threading.Timer(chance.uniform(0, 0.004), inbox[to].put, [message]).start()

def process(me):
    peers = [i for i in inbox if i != me]
    s = {"Wants": False, "In": False, "Our": 0, "High": 0, "Missing": [], "Deferred": []}
    seq = 0

    rounds, done = 0, 0

    def log(kind, **more):
        nonlocal seq
        seq += 1
        with printing:
            print(json.dumps({"process": me, "seq": seq, "kind": kind, **more, "fields": s}))

    while rounds < ROUNDS or done < 2 * ROUNDS * (N - 1) or s["Wants"]:
        if rounds < ROUNDS and not s["Wants"]:
            rounds += 1
            s.update(Wants=True, Our=s["High"] + 1, Missing=peers)
            for i in peers:
                send(i, ("Request", me, s["Our"]))
            log("request")
        kind, sender, number = inbox[me].get(timeout=10)
        if kind == "leave":
            inside.discard(me)
            [send(i, ("Reply", me, None)) for i in s["Deferred"]]
            s.update(Wants=False, In=False, Our=0, Missing=[], Deferred=[])
            log("exit")
            continue
        done += 1
        wrong = {"x-wrong": True} if bug and s["Wants"] and s["Our"] == number else {}
        if kind == "Request":
            s["High"] = max(s["High"], number)
            if s["Wants"] and (s["Our"], -me if bug else me) < (number, -sender if bug else sender):
                s["Deferred"] = sorted(s["Deferred"] + [sender])
            else:
                send(sender, ("Reply", me, None))
        else:
            s["Missing"] = [i for i in s["Missing"] if i != sender]
            if not s["Missing"]:
                assert not inside, "two are inside"
                inside.add(me)
                s["In"] = True
                send(me, ("leave", me, None))
        log("deliver", message={"kind": kind, "fields": {"Seq": number} if number else {}}, **{"from": sender}, **wrong)

for i in inbox:
    threading.Thread(target=process, args=[i]).start()
