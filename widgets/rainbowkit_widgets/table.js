// The card table. It draws scenes (see scene.py), moves the cards from one scene to the next, and tells Python what
// was picked. It knows no game and decides nothing.

/**
 * @typedef {{colour?: string, symbol?: string, corner?: string, big?: string}} Face
 * @typedef {{id: string, label: string, face?: Face, back?: Face | string, place?: boolean, count?: number, tag?: string,
 *   groups?: string[], source?: string}} Element
 * @typedef {{move: string, picks: Record<string, number>, label: string}} Move
 */

const FLY = 260; // milliseconds that a card takes from place to place
const SILENT = "Python has not answered yet. If the kernel was restarted, run this cell again.";
const PATIENCE = 8000; // milliseconds after which a silent kernel is worth a word
const FRAME = 1200; // milliseconds between the moves of a film
const MOST_ODDS = 12;
const SVG = "http://www.w3.org/2000/svg";
const KEYS = [
  ["Tab", "to the next group of cards or buttons"],
  ["← →", "along the cards of a group"],
  ["Enter or Space", "pick a card, or put it back"],
  ["Shift + Enter", "do what the filled button says"],
  ["h", "to your hand"],
  ["Escape", "put all cards back"],
  ["?", "these keys"],
];

/** Make an HTML element: `h("p.name", {title: "…"}, child, …)`. */
function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const node = document.createElement(tag || "div");
  node.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child != null && child !== false));
  // JupyterLab looks for its shortcuts from the focused element upwards, and stops at the first that has one or forbids them.
  if (/^(button|input|select|summary)$/.test(tag)) node.setAttribute("data-lm-suppress-shortcuts", "true");
  return node;
}

/** May all these elements be picked on the way to this move? */
function fits(picked, move) {
  const left = { ...move.picks };
  const place = (i) => {
    if (i === picked.length) return true;
    for (const group of picked[i].groups ?? []) {
      if (left[group]) {
        left[group] -= 1;
        if (place(i + 1)) return true;
        left[group] += 1;
      }
    }
    return false;
  };
  return place(0);
}

const size = (move) => Object.values(move.picks).reduce((sum, many) => sum + many, 0);

