// The state panel: a card for each site with its variables, changes marked, and the messages on their way to it. What uses
// it may be XML, so that no line of this file has a less-than sign or an ampersand.
function element(name, text, attributes = {}) {
  const e = document.createElement(name);
  if (text) e.textContent = text;
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  return e;
}

function valueOf(owner, name) {
  const field = owner.fields.find(f => f[0] === name);
  return field ? field[1] : "-"; // a clock that does not run
}

// changes tells whether a variable of owner j is another one now than before; without a before nothing is.
function changes(now, before, j, name) {
  return before ? valueOf(now.owners[j], name) !== valueOf(before.owners[j], name) : false;
}

// cards are the owners of a state; pinned is a set of "owner.variable", and repin is called when it changes.
function cards(now, before, pinned, repin) {
  return now.owners.map((o, j) => {
    const inside = now.inside.find(x => x === o.name || x.startsWith(o.name + " ("));
    const box = element("div", "", { class: "owner" });
    box.append(element("h3", inside ? inside.replace(o.name, o.name + " inside") : o.name));
    const table = element("table", "");
    for (const [name, value] of o.fields) {
      const is = changes(now, before, j, name);
      const row = element("tr", "", is ? { class: "new" } : {});
      const key = o.name + "." + name, cell = element("td", "", { class: "faint" });
      const pin = element("button", name, { class: "pin", "aria-pressed": pinned.has(key), title: "pin " + key });
      pin.onclick = () => { if (pinned.has(key)) pinned.delete(key); else pinned.add(key); repin(); };
      cell.append(pin);
      const shown = element("td", value);
      if (is) shown.append(element("div", "was " + valueOf(before.owners[j], name), { class: "faint" }));
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
    return box;
  });
}
