// The page of a trace: the state after the step that is selected, keys, filters. The page is XML, too, so that no line of
// this file has a less-than sign or an ampersand.
const wrong = document.querySelector(".gme .step.wrong");
const steps = [...document.querySelectorAll(".gme .step")];
const pinned = new Set();
let at = 0;
run.forEach((m, k) => { m.owners = m.owners.map((o, j) => o || run[k - 1].owners[j]); });

function show(k, scroll = true) {
  at = Math.max(0, Math.min(run.length - 1, k));
  const now = run[at], before = at > 0 ? run[at - 1] : undefined;
  const why = wrong ? Number(wrong.dataset.step) === at : false;
  document.getElementById("step").textContent = at === 0 ? "State at the start" : `State after step ${at} of ${run.length - 1}: ${now.label}`;
  for (const s of steps) {
    const on = Number(s.dataset.step) === at;
    s.classList.toggle("on", on);
    if (on) if (scroll) s.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  if (at === 0) if (scroll) document.querySelector(".diagram").scrollTop = 0;
  document.getElementById("why").textContent = why ? wrong.querySelector(".why").textContent : "";
  const owners = document.getElementById("owners");
  owners.replaceChildren();
  owners.append(...cards(now, before, pinned, () => show(at, false)));
  history.replaceState(null, "", "#" + at);
}

function nextPinned() {
  for (let k = at + 1; run.length > k; k++) {
    if (run[k].owners.some((o, j) => o.fields.some(f => pinned.has(o.name + "." + f[0]) ? changes(run[k], run[k - 1], j, f[0]) : false))) return k;
  }
  return at;
}

const go = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => run.length - 1, pinned: nextPinned };
const keys = { j: "on", ArrowDown: "on", ArrowRight: "on", k: "back", ArrowUp: "back", ArrowLeft: "back", Home: "first", End: "last", n: "pinned" };
document.addEventListener("keydown", e => {
  const name = keys[e.key];
  if (!name || e.ctrlKey || e.metaKey || e.altKey || e.target.matches("input")) return;
  // In a table that is wider than its box, these scroll it.
  const box = ["ArrowLeft", "ArrowRight"].includes(e.key) ? e.target.closest(".wide") : null;
  if (box?.scrollWidth > box?.clientWidth) return;
  e.preventDefault();
  show(go[name]());
});
for (const b of document.querySelectorAll("[data-go]")) b.onclick = () => show(go[b.dataset.go]());
for (const s of steps) s.addEventListener("click", () => show(Number(s.dataset.step), false));

// Filters: what belongs to a site or a kind of message that is switched off is dimmed.
const off = { sites: new Set(), kinds: new Set() };
function filter() {
  for (const e of document.querySelectorAll(".gme [data-kind]")) {
    e.classList.toggle("dim", off.kinds.has(e.dataset.kind) || off.sites.has(e.dataset.from) || off.sites.has(e.dataset.to));
  }
  for (const e of document.querySelectorAll(".gme [data-lane]")) e.classList.toggle("dim", off.sites.has(e.dataset.lane));
}
function offer(where, name, value, set) {
  const box = element("input", "", { type: "checkbox", checked: "checked" }), label = element("label", "");
  box.onchange = () => { if (box.checked) set.delete(value); else set.add(value); filter(); };
  label.append(box, " " + name + " ");
  document.getElementById(where).append(label);
}
document.querySelectorAll(".lanes text").forEach((e, k) => offer("sites", e.textContent, String(k), off.sites));
for (const kind of new Set([...document.querySelectorAll(".gme path[data-kind]")].map(e => e.dataset.kind))) offer("kinds", kind, kind, off.kinds);

document.body.classList.add("scripted");
const hash = Number(location.hash.slice(1));
show(location.hash.length > 1 ? hash || 0 : wrong ? Number(wrong.dataset.step) : 0);
scrollTo(0, 0); // only the diagram is scrolled to its step: the page begins with its title
