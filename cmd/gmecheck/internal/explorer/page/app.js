// The explorer: the run is the page's address, the labels of its steps one after the other; the server answers what there is
// to see after them.
const $ = id => document.getElementById(id);
let steps = [], now = null; // what is shown
let chosen = [$("variant").value, $("start").value]; // its variant and initial state
let aim = [], ahead = [], wanted = 0, waiting = false; // where it is going, what comes after that, and whether the answer is still out
const presses = []; // numbers of steps that were typed meanwhile: they are of lists that are not there yet
const pinned = new Set();
const tree = { label: "", next: new Map() }; // runs that have been seen

// The address is the steps; before them the variant if there are several, and, after an @, the initial state if there are several.
const starts = () => [...$("start").options].map(o => o.value);
const variants = [...$("variant").options].map(o => o.value);
const address = run => [...variants.length > 1 ? ["variant=" + encodeURIComponent($("variant").value)] : [], ...starts().length ? ["@" + encodeURIComponent($("start").value)] : [], ...run.map(encodeURIComponent)].join("/");
const parts = hash => hash.length > 1 ? hash.slice(1).split("/") : [];
// What is no escape is itself, as a label that is not possible.
const decode = part => { try { return decodeURIComponent(part); } catch { return part; } };

// arrive shows the run of the page's address. What the address does not name is as at the beginning: older ones have no variant.
function arrive() {
  const all = parts(location.hash), wrong = [];
  const name = (sign, id, known, what) => {
    const given = all[0]?.startsWith(sign) ? decode(all.shift().slice(sign.length)) : known[0];
    if (given !== undefined && !known.includes(given)) wrong.push(`no ${what} is named ${given}`);
    if (known.length > 0) $(id).value = known.includes(given) ? given : known[0];
  };
  name("variant=", "variant", variants, "variant");
  name("@", "start", starts(), "initial state");
  if ($("other").value === $("variant").value) $("other").value = another();
  go(all.map(decode), [], wrong.join("; "), true);
}
const isHere = hash => parts(hash).map(decode).join("/") === parts("#" + address(steps)).map(decode).join("/");
const question = more => ({ variant: $("variant").value, start: $("start").value, ...more });

