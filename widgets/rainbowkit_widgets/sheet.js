// The lesson sheet. It draws blocks (see sheet.py) and tells Python what was chosen. It knows no lesson and decides nothing.

/**
 * @typedef {{kind: string, name?: string, [more: string]: any}} Block
 * @typedef {{label: string, at: number, n: number, beside: boolean, ask: boolean, blocks: Block[]}} Page
 */

const PATIENCE = 15000; // milliseconds after which a silent kernel is worth a word
const PAUSE = 60; // milliseconds of quiet before a change is sent
const MARKS = { right: "✓", wrong: "✗", hint: "?", info: "i" };

/** Make an HTML element: `h("p.name", {title: "…"}, child, …)`. */
function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const node = document.createElement(tag || "div");
  node.classList.add(...classes);
  // JupyterLab looks for this from the element with the focus upwards, and takes keys for itself that match below it.
  if (/^(button|input|select)$/.test(tag)) node.setAttribute("data-lm-suppress-shortcuts", "true");
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child != null && child !== false));
  return node;
}

/** Words with **strong**, *emphasis* and `code`, as nodes. */
function words(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part) => {
    if (/^\*\*.+\*\*$/.test(part)) return h("strong", {}, part.slice(2, -2));
    if (/^\*.+\*$/.test(part)) return h("em", {}, part.slice(1, -1));
    if (/^`.+`$/.test(part)) return h("code", {}, part.slice(1, -1));
    return part;
  });
}

