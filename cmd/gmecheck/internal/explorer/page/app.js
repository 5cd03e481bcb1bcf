// The explorer: the run is the page's address, the labels of its steps one after the other; the server answers what there is
// to see after them.
const $ = id => document.getElementById(id);
let steps = [], ahead = [], now = null, wanted = 0;
const pinned = new Set();
const tree = { label: "", next: new Map() }; // runs that have been seen

// The address is the steps; before them, after an @, the initial state if there are several.
const starts = () => [...$("start").options].map(o => o.value);
const address = run => [...starts().length ? ["@" + encodeURIComponent($("start").value)] : [], ...run.map(encodeURIComponent)].join("/");
const parts = hash => hash.length > 1 ? hash.slice(1).split("/") : [];
function parse(hash) {
  const all = parts(hash);
  if (all[0]?.startsWith("@")) {
    const name = decodeURIComponent(all.shift().slice(1));
    if (starts().includes(name)) $("start").value = name; else complain(`no initial state is named ${name}`);
  }
  return all.map(decodeURIComponent);
}
const isHere = hash => parts(hash).map(decodeURIComponent).join("/") === parts("#" + address(steps)).map(decodeURIComponent).join("/");
const question = more => ({ variant: $("variant").value, start: $("start").value, ...more });

async function ask(what, question) {
  const response = await fetch(what, { method: "POST", body: JSON.stringify(question) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

function complain(text) {
  $("problem").hidden = !text;
  $("problem").textContent = text || "";
}

// go shows a run. What was to come after it is kept for "forward", unless another step was taken.
async function go(run, { keep = false } = {}) {
  const mine = ++wanted;
  let answer;
  try {
    answer = await ask("run", question({ steps: run }));
  } catch (e) {
    complain(e.message);
    return;
  }
  if (mine !== wanted) return; // somebody has gone on
  if (!keep) ahead = [];
  complain(answer.stuck ? `${answer.stuck.label} is not possible after step ${answer.taken}` + (answer.stuck.enabled ? "; possible: " + answer.stuck.enabled.join("; ") : "") : "");
  steps = run.slice(0, answer.taken);
  now = answer;
  remember(steps);
  if (!isHere(location.hash)) history.pushState(null, "", "#" + address(steps));
  show();
}

function take(label) {
  if (ahead[0] === label) { const rest = ahead.slice(1); go([...steps, label], { keep: true }); ahead = rest; } else go([...steps, label]);
}
function back() {
  if (steps.length === 0) return;
  ahead = [steps.at(-1), ...ahead];
  go(steps.slice(0, -1), { keep: true });
}
function forward() { if (ahead.length > 0) take(ahead[0]); }

function show() {
  $("line").textContent = now.line;
  $("place").textContent = steps.length === 0 ? "At the start" : `After step ${steps.length}: ${steps.at(-1)}`;
  $("lanes").innerHTML = now.lanes;
  $("drawing").innerHTML = now.drawing;
  $("legend").innerHTML = now.legend;
  for (const s of $("drawing").querySelectorAll(".step")) {
    const k = Number(s.dataset.step);
    s.classList.toggle("on", k === steps.length);
    s.onclick = () => { ahead = [...steps.slice(k), ...ahead]; go(steps.slice(0, k), { keep: true }); };
    if (k === steps.length) s.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  $("back").disabled = steps.length === 0;
  $("forward").disabled = ahead.length === 0;
  showEnabled();
  $("owners").replaceChildren(...cards(now.now, now.before, pinned, show));
  showVerdicts();
  drawTree();
  if (!$("map").hidden) showMap();
  if (!$("compare").hidden) compare();
}

function showEnabled() {
  const groups = new Map(), filter = $("filter").value.toLowerCase();
  let number = 0;
  for (const e of now.enabled) {
    if (!e.label.toLowerCase().includes(filter)) continue;
    const group = e.fault ? "Faults" : e.early ? "Timers that are not due" : e.site;
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push(e);
  }
  const parts = [];
  const order = [...groups.keys()].sort((a, b) => (a === "Faults") - (b === "Faults"));
  for (const group of order) {
    const left = group === "Faults" ? budgets() : "";
    parts.push(element("h3", group + left));
    for (const e of groups.get(group)) {
      number++;
      const b = element("button", "", { class: e.fault ? "fault" : "", "data-number": number });
      b.append(element("span", String(number), { class: "number" }), element("span", e.label, { class: "label" }));
      const what = [...e.changes.map(c => `${c.owner}.${c.name}: ${c.before} → ${c.after}`), ...e.sends.map(m => "sends " + m)];
      b.append(element("span", what.join("; ") || "changes no variable", { class: "what" }));
      b.onclick = () => take(e.label);
      parts.push(b);
    }
  }
  if (parts.length === 0) parts.push(element("p", now.enabled.length === 0 ? "Nothing is possible any more." : "Nothing matches the filter."));
  $("enabled").replaceChildren(...parts);
}

function budgets() {
  const left = now.now.owners.find(o => o.name === "budgets");
  return left ? " (left: " + left.fields.map(f => f[0] + " " + f[1]).join(", ") + ")" : "";
}

function showVerdicts() {
  const rank = v => v.violated ? 0 : v.graph ? 3 : v.silent ? 2 : 1;
  const all = [...now.verdicts].sort((a, b) => rank(a) - rank(b));
  $("said-by").replaceChildren(...all.map(v => {
    const row = element("li", "");
    const says = v.violated ? "violated" : v.graph ? "is about all states: see check" : v.silent ? "has nothing to say here" : "holds here";
    row.append(element("code", v.name), " ", element("span", says + (v.why ? ": " + v.why : ""), { class: v.violated ? "violated" : v.silent || v.graph ? "faint" : "holds" }));
    return row;
  }));
  // Beside the picture, too, which may be too wide to show its reason.
  const wrong = all.filter(v => v.violated).map(v => `${v.name} is violated` + (v.why ? `: ${v.why}` : ""));
  $("why").hidden = wrong.length === 0;
  $("why").textContent = wrong.slice(0, 3).join("; ") + (wrong.length > 3 ? `; and ${wrong.length - 3} more: see Properties` : "");
}

function remember(run) {
  let at = tree;
  for (const label of run) {
    if (!at.next.has(label)) at.next.set(label, { label, next: new Map() });
    at = at.next.get(label);
  }
}

// drawTree shows the runs that have been seen; steps without a branch stand in one line.
function drawTree() {
  let count = 0;
  const branch = (at, run) => {
    const list = [];
    for (let child of at.next.values()) {
      const labels = [child.label];
      let path = [...run, child.label];
      while (child.next.size === 1) {
        child = [...child.next.values()][0];
        labels.push(child.label);
        path = [...path, child.label];
      }
      const row = element("li", ""), to = path;
      const b = element("button", labels.join(", "), { class: steps.join("/").startsWith(path.join("/")) ? "here label" : "label" });
      b.onclick = () => go(to);
      row.append(b);
      if (child.next.size > 0) { const inner = element("ul", ""); inner.append(...branch(child, path)); row.append(inner); } else count++;
      list.push(row);
    }
    return list;
  };
  $("tree").replaceChildren(...branch(tree, []));
  $("count").textContent = Math.max(1, count);
}

// Searches.
async function look(goal) {
  const from = [...steps];
  let status;
  try {
    status = await ask("search", question({ steps: from, goal }));
    $("stop").hidden = false;
    $("stop").onclick = () => ask("searched", { id: status.id, stop: true });
    while (!status.done) {
      $("found").textContent = `looking: ${status.states.toLocaleString("en")} states, up to ${status.depth} steps from here`;
      await new Promise(r => setTimeout(r, 100));
      status = await ask("searched", { id: status.id });
    }
  } catch (e) {
    $("found").textContent = e.message;
    return;
  } finally {
    $("stop").hidden = true;
  }
  const states = status.states.toLocaleString("en") + " states";
  if (status.error) $("found").textContent = status.error;
  else if (!status.reached) $("found").textContent = status.complete ? `There is none: all ${states} that can follow were looked at.` : `None was found among ${states}; not all were looked at.`;
  else if (status.steps.length === 0) $("found").textContent = "This state is one.";
  else {
    const b = element("button", "go there");
    b.onclick = () => go([...from, ...status.steps]);
    const one = element("button", "go a step");
    one.onclick = () => { ahead = status.steps.slice(1); go([...from, status.steps[0]], { keep: true }); };
    const list = element("ol", "");
    list.append(...status.steps.map(s => element("li", s, { class: "label" })));
    $("found").replaceChildren(`${status.steps.length} steps (${states} looked at): `, b, " ", one, list);
  }
}
for (const b of document.querySelectorAll("[data-goal]")) b.onclick = () => look({ [b.dataset.goal]: $(b.dataset.goal).value });

// The map.
let chart = null, chartOf = "";
async function showMap() {
  const variant = $("variant").value;
  if (chartOf !== variant) {
    $("counted").textContent = "exploring ...";
    try {
      chart = await ask("map", { variant });
      chartOf = variant;
    } catch (e) {
      $("counted").textContent = e.message;
      return;
    }
    const again = await ask("run", question({ steps }));
    now.numbers = again.numbers;
  }
  const n = x => x.toLocaleString("en");
  $("counted").textContent = `${n(chart.states)} states, ${n(chart.transitions)} transitions` + (chart.complete ? "" : `, and more: ${chart.why}`);
  $("events").replaceChildren(...chart.coverage.map(c => element("option", "", { value: c.event })));
  const bars = (title, rows, here) => {
    const most = Math.max(1, ...rows.map(r => r[1])), box = element("div", "", { class: "bars" });
    for (const [name, value] of rows) {
      const bar = element("i", "");
      bar.style.width = 100 * value / most + "%";
      box.append(element("span", String(name), { class: name === here ? "here" : "" }), bar, element("span", n(value)));
    }
    return [element("h3", title), box];
  };
  $("levels").replaceChildren(...bars("States in each number of steps from the start", chart.levels.map((v, k) => [k, v]), chart.nodes && now.numbers ? chart.nodes[now.numbers.at(-1)].level : ""));
  $("coverage").replaceChildren(...bars("Transitions by event", chart.coverage.map(c => [c.event, c.times])));
  drawGraph();
}

const svg = (name, attributes) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  return e;
};
let zoom = 1;
function drawGraph() {
  if (!chart.nodes) { $("graph").replaceChildren(element("p", "There are too many states to draw them.", { class: "faint" })); return; }
  const width = Math.max(...chart.levels), w = Math.max(300, width * 22), gap = 30, h = chart.levels.length * gap + 10;
  const x = v => { const s = chart.nodes[v]; return w * (s.x + 1) / (chart.levels[s.level] + 1); }, y = v => chart.nodes[v].level * gap + 14;
  const picture = svg("svg", { width: w * zoom, height: h * zoom, viewBox: `0 0 ${w} ${h}`, role: "img", "aria-label": "graph of all states" });
  const way = now.numbers || [], here = way.at(-1);
  for (const [a, b] of chart.edges) picture.append(svg("line", { x1: x(a), y1: y(a), x2: x(b), y2: y(b) }));
  way.forEach((b, k) => { if (k > 0) picture.append(svg("line", { x1: x(way[k - 1]), y1: y(way[k - 1]), x2: x(b), y2: y(b), class: "way" })); });
  chart.nodes.forEach((s, v) => {
    const c = svg("circle", { cx: x(v), cy: y(v), r: v === here ? 7 : 4, class: [s.violated ? "violated" : "", s.dead ? "dead" : "", v === here ? "here" : ""].join(" ") });
    const t = svg("title", {});
    t.textContent = `state ${v}: ${s.label}` + (s.violated ? `; violates ${s.violated}` : "") + (s.dead ? "; nothing is possible, and somebody waits" : "");
    c.append(t);
    picture.append(c);
  });
  const more = element("button", "larger"), less = element("button", "smaller");
  more.onclick = () => { zoom *= 1.5; drawGraph(); };
  less.onclick = () => { zoom /= 1.5; drawGraph(); };
  $("graph").replaceChildren(more, " ", less, element("p", "Blue: your run, and where you are. Red: a property is violated. Ringed: nothing is possible, and somebody waits. Below a state are those that more steps lead to.", { class: "faint" }), picture);
}

// Variants side by side.
async function compare() {
  try {
    const answer = await ask("compare", question({ other: $("other").value, steps }));
    $("other-lanes").innerHTML = answer.lanes;
    $("other-drawing").innerHTML = answer.drawing;
    $("differs").textContent = answer.differs < 0 ? "No difference in these steps." : `They differ after step ${answer.differs}: ${answer.how}`;
    for (const s of $("other-drawing").querySelectorAll(".step")) s.classList.toggle("on", Number(s.dataset.step) === answer.differs);
  } catch (e) {
    $("differs").textContent = e.message;
  }
}
$("other").onchange = compare;

// Controls.
$("restart").onclick = () => { ahead = [...steps, ...ahead]; go([], { keep: true }); };
$("back").onclick = back;
$("forward").onclick = forward;
$("variant").onchange = () => go(steps);
$("start").onchange = () => { tree.next.clear(); go([]); };
$("filter").oninput = showEnabled;
$("save").onclick = () => {
  const a = element("a", "", { download: "run.trace", href: URL.createObjectURL(new Blob([now.trace], { type: "text/plain" })) });
  a.click();
  $("said").textContent = "saved as run.trace";
};
$("file").onchange = async () => {
  try {
    const answer = await ask("open", { text: await $("file").files[0].text() });
    $("variant").value = answer.variant;
    if (answer.start) $("start").value = answer.start;
    go(answer.steps);
  } catch (e) {
    complain(e.message);
  }
  $("file").value = "";
};
$("link").onclick = async () => {
  await navigator.clipboard.writeText(location.href);
  $("said").textContent = "copied";
};
const tabs = [...document.querySelectorAll("[data-tab]")];
for (const tab of tabs) tab.onclick = () => {
  for (const other of tabs) {
    other.setAttribute("aria-selected", other === tab);
    other.tabIndex = other === tab ? 0 : -1;
    $(other.dataset.tab).hidden = other !== tab;
  }
  if (tab.dataset.tab === "map") showMap();
  if (tab.dataset.tab === "compare") compare();
};
// Of the tabs the chosen one is reached by the tabulator; arrows lead from one to the next.
const beside = {ArrowLeft: at => (at + tabs.length - 1) % tabs.length, ArrowRight: at => (at + 1) % tabs.length, Home: () => 0, End: () => tabs.length - 1};
document.querySelector(".tabs").addEventListener("keydown", e => {
  const to = beside[e.key];
  if (!to || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  e.stopPropagation();
  const tab = tabs[to(tabs.indexOf(e.target))];
  tab.focus();
  tab.click();
});
let typed = "", later = 0;
document.addEventListener("keydown", e => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.target.matches("input, select")) {
    if (e.key === "Escape") e.target.blur();
    if (e.key === "Enter" && e.target === $("filter")) document.querySelector("#enabled button")?.click();
    return;
  }
  if (e.key === "ArrowLeft") { e.preventDefault(); back(); }
  else if (e.key === "ArrowRight") { e.preventDefault(); forward(); }
  else if (e.key === "r") $("restart").click();
  else if (e.key === "t") tabs.find(tab => tab.tabIndex === 0).focus();
  else if (e.key === "/") { e.preventDefault(); $("filter").focus(); }
  else if (/^[0-9]$/.test(e.key)) {
    // A number is complete as soon as no longer one is possible, or after a while.
    typed += e.key;
    clearTimeout(later);
    const press = () => { document.querySelector(`#enabled [data-number="${typed}"]`)?.click(); typed = ""; };
    if (Number(typed + "0") > document.querySelectorAll("#enabled button").length) press(); else later = setTimeout(press, 700);
  }
});
addEventListener("popstate", () => go(parse(location.hash)));
addEventListener("hashchange", () => { if (!isHere(location.hash)) go(parse(location.hash)); });
$("other").value = [...$("other").options].map(o => o.value).find(v => v !== $("variant").value) || $("variant").value;
go(parse(location.hash));