async function ask(what, question) {
  let response, text;
  try {
    response = await fetch(what, { method: "POST", body: JSON.stringify(question) });
    text = await response.text();
  } catch {
    throw new Error("the server no longer answers; its command may have ended");
  }
  if (response.headers.get("Content-Type") !== "application/json") throw new Error(text.trim()); // another server has its port
  const answer = JSON.parse(text);
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

function complain(text) {
  $("problem").hidden = !text;
  $("problem").textContent = text || "";
}

// go shows a run. What comes after it is kept for "forward"; wrong is what else there is to complain of. A run of which the address has
// told is no new one for the browser's history.
async function go(run, after = [], wrong = "", told = false) {
  const mine = ++wanted;
  [aim, ahead, waiting] = [run, after, true];
  let answer;
  try {
    answer = await ask("run", question({ steps: run }));
  } catch (e) {
    if (mine === wanted) {
      [aim, waiting] = [steps, false];
      presses.length = 0;
      [$("variant").value, $("start").value] = chosen;
      complain(e.message);
    }
    return;
  }
  if (mine !== wanted) return; // somebody has gone on
  waiting = false;
  if (chosen[1] !== $("start").value) tree.next.clear();
  chosen = [$("variant").value, $("start").value];
  const stuck = answer.stuck ? `${answer.stuck.label} is not possible after step ${answer.taken} in ${$("variant").value}` + (answer.stuck.enabled ? "; possible: " + answer.stuck.enabled.join("; ") : "") : "";
  complain([wrong, stuck].filter(x => x).join("\n"));
  steps = aim = run.slice(0, answer.taken);
  now = answer;
  remember(steps);
  if (!isHere(location.hash)) history[told ? "replaceState" : "pushState"](null, "", "#" + address(steps));
  show();
  if (presses.length > 0) press(presses.shift());
}

// Steps are taken from the list that is shown, and only while it is that of where the run is.
function take(label) {
  forget();
  if (!waiting) go([...steps, label], ahead[0] === label ? ahead.slice(1) : []);
}
function back() { if (aim.length > 0) go(aim.slice(0, -1), [aim.at(-1), ...ahead]); }
function forward() { if (ahead.length > 0) go([...aim, ahead[0]], ahead.slice(1)); }
const goTo = k => (forget(), go(steps.slice(0, k), [...steps.slice(k), ...ahead]));
function press(number) {
  if (waiting) presses.push(number);
  else document.querySelector(`#enabled [data-number="${number}"]`)?.click();
}

function show() {
  $("line").textContent = now.line;
  $("place").textContent = steps.length === 0 ? "At the start" : `After step ${steps.length}: ${steps.at(-1)}`;
  $("lanes").innerHTML = now.lanes;
  $("drawing").innerHTML = now.drawing;
  $("legend").innerHTML = now.legend;
  for (const s of $("drawing").querySelectorAll(".step")) {
    const k = Number(s.dataset.step);
    s.classList.toggle("on", k === steps.length);
    s.onclick = () => goTo(k);
    if (k === steps.length) s.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  $("back").disabled = steps.length === 0;
  $("forward").disabled = ahead.length === 0;
  showEnabled();
  $("owners").replaceChildren(...cards(now.now, now.before, pinned, show));
  showVerdicts();
  showBegan();
  drawTree();
  if (!$("map").hidden) showMap();
  if (!$("compare").hidden) compare();
}

function showEnabled() {
  const groups = new Map(), filter = $("filter").value.toLowerCase();
  let number = 0, shown = 0;
  for (const e of now.enabled) {
    number++;
    if (!e.label.toLowerCase().includes(filter)) continue;
    const group = e.fault ? "Faults" : e.early ? "Timers that are not due" : e.label === "tick" ? "Time" : e.site; // all sites take part in a tick
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push({ ...e, number });
    shown++;
  }
  const parts = [];
  const order = [...groups.keys()].sort((a, b) => (a === "Faults") - (b === "Faults"));
  for (const group of order) {
    const left = group === "Faults" ? budgets() : "";
    parts.push(element("h3", group + left));
    for (const e of groups.get(group)) {
      const b = element("button", "", { class: e.fault ? "fault" : "", "data-number": e.number });
      b.append(element("span", String(e.number), { class: "number" }), element("span", e.label, { class: "label" }));
      const what = [...e.changes.map(c => `${c.owner}.${c.name}: ${c.before} → ${c.after}`), ...e.sends.map(m => "sends " + m)];
      if (e.changes.some(c => pinned.has(`${c.owner}.${c.name}`))) b.append(element("span", " ● changes what is pinned", { class: "faint" }));
      b.append(element("span", what.join("; ") || "changes nothing", { class: "what" }));
      b.onclick = () => take(e.label);
      parts.push(b);
    }
  }
  const focused = $("enabled").contains(document.activeElement);
  if (parts.length === 0) parts.push(element("p", now.enabled.length > 0 ? "Nothing matches the filter." : now.outside ? "Nothing within the boundary is possible any more." : "Nothing is possible any more."));
  if (now.outside) parts.push(element("p", now.outside, { class: "faint" }));
  $("enabled").replaceChildren(...parts);
  if (focused) $("enabled").querySelector("button")?.focus();
  $("filtered").textContent = filter ? `${shown} of ${now.enabled.length}` : "";
}

function budgets() {
  const left = now.now.owners.find(o => o.name === "budgets");
  return left ? " (left: " + (left.fields.filter(f => f[1] !== "0").map(f => f[0] + " " + f[1]).join(", ") || "none") + ")" : "";
}

function showVerdicts() {
  const rank = v => v.violated ? 0 : v.graph ? 3 : v.silent ? 2 : 1;
  const all = [...now.verdicts].sort((a, b) => rank(a) - rank(b));
  $("said-by").replaceChildren(...all.map(v => {
    const row = element("li", "");
    const says = v.violated ? "violated" : v.graph ? "is about all states: see check" : v.silent ? "not applicable here" : "holds here";
    row.append(element("code", v.name, { title: v.doc }), " ", element("span", says + (v.violated && (v.why || v.doc) ? ": " + (v.why || v.doc) : ""), { class: v.violated ? "violated" : v.silent || v.graph ? "faint" : "holds" }));
    if (v.first >= 0 && v.first < steps.length) row.append(" ", first(v));
    return row;
  }));
  // Beside the picture, too, which may be too wide to show its reason.
  const wrong = all.filter(v => v.violated).map((v, k) => `${v.name} is violated` + (v.why ? `: ${v.why}` : k === 0 && v.doc ? ` (it says: ${v.doc})` : ""));
  $("why").hidden = wrong.length === 0;
  $("why").textContent = wrong.slice(0, 3).join("; ") + (wrong.length > 3 ? `; and ${wrong.length - 3} more: see Properties` : "");
  // What went wrong before the end is what the end comes of.
  const earlier = now.verdicts.filter(v => v.first >= 0 && v.first < steps.length).sort((a, b) => a.first - b.first);
  $("earlier").hidden = earlier.length === 0 && !now.repairs;
  $("earlier").replaceChildren(earlier.length > 0 ? "Before that: " : "", ...earlier.slice(0, 4).flatMap((v, k) => [k > 0 ? ", " : "", element("code", v.name), " ", first(v)]), earlier.length > 4 ? `, and ${earlier.length - 4} more: see Properties` : "", earlier.length > 0 && now.repairs ? ". " : "");
  if (now.repairs) $("earlier").append("What prevents it: ", element("code", now.repairs));
}

// first is a button that leads to where a property was violated first.
function first(v) {
  const b = element("button", v.first === 0 ? "violated from the start" : `violated first after step ${v.first}`, { class: "link" });
  b.onclick = () => goTo(v.first);
  return b;
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

// Searches: one at a time, of which the answer is about the state where it began.
let looked = 0, began = null, sought = []; // how many there were; where the last one began, and the run to what it found, in the parts of an address
async function look(goal) {
  const from = [...steps], mine = ++looked, newest = () => mine === looked;
  const at = sought = parts("#" + address(from));
  const model = [...chosen], to = (run, after) => { [$("variant").value, $("start").value] = model; go(run, after); };
  began = { at, back: () => to(from) };
  showBegan();
  if (!$("stop").hidden) $("stop").click(); // of the one before
  let status;
  try {
    status = await ask("search", question({ steps: from, goal }));
    const stop = () => ask("searched", { id: status.id, stop: true }).catch(e => complain(e.message));
    if (!newest()) return void stop();
    $("stop").hidden = false;
    $("stop").onclick = stop;
    while (!status.done) {
      $("found").textContent = `looking: ${status.states.toLocaleString("en")} states, up to ${status.depth} steps from where it began`;
      await new Promise(r => setTimeout(r, 100));
      status = await ask("searched", { id: status.id });
      if (!newest()) return;
    }
  } catch (e) {
    if (newest()) $("found").textContent = e.message;
    return;
  } finally {
    if (newest()) $("stop").hidden = true;
  }
  sought = [...at, ...(status.steps ?? []).map(encodeURIComponent)];
  showBegan();
  const states = status.states.toLocaleString("en") + " states";
  if (status.error) $("found").textContent = status.error;
  else if (!status.reached) $("found").textContent = none(status, states, goal);
  else if (status.steps.length === 0) $("found").textContent = "This state is one.";
  else {
    const b = element("button", "go there");
    b.onclick = () => to([...from, ...status.steps]);
    const one = element("button", "go a step");
    one.onclick = () => to([...from, status.steps[0]], status.steps.slice(1));
    const list = element("ol", "");
    list.append(...status.steps.map(s => element("li", s, { class: "label" })));
    $("found").replaceChildren(`${status.steps.length} steps (${states} looked at): `, b, " ", one, list);
  }
}
// showBegan says that the search was one from another state, unless the page is on the way from there to what was found.
function showBegan() {
  const here = parts("#" + address(steps));
  $("elsewhere").hidden = !began || here.length >= began.at.length && here.every((part, k) => part === sought[k]);
  if (began) $("began").onclick = began.back;
}
// none says that nothing was found, and no more than was looked at.
function none(status, states, goal) {
  if (!status.complete) return `None was found among ${states}; not all were looked at.`;
  const all = `all ${states} that can follow were looked at.`;
  if (status.endless) return `No state, step or end from here on violates it: ${all} Whether a run that goes on for ever does, is not looked for here: check --property ${goal.property} finds it.`;
  if (goal.event && status.events.length === 0) return `Nothing happens any more: ${all}`;
  if (goal.event) return `There is none: ${all} What happens there: ${status.events.join(", ")}.`;
  return `There is none: ${all}`;
}
for (const id of ["event", "where"]) $(id).addEventListener("keydown", e => { if (e.key === "Enter") look({ [id]: $(id).value }); });
for (const b of document.querySelectorAll("[data-goal]")) b.onclick = () => look({ [b.dataset.goal]: $(b.dataset.goal).value });

// The map.
let chart = null, chartOf = "";
let charting = ""; // the variant of which the map is on its way
async function showMap() {
  const variant = $("variant").value, chosen = () => $("variant").value === variant;
  if (chartOf !== variant) {
    $("counted").textContent = "exploring ...";
    if (charting === variant) return; // it shows itself
    charting = variant;
    try {
      const found = await ask("map", { variant });
      if (!chosen()) return;
      chart = found;
      chartOf = variant;
      const shown = now, again = await ask("run", question({ steps }));
      if (!chosen()) return;
      if (shown === now) now.numbers = again.numbers;
    } catch (e) {
      if (chosen()) $("counted").textContent = e.message;
      return;
    } finally {
      if (charting === variant) charting = "";
    }
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
let zoom = 0; // 0: as wide as there is room
function drawGraph() {
  if (!chart.nodes) { $("graph").replaceChildren(element("p", "There are too many states to draw them.", { class: "faint" })); return; }
  const width = Math.max(...chart.levels), w = Math.max(300, width * 22), gap = 30, h = chart.levels.length * gap + 10;
  const x = v => { const s = chart.nodes[v]; return w * (s.x + 1) / (chart.levels[s.level] + 1); }, y = v => chart.nodes[v].level * gap + 14;
  const scale = zoom || Math.min(1, Math.max(.3, ($("graph").clientWidth - 20) / w));
  const picture = svg("svg", { width: w * scale, height: h * scale, viewBox: `0 0 ${w} ${h}`, role: "img", "aria-label": "graph of all states" });
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
  more.onclick = () => { zoom = scale * 1.5; drawGraph(); };
  less.onclick = () => { zoom = scale / 1.5; drawGraph(); };
  $("graph").replaceChildren(more, " ", less, element("p", "Blue: your run, and where you are. Red: a property is violated. Ringed: nothing is possible, and somebody waits. Below a state are those that more steps lead to.", { class: "faint" }), picture);
  picture.querySelector(".here")?.scrollIntoView({ block: "nearest", inline: "nearest" });
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

// Controls. What the last one has said is over with the next.
for (const kind of ["click", "keydown", "change", "popstate"]) addEventListener(kind, () => { $("said").textContent = ""; }, true);
$("restart").onclick = () => go([], [...aim, ...ahead]);
$("back").onclick = back;
$("forward").onclick = forward;
$("variant").onchange = () => {
  if ($("other").value === $("variant").value) $("other").value = another();
  go(steps);
};
const another = () => [...$("other").options].map(o => o.value).find(v => v !== $("variant").value) || $("variant").value;
$("start").onchange = () => go([]);
$("filter").oninput = $("filter").onsearch = showEnabled;
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
const tabs = [...document.querySelectorAll("[data-tab]")].filter(tab => !tab.hidden);
for (const tab of tabs) tab.onclick = e => {
  if (e.detail > 0) tab.blur(); // by the pointer: the arrows go on to step
  for (const other of tabs) {
    other.setAttribute("aria-selected", other === tab);
    other.tabIndex = other === tab ? 0 : -1;
    $(other.dataset.tab).hidden = other !== tab;
  }
  if (tab.dataset.tab === "map") showMap();
  if (tab.dataset.tab === "compare") compare();
};
// Of the tabs the chosen one is reached by the tabulator; from there arrows lead from one to the next.
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
function forget() { // half a number: it meant a step from a state that is shown no more
  typed = "";
  clearTimeout(later);
}
document.addEventListener("keydown", e => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.target.matches("input, select")) {
    if (e.key === "Escape" && e.target === $("filter")) { e.preventDefault(); e.target.value = ""; showEnabled(); }
    if (e.key === "Escape") e.target.blur();
    if (e.key === "Enter" && e.target === $("filter")) document.querySelector("#enabled button")?.click();
    return;
  }
  if (!/^[0-9]$/.test(e.key)) forget();
  if (e.key === "ArrowLeft") { e.preventDefault(); back(); }
  else if (e.key === "ArrowRight") { e.preventDefault(); forward(); }
  else if (e.key === "r" || e.key === "Home") $("restart").click();
  else if (e.key === "t") tabs.find(tab => tab.tabIndex === 0).focus();
  else if (e.key === "/") { e.preventDefault(); $("filter").focus(); }
  else if (/^[0-9]$/.test(e.key)) {
    // A number is complete as soon as no longer one is possible, or after a while.
    typed += e.key;
    clearTimeout(later);
    const pressed = () => { const number = typed; typed = ""; press(number); };
    if (waiting || Number(typed + "0") > (now?.enabled.length ?? 0)) pressed(); else later = setTimeout(pressed, 700);
  }
});
addEventListener("popstate", arrive);
addEventListener("hashchange", () => { if (!isHere(location.hash)) arrive(); });
$("other").value = another();
arrive();