function render({ model, el }) {
  let picked = [];
  let drawing = false;
  let timer = 0;
  let reel = 0; // the film's next move
  let wanted = null; // the move of a film that was asked for last
  let asked = null; // the one that has not been answered yet
  let counted = -1; // the position whose odds were asked for
  let looked = -1; // how far a review was when more of it was asked for
  let silence = 0;
  let reviewing = 0;
  let told = model.get("controls").told;
  let heard = model.get("notice").n ?? 0;
  let open = ""; // which of the panels below the table is open
  let last = ""; // the card that had the focus last
  let filming = false;
  const nodes = new Map();
  const current = new Map(); // the zone's element that Tab goes to
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const status = h("p.rk-status");
  const lately = h("p.rk-lately");
  const tools = h(".rk-tools", { role: "group", "aria-label": "Table tools" });
  const table = h(".rk-table");
  const notice = h("p.rk-notice");
  const buttons = h(".rk-buttons", { role: "group", "aria-label": "What you can do" });
  const slider = h("input.rk-slider", { type: "range", min: 0, "aria-label": "Move", oninput: () => goTo(Number(slider.value)) });
  const place = h("span.rk-fact");
  const back = tool("◀", () => goTo(film().at - 1), { label: "One move back" });
  const on = tool("▶", () => goTo(film().at + 1), { label: "One move on" });
  const run = tool("Play", () => roll(!filming));
  const strip = h(".rk-strip", { role: "group", "aria-label": "The game as a film" }, back, run, on, slider, place);
  const parts = { other: h(".rk-others"), middle: h(".rk-middle"), own: h(".rk-own") };
  const chances = h(".rk-odds");
  const below = h(".rk-below");
  const story = h("ol.rk-story");
  const live = h(".rk-spoken", { role: "log", "aria-live": "polite" });
  const flying = h(".rk-flying", { "aria-hidden": "true" });
  const inside = h(
    ".rk-inside",
    {},
    h(".rk-head", {}, h(".rk-now", {}, status, lately), tools),
    table,
    strip,
    h(".rk-bar", {}, notice, buttons),
    chances,
    below,
    h("details.rk-told", { open: true }, h("summary", {}, "What happened"), story),
    live,
    flying,
  );
  const root = h(".rk", { role: "region", "data-lm-suppress-shortcuts": "true", onkeydown: onKey }, inside);
  el.replaceChildren(root);

  // What Python says

  const scene = () => model.get("scene");
  const report = () => model.get("report") ?? {};
  const film = () => controls().film;
  const controls = () => model.get("controls");

  function send(what, more = {}) {
    clearTimeout(silence);
    silence = setTimeout(() => tell(SILENT, "error"), PATIENCE);
    root.classList.add("rk-busy");
    model.send({ do: what, at: scene().at, ...more });
  }

  function quiet() {
    clearTimeout(silence);
    if (notice.textContent === SILENT) tell("");
    root.classList.remove("rk-busy");
  }

  function answered() {
    quiet();
    if (!drawing) {
      drawing = true;
      queueMicrotask(() => {
        drawing = false;
        draw();
      });
    }
  }

  function tell(text, kind = "say") {
    notice.textContent = text;
    notice.dataset.kind = kind;
    if (text) speak(text);
  }

  function speak(text) {
    live.append(h("p", {}, text));
    while (live.children.length > 8) live.firstChild.remove();
  }

  // Picking

  const elements = () => scene().panels.flatMap((panel) => (panel.zones ?? []).flatMap((zone) => zone.items.flat()));
  const moves = () => scene().moves ?? [];
  const byId = (id) => elements().find((element) => element.id === id);
  const can = (ids) => {
    const chosen = ids.map(byId);
    return moves().some((move) => fits(chosen, move));
  };
  const made = () => {
    const chosen = picked.map(byId);
    return moves().filter((move) => size(move) === chosen.length && fits(chosen, move));
  };

  function pick(id) {
    if (controls().kind === "film") return;
    last = id;
    tell("");
    if (picked.includes(id)) picked = picked.filter((other) => other !== id);
    else if (can([...picked, id])) picked = [...picked, id];
    else {
      send("why", { picked: [...picked, id] });
      if (picked.length && can([id])) picked = [id];
    }
    mark();
  }

  function letGo() {
    picked = [];
    tell("");
    mark();
  }

  function play(move) {
    picked = [];
    send("play", { move: move.move });
  }

  /** Show what is picked, what may be picked and what that makes, without drawing the cards anew. */
  function mark() {
    const chosen = picked.map(byId);
    const possible = moves().filter((move) => fits(chosen, move));
    const hinted = model.get("notice").marks ?? [];
    for (const element of elements()) {
      const node = nodes.get(element.id);
      const isPicked = picked.includes(element.id);
      const isOpen = isPicked || (element.groups ?? []).length > 0 && possible.some((move) => fits([...chosen, element], move));
      node.classList.toggle("rk-picked", isPicked);
      node.classList.toggle("rk-can", isOpen);
      node.classList.toggle("rk-hinted", hinted.includes(element.id));
      node.setAttribute("aria-pressed", String(isPicked));
      node.setAttribute("aria-disabled", String(!isOpen));
    }
    const complete = picked.length ? made() : [];
    const always = moves().filter((move) => size(move) === 0);
    const state = scene();
    const rows = [
      ...complete.map((move) => button(move.label, () => play(move), { class: "rk-first", move: move.move })),
      ...always.map((move) => button(move.label, () => play(move), { class: always.length === moves().length ? "rk-first" : "", move: move.move })),
    ];
    if (picked.length) rows.push(button("Clear", letGo));
    if (!complete.length && moves().length > always.length) {
      rows.push(h("span.rk-empty", {}, picked.length ? "Go on with a card or place that has a frame." : "Pick a card or place that has a frame."));
    }
    if (controls().stuck) rows.push(button("Make any move for it", () => send("instead"), { class: "rk-first" }));
    if (state.over && controls().kind === "table") {
      rows.push(
        button("New game", () => send("new"), { class: "rk-first" }),
        button("Same deal again", () => send("again")),
        button("Look back", () => {
          open = "review";
          drawBelow();
          looked = -1;
          if (!report().of && !report().summary) send("review");
        }),
        button("Save the record", () => send("save")),
      );
    }
    const focused = buttons.contains(document.activeElement) && document.activeElement.textContent;
    buttons.replaceChildren(...rows);
    if (focused) {
      const same = rows.find((row) => row.textContent === focused) ?? rows.find((row) => row.matches("button"));
      (same ?? nodes.get(last) ?? hand())?.focus({ preventScroll: true });
    }
    drawOdds(possible);
  }

  /** The card of one's hand that Tab goes to. */
  function hand() {
    return parts.own.querySelector(".rk-fan [tabindex='0']") ?? parts.own.querySelector("[tabindex='0']") ?? table.querySelector("[tabindex='0']");
  }

  function button(label, action, { class: kind = "", move } = {}) {
    const odds = move && model.get("odds").at === scene().at && model.get("odds").rows[move];
    const node = h("button.rk-button", { type: "button", onclick: action }, h("span", {}, label));
    if (kind) node.classList.add(kind);
    if (odds?.text) node.append(h("small", {}, odds.text));
    return node;
  }

  // Drawing

  function draw() {
    const state = scene();
    const focused = root.contains(document.activeElement) ? document.activeElement : null;
    const focusedId = focused?.dataset?.id;
    const focusedZone = focused?.closest(".rk-zone")?.dataset.zone;
    const before = new Map();
    if (!still.matches) for (const [id, node] of nodes) before.set(id, node.getBoundingClientRect());
    root.setAttribute("aria-label", `Card table: ${state.title}`);
    root.classList.toggle("rk-yours", (state.moves ?? []).length > 0);
    root.classList.toggle("rk-waiting", Boolean(state.waiting));
    if (status.textContent !== state.status) {
      status.textContent = state.status;
      speak(state.status);
    }
    const known = new Set(elements().map((element) => element.id));
    picked = picked.filter((id) => known.has(id));
    if (picked.length && !can(picked)) picked = [];
    const gone = [...nodes.keys()].filter((id) => !known.has(id));
    const ghosts = gone.filter((id) => state.leaving?.[id]).map((id) => [id, nodes.get(id)]);
    for (const id of gone) nodes.delete(id);
    const where = parts.other.scrollLeft;
    for (const [area, part] of Object.entries(parts)) part.replaceChildren(...state.panels.filter((panel) => panel.area === area).map(drawPanel));
    const shown = Object.values(parts).filter((part) => part.children.length);
    if (shown.length !== table.children.length) table.replaceChildren(...shown);
    const mover = parts.other.querySelector(".rk-turn");
    parts.other.scrollLeft = mover ? mover.offsetLeft - parts.other.offsetLeft : where;
    mark();
    if (focusedId) focusOn(focusedId, focusedZone);
    if (before.size) fly(before, ghosts);
    drawTools();
    drawBelow();
    drawStory();
    const news = model.get("notice");
    if ((news.n ?? 0) !== heard) {
      heard = news.n ?? 0;
      tell(news.text ?? "", news.kind);
    }
    goOn();
  }

  function drawPanel(panel) {
    const facts = (panel.facts ?? []).map(([name, value]) => h("span.rk-fact", {}, name ? `${name} ` : "", h("b", {}, value)));
    const title = h(".rk-title", {}, h("span.rk-name", {}, panel.title), ...facts);
    const node = h(".rk-panel", { role: "group", "aria-label": panel.title }, title, h(".rk-zones", {}, ...(panel.zones ?? []).map(drawZone)));
    node.classList.toggle("rk-turn", Boolean(panel.turn));
    return node;
  }

  function drawZone(zone) {
    const ids = zone.items.flat().map((element) => element.id);
    if (!ids.includes(current.get(zone.id))) current.set(zone.id, ids[0]);
    const items = zone.items.map((item) => {
      const stack = h(".rk-item", {}, ...item.map((element) => drawElement(element, zone)));
      stack.classList.toggle("rk-stack", item.length > 1);
      return stack;
    });
    const label = zone.label && h(".rk-label", {}, zone.label, zone.note && h("span.rk-note", {}, zone.note));
    const node = h(
      ".rk-zone",
      { role: "group", "aria-label": [zone.label, zone.note].filter(Boolean).join(", ") || panelless, "data-zone": zone.id },
      label,
      h(".rk-items", {}, ...(items.length ? items : [h("span.rk-empty", {}, zone.empty ?? "")])),
    );
    node.classList.add(`rk-${zone.layout ?? "row"}`);
    node.classList.toggle("rk-small", Boolean(zone.small));
    node.classList.toggle("rk-piles", items.length > 0 && zone.items.flat().every((element) => element.count != null));
    return node;
  }
  const panelless = "cards";

  function drawElement(element, zone) {
    let node = nodes.get(element.id);
    if (!node) {
      node = h("button", { type: "button", "data-id": element.id, onclick: () => pick(element.id) });
      nodes.set(element.id, node);
    }
    const looks = JSON.stringify([element.face, element.back, element.count, element.tag, element.place]);
    if (node.dataset.looks !== looks) {
      if (node.dataset.looks && node.dataset.face !== JSON.stringify(element.face) && !element.count && !still.matches) turnOver(node);
      node.dataset.looks = looks;
      node.dataset.face = JSON.stringify(element.face);
      node.className = element.place ? "rk-card rk-place" : `rk-card rk-c-${element.face ? element.face.colour || "white" : "hidden"}`;
      if (element.count != null) node.classList.add("rk-pile", `rk-pile-${Math.min(3, element.count)}`);
      node.replaceChildren(...drawCard(element));
    }
    node.setAttribute("aria-label", element.label);
    node.title = element.label;
    node.tabIndex = current.get(zone.id) === element.id ? 0 : -1;
    return node;
  }

  function drawCard(element) {
    const { face, back } = element;
    const parts = [];
    if (face) {
      if (face.corner) parts.push(h("span.rk-corner", {}, face.corner));
      if (face.big && face.symbol) parts.push(h("span.rk-suit", {}, symbol(face.symbol)));
      const centre = h("span.rk-centre", {}, face.big ? face.big : face.symbol ? symbol(face.symbol) : "");
      centre.classList.toggle("rk-wide", (face.big ?? "").length > 1);
      parts.push(centre);
    }
    if (back === "?") parts.push(h("span.rk-back.rk-c-hidden", {}, "?"));
    else if (back) parts.push(h(`span.rk-back.rk-c-${back.colour || "white"}`, {}, back.symbol ? symbol(back.symbol) : back.corner));
    if (element.count != null) parts.push(h("span.rk-count", {}, String(element.count)));
    if (element.tag) parts.push(h("span.rk-tag", {}, element.tag));
    return parts;
  }

  function symbol(name) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", model.get("art")[name] ?? "");
    path.setAttribute("fill-rule", "evenodd");
    const picture = document.createElementNS(SVG, "svg");
    picture.setAttribute("viewBox", "0 0 100 100");
    picture.setAttribute("aria-hidden", "true");
    picture.append(path);
    return picture;
  }

  function focusOn(id, zone) {
    const node = nodes.get(id) ?? table.querySelector(`[data-zone="${CSS.escape(zone ?? "")}"] [tabindex="0"]`) ?? hand();
    node?.focus({ preventScroll: true });
  }

  // Motion

  function fly(before, ghosts) {
    for (const [id, node] of nodes) {
      const element = byId(id);
      const from = before.get(id) ?? before.get(element.source);
      if (!from) continue;
      const to = node.getBoundingClientRect();
      const [dx, dy] = [from.left - to.left, from.top - to.top];
      if (Math.abs(dx) + Math.abs(dy) > 2) {
        node.animate(
          [{ transform: `translate(${dx}px, ${dy}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }],
          { duration: FLY, easing: "ease-out" },
        );
      }
    }
    const corner = flying.getBoundingClientRect();
    for (const [id, node] of ghosts) {
      const from = before.get(id);
      const to = nodes.get(scene().leaving[id])?.getBoundingClientRect();
      if (!from || !to) continue;
      const ghost = node.cloneNode(true);
      ghost.tabIndex = -1;
      ghost.classList.remove("rk-can", "rk-picked");
      ghost.removeAttribute("data-id");
      ghost.style.cssText = `position: absolute; left: ${from.left - corner.left}px; top: ${from.top - corner.top}px`;
      flying.append(ghost);
      ghost.animate(
        [{ transform: "none" }, { transform: `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(0.7)`, opacity: 0.4 }],
        { duration: FLY, easing: "ease-in" },
      ).onfinish = () => ghost.remove();
    }
  }

  function turnOver(node) {
    node.animate([{ rotate: "y 90deg" }, { rotate: "y 0deg" }], { duration: FLY, easing: "ease-out" });
  }

  // Beside the table

  function drawOdds(possible) {
    const odds = model.get("odds");
    if (odds.at !== scene().at) return chances.replaceChildren();
    const rows = possible.filter((move) => odds.rows[move.move]?.text);
    const shown = rows.slice(0, MOST_ODDS).map((move) => {
      const row = odds.rows[move.move];
      const bar = h("span.rk-chance", { "aria-hidden": "true" });
      for (const [tone, share] of row.bar) bar.append(h(`span.rk-c-${tone}`, { style: `flex-grow: ${share}` }));
      return h("li", {}, h("span.rk-what", {}, move.label), row.bar.length ? bar : null, h("span.rk-how", {}, row.text));
    });
    const more = rows.length - shown.length;
    chances.replaceChildren(
      h(".rk-label", {}, odds.question, h("span.rk-note", {}, odds.how)),
      h("ul", {}, ...shown),
      odds.note ? h("p.rk-empty", {}, odds.note) : "",
      more > 0 ? h("p.rk-empty", {}, `${more} more choices: pick a card to see its odds.`) : "",
    );
    return undefined;
  }

  function drawTools() {
    const { kind, back: can, switches } = controls();
    const state = scene();
    drawFilm();
    if (kind === "film") return undefined;
    const odds = switches.find(([name]) => name === "odds");
    const turn = (state.moves ?? []).length > 0;
    const found = [
      tool("Hint", () => send("hint"), { disabled: !turn }),
      tool("Odds", () => send("set", { name: "odds", value: !odds[2] }), { pressed: odds[2] }),
      tool("Take back", () => send("back"), { disabled: !can }),
      tool("Not seen", () => toggle("memory"), { pressed: open === "memory", disabled: !(state.memory ?? []).length }),
      tool("Settings", () => toggle("setup"), { pressed: open === "setup" }),
      tool("Keys", () => toggle("keys"), { pressed: open === "keys" }),
    ];
    const only = controls().tools;
    return keepFocus(tools, only ? found.filter((node) => only.includes(node.textContent)) : found);
  }

  function tool(text, action, { disabled = false, pressed, label } = {}) {
    const node = h("button.rk-tool", { type: "button", "aria-label": label, "aria-pressed": pressed == null ? null : String(pressed) }, text);
    node.addEventListener("click", () => node.getAttribute("aria-disabled") === "true" || action());
    node.setAttribute("aria-disabled", String(disabled));
    return node;
  }

  /** Put these in, and the focus back on the one that says the same. */
  function keepFocus(parent, children) {
    const label = parent.contains(document.activeElement) && document.activeElement.textContent;
    parent.replaceChildren(...children);
    if (label) [...parent.children].find((child) => child.textContent === label)?.focus();
  }

  function toggle(which) {
    open = open === which ? "" : which;
    below.replaceChildren();
    drawTools();
    drawBelow();
  }

  function drawBelow() {
    const state = scene();
    if (open === "keys") {
      below.replaceChildren(h("dl.rk-keys", {}, ...KEYS.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])));
    } else if (open === "memory" && state.memory?.length) {
      const cards = state.memory.map(([label, face, many]) =>
        h("span.rk-left", { role: "img", "aria-label": `${label}: ${many}` }, h(`span.rk-card.rk-c-${face?.colour || "hidden"}`, {}, ...drawCard({ face })), h("b", {}, many)));
      below.replaceChildren(h(".rk-label", {}, "What you have not seen yet"), h(".rk-memory.rk-small", {}, ...cards));
    } else if (open === "review" && ("of" in report() || report().summary || scene().over)) {
      below.replaceChildren(...drawReview());
    } else if (open === "setup") {
      if (!below.querySelector(".rk-setup")) below.replaceChildren(setup());
    } else below.replaceChildren();
  }

  function drawReview() {
    const { done = 0, of = 1, summary, points, picture, rows } = report();
    if (!summary) {
      if (scene().over && "of" in report() && looked !== done) {
        looked = done;
        reviewing = setTimeout(() => send("review"));
      }
      return [h("p", {}, "Every choice is played on in many worlds …"), h("progress", { max: of, value: done, "aria-label": "Looking back" })];
    }
    const image = (theme) => h(`img.rk-${theme}`, { src: picture[theme], alt: theme === "light" ? picture.alt : "", width: picture.width / 2, height: picture.height / 2 });
    const [heads, ...lines] = rows;
    return [
      h("p", {}, summary),
      picture.light ? h(".rk-picture", {}, image("light"), image("dark")) : "",
      h("ul.rk-points", {}, ...points.map((point) => h("li", {}, point.replace(/^\* /, "")))),
      h("details", {}, h("summary", {}, "Every choice"), h(".rk-scroll", { tabindex: 0, role: "region", "aria-label": "Every choice" },
        h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", {}, head)))), h("tbody", {}, ...lines.map((line) => h("tr", {}, ...line.map((cell) => h("td", {}, cell)))))))),
    ];
  }

  function setup() {
    const { switches, pace, paces, setup: now } = controls();
    const checks = switches.map(([name, label, value]) =>
      h("label", {}, h("input", { type: "checkbox", checked: value, onchange: (event) => send("set", { name, value: event.target.checked }) }), ` ${label}`));
    const choose = (label, options, value, onchange) =>
      h("label", {}, `${label} `, h("select", { onchange }, ...options.map((option) => h("option", { selected: option === value }, option))));
    const speed = choose("The others move", Object.keys(paces), pace, (event) => send("set", { name: "pace", value: event.target.value }));
    const rows = h("span.rk-rows");
    const fill = (many) => {
      const before = [...rows.querySelectorAll("select")].map((select) => select.value);
      const names = Array.from({ length: many - 1 }, (_, i) => before[i] ?? now.players[i] ?? "skilled");
      rows.replaceChildren(...names.map((name, i) => choose(many > 2 ? `Player ${i + 2}` : "Against", now.choices, name)));
    };
    const seats = now.players.length + 1;
    const counts = Array.from({ length: now.most - now.fewest + 1 }, (_, i) => String(now.fewest + i));
    const many = counts.length > 1 ? choose("Players", counts, String(seats), (event) => fill(Number(event.target.value))) : null;
    const seed = h("input", { type: "text", maxlength: 40, placeholder: "any", size: 8 });
    const chosen = () => [...rows.querySelectorAll("select")].map((select) => select.value);
    fill(seats);
    const first = choose("Who begins", ["you", "the next player"], now.first === now.seat ? "you" : "the next player");
    seed.setAttribute("aria-label", "Deal: a number or a word, or nothing for any");
    const numbers = Object.entries(now.options).map(([name, value]) => h("label", {}, `${name.replaceAll("_", " ")} `, h("input", { type: "number", min: 1, value, "data-name": name })));
    const begin = () => {
      const many = chosen().length + 1;
      const seat = Math.min(now.seat, many - 1);
      const options = { first: first.querySelector("select").value === "you" ? seat : (seat + 1) % many };
      for (const field of numbers.map((label) => label.querySelector("input"))) options[field.dataset.name] = Number(field.value);
      send("new", { players: chosen(), seed: seed.value.trim() || null, options });
    };
    return h(
      ".rk-setup",
      {},
      h("fieldset", {}, h("legend", {}, "Help at the table"), ...checks, speed),
      h("fieldset", {}, h("legend", {}, "A new game"), many, rows, first, ...numbers, h("label", {}, "Deal (a number or word) ", seed), h(".rk-buttons", {}, button("New game", begin, { class: "rk-first" }), button("Same deal again", () => send("again")))),
    );
  }

  function drawStory() {
    const lines = model.get("log");
    lately.textContent = (lines[lines.length - 1] ?? "").split(" “")[0];
    story.replaceChildren(...lines.slice(-20).reverse().map((line) => h("li", {}, line)));
    const total = controls().told ?? lines.length;
    const news = total > told ? lines.slice(-(total - told)) : [];
    told = total;
    for (const line of news) speak(line);
  }

  // The others' moves, and films

  function goOn() {
    clearTimeout(timer);
    if (scene().waiting && !controls().stuck) timer = setTimeout(() => send("next"), controls().paces[controls().pace]);
    const odds = controls().switches?.find(([name]) => name === "odds");
    if (!odds?.[2] || model.get("odds").at === scene().at) counted = -1;
    else if ((scene().moves ?? []).length && counted !== scene().at) {
      counted = scene().at;
      send("odds");
    }
  }

  /** Show a film at this move; of many that are asked for at once only the last is. */
  function goTo(to) {
    wanted = Math.max(0, Math.min(film().last, to));
    if (asked !== null || wanted === film().at) return;
    asked = wanted;
    send("goto", { to: wanted });
  }

  function roll(going) {
    filming = going;
    if (going && film().at === film().last) goTo(0);
    drawFilm();
  }

  function drawFilm() {
    clearTimeout(reel);
    strip.hidden = !film();
    if (!film()) {
      filming = false;
      wanted = asked = null;
      return;
    }
    const { at, last: end } = film();
    if (asked !== null) {
      asked = null;
      if (wanted !== at) goTo(wanted);
    }
    if (filming && at === end && wanted !== 0) filming = false;
    if (filming) reel = setTimeout(() => goTo(film().at + 1), FRAME);
    slider.max = String(end);
    if (document.activeElement !== slider || wanted === at || wanted === null) slider.value = String(at);
    place.textContent = `${at} of ${end}`;
    run.textContent = filming ? "Pause" : "Play";
    back.setAttribute("aria-disabled", String(at === 0));
    on.setAttribute("aria-disabled", String(at === end));
    const { seats, seat } = controls();
    if (seats && !tools.children.length) {
      const who = h("select", { "aria-label": "Seen by", onchange: () => send("seat", { seat: who.value === "" ? null : Number(who.value) }) },
        h("option", { value: "", selected: seat == null }, "seen by a spectator"), ...seats.map((name, i) => h("option", { value: i, selected: seat === i }, `seen by ${name}`)));
      tools.append(who);
    }
  }

  // Keys

  function onKey(event) {
    const card = event.target.closest?.(".rk-card");
    if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") letGo();
    else if (event.key === "h") hand()?.focus();
    else if (event.key === "?") toggle("keys");
    else if (event.key === "Enter" && event.shiftKey) buttons.querySelector(".rk-first")?.click();
    else if (card && /^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(event.key)) {
      const zone = card.closest(".rk-zone");
      const cards = [...zone.querySelectorAll(".rk-card")];
      const at = cards.indexOf(card);
      const to = { ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: cards.length - 1 }[event.key] ?? at + 1;
      const next = cards[Math.max(0, Math.min(cards.length - 1, to))];
      for (const other of cards) other.tabIndex = other === next ? 0 : -1;
      current.set(zone.dataset.zone, next.dataset.id);
      next.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onMessage(message) {
    if (message.save) {
      const link = h("a", { href: URL.createObjectURL(new Blob([message.text], { type: "application/json" })), download: message.save });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      tell(`Saved as ${message.save}.`);
    }
    quiet();
  }

  const watched = ["scene", "log", "notice", "odds", "controls", "report"].map((name) => `change:${name}`).join(" ");
  model.on(watched, answered);
  model.on("msg:custom", onMessage);
  draw();
  return () => {
    model.off(watched, answered);
    model.off("msg:custom", onMessage);
    for (const one of [timer, reel, reviewing, silence]) clearTimeout(one);
  };
}

export default { render };