function render({ model, el }) {
  const own = `rk-${Math.random().toString(36).slice(2)}`; // tells the radio buttons of this sheet from others'
  const fields = new Map(); // by name: what stands in each field
  const parts = new Map(); // by key: {node, update}
  let said = "";
  let busy = false;
  let wanted = ""; // the live field whose latest value is still to be sent
  let timer = 0;
  let silence = 0;
  let asked = -1;
  let drawn = false;
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const blocks = h(".rk-blocks");
  const notice = h("p.rk-notice");
  const live = h(".rk-spoken", { role: "status", "aria-live": "polite" });
  const inside = h(".rk-inside.rk-sheet", {}, blocks, notice, live);
  const root = h(".rk", { role: "region" }, inside);
  el.replaceChildren(root);

  /** @returns {Page} */
  const page = () => model.get("page");
  const values = () => Object.fromEntries([...fields].map(([name, field]) => [name, field.read()]));

  // What goes up: one message at a time, and of changes the latest

  function send(what, name) {
    busy = true;
    clearTimeout(timer);
    clearTimeout(silence);
    silence = setTimeout(() => {
      busy = false;
      say("Python has not answered yet. If the kernel was restarted, run this cell again.", "error");
    }, PATIENCE);
    root.classList.add("rk-busy");
    model.send({ do: what, name, at: page().at, values: what === "shown" ? {} : values() });
  }

  function press(name) {
    if (busy) return;
    wanted = "";
    send("press", name);
  }

  function change(name) {
    wanted = name;
    if (busy) return;
    clearTimeout(timer);
    timer = setTimeout(sendWanted, PAUSE);
  }

  function sendWanted() {
    const name = wanted;
    wanted = "";
    if (name && fields.has(name)) send("change", name);
  }

  function answered() {
    clearTimeout(silence);
    busy = false;
    root.classList.remove("rk-busy");
    draw();
    if (wanted) sendWanted();
  }

  function say(text, kind = "say") {
    notice.textContent = text;
    notice.dataset.kind = kind;
    if (text) speak(text);
  }

  function speak(text) {
    live.replaceChildren(h("p", {}, text));
  }

  // Drawing: what is as it was stays in its place, with its focus

  function draw() {
    const found = page();
    if (!found.blocks) return;
    root.setAttribute("aria-label", found.label);
    inside.classList.toggle("rk-beside", Boolean(found.beside));
    const within = root.contains(document.activeElement);
    const kept = new Set();
    const counts = new Map();
    const nodes = found.blocks.map((block) => {
      const many = (counts.get(block.kind) ?? 0) + 1;
      counts.set(block.kind, many);
      const key = `${block.kind} ${block.name ?? many} ${shape(block)}`;
      if (!parts.has(key)) parts.set(key, makers[block.kind](block));
      const part = parts.get(key);
      part.update?.(block);
      kept.add(key);
      return part.node;
    });
    for (const [key, part] of parts) {
      if (kept.has(key)) continue;
      part.node.remove();
      parts.delete(key);
      for (const [name, field] of fields) if (field.node === part.node) fields.delete(name);
    }
    nodes.forEach((node, i) => {
      if (blocks.children[i] !== node) blocks.insertBefore(node, blocks.children[i] ?? null);
    });
    const told = found.blocks.filter((block) => block.kind === "feedback").map((block) => `${block.lead} ${plain(block.text)}`).join(" ");
    if (told && told !== said) speak(told);
    const answer = told && told !== said && drawn;
    said = told;
    drawn = true;
    if (within && !root.contains(document.activeElement)) {
      (root.querySelector(".rk-first") ?? root.querySelector(".rk-buttons button") ?? root.querySelector("input, select"))?.focus({ preventScroll: true });
    }
    if (answer) inside.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
    const news = model.get("notice");
    if (news.text !== notice.textContent) say(news.text ?? "", news.kind);
    if (found.ask && asked !== found.at) {
      asked = found.at;
      send("shown");
    }
    return undefined;
  }

  const plain = (text) => text.replace(/[*`]/g, "");

  /** What of a block cannot change without its being made anew. */
  function shape(block) {
    const { value, chosen, light, dark, alt, width, height, busy: word, done, ...rest } = block;
    if (block.kind === "picture") return "";
    if (block.kind === "buttons") return "";
    return JSON.stringify(rest);
  }

  const makers = {
    heading: (block) => ({ node: h("p.rk-heading", { role: "heading", "aria-level": "3" }, ...words(block.text)) }),

    text: (block) => ({ node: h("p.rk-text", {}, ...words(block.text)) }),

    progress: () => {
      const label = h("span.rk-note", {});
      const steps = h("span.rk-steps", { role: "progressbar", "aria-valuemin": 0 });
      return {
        node: h(".rk-progress", {}, steps, label),
        update: ({ done, of, label: told }) => {
          label.textContent = told;
          steps.setAttribute("aria-label", told);
          steps.setAttribute("aria-valuemax", of);
          steps.setAttribute("aria-valuenow", done);
          steps.replaceChildren(...Array.from({ length: of }, (_, i) => h(i < done ? "span.rk-done" : "span")));
        },
      };
    },

    picture: () => {
      const light = h("img.rk-light", { alt: "" });
      const dark = h("img.rk-dark", { alt: "" });
      const waiting = h("p.rk-empty");
      const node = h(".rk-picture", {}, light, dark, waiting);
      return {
        node,
        update: (block) => {
          for (const [image, source] of [[light, block.light], [dark, block.dark]]) {
            image.hidden = !source;
            if (source && image.src !== source) image.src = source;
            if (!source) continue;
            image.alt = block.alt;
            image.width = block.width / 1.875;
            image.height = block.height / 1.875;
          }
          waiting.textContent = block.light ? "" : block.busy;
        },
      };
    },

    choices: (block) => {
      const kind = block.many ? "checkbox" : "radio";
      const boxes = block.options.map(([value]) => h("input", { type: kind, value, name: `${own}-${block.name}` }));
      const rows = block.options.map(([, label], i) => h("label.rk-choice", {}, boxes[i], h("span", {}, ...words(label))));
      const node = h("fieldset.rk-choices", {}, h("legend", {}, ...words(block.label)), ...rows);
      let shown = "";
      fields.set(block.name, { node, read: () => boxes.filter((box) => box.checked).map((box) => box.value) });
      return {
        node,
        update: ({ chosen }) => {
          if (shown === JSON.stringify(chosen)) return;
          shown = JSON.stringify(chosen);
          for (const box of boxes) box.checked = chosen.includes(box.value);
        },
      };
    },

    select: (block) => {
      const list = h("select", { onchange: () => block.live && change(block.name) }, ...block.options.map((option) => h("option", {}, option)));
      const node = h("label.rk-field", {}, h("span", {}, block.label), list);
      fields.set(block.name, { node, read: () => list.value });
      return { node, update: ({ value }) => put(list, value) };
    },

    slider: (block) => {
      const range = { min: block.low, max: block.high, step: block.step };
      const told = () => {
        const value = Number(number.value);
        bar.setAttribute("aria-valuetext", `${value}${block.unit}`);
        if (block.live) change(block.name);
      };
      const bar = h("input.rk-slider", { type: "range", ...range, "aria-label": block.label, oninput: () => { number.value = bar.value; told(); } });
      const number = h("input.rk-number", {
        type: "number", ...range, "aria-label": `${block.label}${block.unit ? `, in${block.unit}` : ""}`,
        oninput: () => { if (number.value !== "" && number.checkValidity()) { bar.value = number.value; told(); } },
        onkeydown: enter,
      });
      const node = h(".rk-field", {}, h("span", {}, block.label), h("span.rk-dial", {}, bar, number, block.unit && h("span", {}, block.unit)));
      fields.set(block.name, { node, read: () => (number.value !== "" && number.checkValidity() ? Number(number.value) : Number(bar.value)) });
      return {
        node,
        update: ({ value }) => {
          put(bar, String(value));
          put(number, String(value));
          bar.setAttribute("aria-valuetext", `${value}${block.unit}`);
        },
      };
    },

    number: (block) => {
      const input = h("input.rk-number", { type: "number", min: block.low, max: block.high, step: block.step, onkeydown: enter });
      const node = h("label.rk-field", {}, h("span", {}, block.label), input);
      fields.set(block.name, { node, read: () => (input.value !== "" && input.checkValidity() ? Number(input.value) : null) });
      return { node, update: ({ value }) => put(input, value == null ? "" : String(value)) };
    },

    buttons: () => {
      const node = h(".rk-buttons", {});
      const made = new Map();
      return {
        node,
        update: ({ items, first }) => {
          const names = items.map(([name]) => name);
          for (const [name, button] of made) {
            if (names.includes(name)) continue;
            button.remove();
            made.delete(name);
          }
          items.forEach(([name, label], i) => {
            if (!made.has(name)) made.set(name, h("button.rk-button", { type: "button", onclick: () => press(name) }));
            const button = made.get(name);
            button.textContent = label;
            button.classList.toggle("rk-first", first && i === 0);
            if (node.children[i] !== button) node.insertBefore(button, node.children[i] ?? null);
          });
        },
      };
    },

    feedback: (block) => ({
      node: h(
        `.rk-feedback.rk-${block.tone}`,
        {},
        h("span.rk-mark", { "aria-hidden": "true" }, MARKS[block.tone]),
        h("p", {}, block.lead && h("strong", {}, `${block.lead} `), ...words(block.text)),
      ),
    }),
  };

  /** Set a field to what Python says, but not while somebody is at it with something newer. */
  function put(field, value) {
    if (field.dataset.told === value || wanted) return;
    field.dataset.told = value;
    if (field !== document.activeElement || field.tagName === "SELECT") field.value = value;
  }

  function enter(event) {
    if (event.key === "Enter") root.querySelector(".rk-first")?.click();
  }

  let drawing = false;
  function onNews() {
    if (drawing) return;
    drawing = true;
    queueMicrotask(() => {
      drawing = false;
      answered();
    });
  }

  const watched = "change:page change:notice";
  model.on(watched, onNews);
  draw();
  return () => {
    model.off(watched, onNews);
    clearTimeout(timer);
    clearTimeout(silence);
  };
}

export default { render };
