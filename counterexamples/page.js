// The page of a trace: the state after the step that is selected, keys, filters. The page is XML, too, so that no line of
// this file has a less-than sign or an ampersand.
const wrong = document.querySelector(".gme .step.wrong");
const steps = [...document.querySelectorAll(".gme .step")];
const pinned = new Set();
let at = 0;
run.forEach((m, k) => { m.owners = m.owners.map((o, j) => o || run[k - 1].owners[j]); });

function element(name, text, attributes = {}) {
  const e = document.createElement(name);
  if (text) e.textContent = text;
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  return e;
}

function valueOf(owner, k, name) {
  const field = owner.fields.find(f => f[0] === name);
  return field ? field[1] : undefined;
}

function changed(k, j, name) {
  return k > 0 ? valueOf(run[k].owners[j], k, name) !== valueOf(run[k - 1].owners[j], k, name) : false;
}

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
  const owners = document.getElementById("owners");
  owners.replaceChildren();
  if (why) owners.append(element("p", wrong.querySelector(".why").textContent, { class: "before reason" }));
  now.owners.forEach((o, j) => {
    const inside = now.inside.find(x => x === o.name || x.startsWith(o.name + " ("));
    const box = element("div", "", { class: "owner" });
    box.append(element("h3", inside ? inside.replace(o.name, o.name + " inside") : o.name));
    const table = element("table", "");
    for (const [name, value] of o.fields) {
      const row = element("tr", "", changed(at, j, name) ? { class: "new" } : {});
      const key = o.name + "." + name, cell = element("td", "", { class: "faint" });
      const pin = element("button", name, { class: "pin", "aria-pressed": pinned.has(key), title: "pin " + key });
      pin.onclick = () => { if (pinned.has(key)) pinned.delete(key); else pinned.add(key); show(at, false); };
      cell.append(pin);
      const shown = element("td", value);
      if (changed(at, j, name)) shown.append(element("div", "was " + valueOf(before.owners[j], at - 1, name), { class: "faint" }));
      row.append(cell, shown);
      table.append(row);
    }
    box.append(table);
    if (o.inbox.length > 0) {
      const list = element("ul", "", { "aria-label": "messages on their way to " + o.name });
      const old = before ? [...before.owners[j].inbox] : [...o.inbox];
      for (const m of o.inbox) {
        const known = old.indexOf(m);
        if (known >= 0) old.splice(known, 1);
        list.append(element("li", m, known >= 0 ? { class: "mono" } : { class: "mono new" }));
      }
      box.append(element("p", "on the way to it:", { class: "faint" }), list);
    }
    owners.append(box);
  });
  history.replaceState(null, "", "#" + at);
}

function nextPinned() {
  for (let k = at + 1; run.length > k; k++) {
    if (run[k].owners.some((o, j) => o.fields.some(f => pinned.has(o.name + "." + f[0]) ? changed(k, j, f[0]) : false))) return k;
  }
  return at;
}

const go = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => run.length - 1, pinned: nextPinned };
const keys = { j: "on", ArrowDown: "on", ArrowRight: "on", k: "back", ArrowUp: "back", ArrowLeft: "back", Home: "first", End: "last", n: "pinned" };
document.addEventListener("keydown", e => {
  const name = keys[e.key];
  if (!name || e.ctrlKey || e.metaKey || e.altKey || e.target.matches("input")) return;
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
