// HTML, and what scripts find in it with the words of cheerio: `load`, selectors, texts and attributes.
(() => {
  const entities = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: "\u00A0", copy: "\u00A9", hellip: "\u2026", ndash: "\u2013", mdash: "\u2014" };
  const decoded = (text) => text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hexCode, code, name) => (hexCode ? String.fromCodePoint(parseInt(hexCode, 16)) : code ? String.fromCodePoint(Number(code)) : entities[name] ?? whole));
  const encoded = (text) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
  const isVoid = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);
  // Elements that the first of these ends when it begins.
  const closes = { li: ["li"], tr: ["tr", "td", "th"], td: ["td", "th"], th: ["td", "th"], p: ["p"], option: ["option"], dt: ["dt", "dd"], dd: ["dt", "dd"] };

  const parse = (text) => {
    const root = { name: "", attribs: {}, children: [] };
    let open = root;
    const add = (node) => { open.children.push(Object.assign(node, { parent: open })); return node; };
    const end = (name) => { for (let node = open; node.parent; node = node.parent) if (node.name === name) { open = node.parent; return; } };
    const pattern = /<!--[\s\S]*?(?:-->|$)|<![^>]*>|<\/([a-z][^\s>/]*)[^>]*>|<([a-z][^\s>/]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|([^<]+|<)/gi;
    for (let found; (found = pattern.exec(text)); ) {
      const [, closed, opened, rest, plain] = found;
      if (plain !== undefined) add({ text: decoded(plain) });
      else if (closed !== undefined) end(closed.toLowerCase());
      else if (opened !== undefined) {
        const name = opened.toLowerCase();
        while (closes[name]?.includes(open.name)) end(open.name);
        const node = add({ name, attribs: {}, children: [] });
        for (const [, key, double, single, bare] of rest.matchAll(/([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g)) node.attribs[key.toLowerCase()] ??= decoded(double ?? single ?? bare ?? "");
        if (isVoid.has(name) || rest.endsWith("/")) continue;
        open = node;
        if (!["script", "style", "textarea", "title"].includes(name)) continue;
        // What is in these is no markup.
        const from = pattern.lastIndex, last = text.toLowerCase().indexOf(`</${name}`, from);
        const inside = text.slice(from, last < 0 ? undefined : last);
        add({ text: name === "title" || name === "textarea" ? decoded(inside) : inside });
        pattern.lastIndex = last < 0 ? text.length : last;
      }
    }
    return root;
  };

  const elements = (node) => node.children?.filter((child) => child.name) ?? [];
  const below = (node) => elements(node).flatMap((child) => [child, ...below(child)]);
  const textOf = (node) => node.text ?? node.children.map(textOf).join("");
  const htmlOf = (node) => {
    if (node.text !== undefined) return ["script", "style"].includes(node.parent?.name) ? node.text : encoded(node.text);
    const inside = node.children.map(htmlOf).join("");
    if (!node.name) return inside;
    const attributes = Object.entries(node.attribs).map(([key, value]) => ` ${key}="${value.replace(/&/g, "&amp;").replace(/"/g, "&quot;")}"`).join("");
    return `<${node.name}${attributes}>${isVoid.has(node.name) ? "" : `${inside}</${node.name}>`}`;
  };

  const compare = { "=": (a, b) => a === b, "^=": (a, b) => a.startsWith(b), "$=": (a, b) => a.endsWith(b), "*=": (a, b) => a.includes(b), "~=": (a, b) => a.split(/\s+/).includes(b), "|=": (a, b) => a === b || a.startsWith(b + "-") };
  const place = (node) => elements(node.parent).indexOf(node);
  const pseudo = {
    "first-child": (node) => place(node) === 0, "last-child": (node) => place(node) === elements(node.parent).length - 1, "nth-child": (node, given) => (given === "odd" ? place(node) % 2 === 0 : given === "even" ? place(node) % 2 === 1 : place(node) + 1 === Number(given)),
    contains: (node, given) => textOf(node).includes(given.replace(/^["']|["']$/g, "")), not: (node, given) => !matches(node, given), checked: (node) => "checked" in node.attribs, selected: (node) => "selected" in node.attribs, empty: (node) => node.children.length === 0, has: (node, given) => below(node).some((child) => matches(child, given)),
  };
  // Steps of a selector: what an element is, and how it lies to the step before.
  const stepsOf = (selector) => {
    const steps = [];
    for (const [, sign, part] of selector.trim().matchAll(/\s*([>+~]|\s|^)\s*((?:[\w*-]+|#[\w-]+|\.[\w-]+|\[[^\]]*\]|:[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?)+)/g)) {
      const checks = [...part.matchAll(/^[\w*-]+|#[\w-]+|\.[\w-]+|\[([^\]=~^$*|\s]+)\s*(?:([~^$*|]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\]]*)))?\]|:([\w-]+)(?:\(((?:[^()]|\([^()]*\))*)\))?/g)].map(([text, key, sign, double, single, bare, name, given]) => {
        if (text[0] === "#") return (node) => node.attribs.id === text.slice(1);
        if (text[0] === ".") return (node) => (node.attribs.class ?? "").split(/\s+/).includes(text.slice(1));
        if (key) return (node) => key.toLowerCase() in node.attribs && (!sign || compare[sign](node.attribs[key.toLowerCase()], double ?? single ?? bare));
        if (name === "first" || name === "last" || name === "eq") return Object.assign(() => true, { pick: name === "first" ? 0 : name === "last" ? -1 : Number(given) });
        if (name && !pseudo[name]) throw new Error(`cheerio: there is no :${name} here`);
        return name ? (node) => pseudo[name](node, given) : text === "*" ? () => true : (node) => node.name === text.toLowerCase();
      });
      steps.push({ sign: sign.trim() || " ", checks, pick: checks.find((check) => check.pick !== undefined)?.pick });
    }
    return steps;
  };
  const fits = (node, steps) => {
    const step = steps.at(-1);
    if (!node?.name || !step.checks.every((check) => check(node))) return false;
    const rest = steps.slice(0, -1);
    if (rest.length === 0) return true;
    if (step.sign === ">") return fits(node.parent, rest);
    const before = elements(node.parent).slice(0, place(node));
    if (step.sign === "+") return fits(before.at(-1), rest);
    if (step.sign === "~") return before.some((each) => fits(each, rest));
    for (let above = node.parent; above; above = above.parent) if (fits(above, rest)) return true;
    return false;
  };
  const groups = (selector) => String(selector).match(/(?:[^,(["']|\([^)]*\)|\[[^\]]*\]|"[^"]*"|'[^']*')+/g) ?? [];
  const matches = (node, selector) => groups(selector).some((each) => fits(node, stepsOf(each)));
  const select = (roots, selector) => {
    const found = new Set(groups(selector).flatMap((each) => {
      const steps = stepsOf(each), all = roots.flatMap(below).filter((node) => fits(node, steps));
      const pick = steps.at(-1)?.pick;
      return pick === undefined ? all : all.slice(pick, pick === -1 ? undefined : pick + 1);
    }));
    return roots.flatMap(below).filter((node, index, all) => found.has(node) && all.indexOf(node) === index);
  };

  class Found extends Array {
    static get [Symbol.species]() { return Array; }
    static of_(nodes) { const made = new Found(); made.push(...new Set(nodes.filter(Boolean))); return made; }
    _each(change) { return Found.of_([...this].flatMap(change)); }
    text() { return [...this].map(textOf).join(""); }
    html() { return this[0] ? this[0].children.map(htmlOf).join("") : null; }
    toString() { return [...this].map(htmlOf).join(""); }
    attr(name) { return name === undefined ? this[0]?.attribs : this[0]?.attribs[name]; }
    prop(name) { return name === "tagName" || name === "nodeName" ? this[0]?.name.toUpperCase() : this[0]?.attribs[name]; }
    data(name) { return this[0]?.attribs[`data-${name.replace(/[A-Z]/g, (sign) => "-" + sign.toLowerCase())}`]; }
    val() { const node = this[0]; return node?.name === "textarea" ? textOf(node) : node?.name === "select" ? Found.of_(select([node], "option[selected]").concat(select([node], "option"))).val() : node?.attribs.value ?? (node?.name === "option" ? textOf(node) : undefined); }
    hasClass(name) { return [...this].some((node) => (node.attribs.class ?? "").split(/\s+/).includes(name)); }
    is(selector) { return [...this].some((node) => matches(node, selector)); }
    find(selector) { return Found.of_(select([...this], selector)); }
    filter(by) { return Found.of_([...this].filter((node, index) => (typeof by === "function" ? by.call(node, index, node) : matches(node, by)))); }
    not(selector) { return Found.of_([...this].filter((node) => !matches(node, selector))); }
    children(selector = "*") { return this._each(elements).filter(selector); }
    contents() { return this._each((node) => node.children ?? []); }
    parent() { return this._each((node) => (node.parent?.name ? [node.parent] : [])); }
    parents(selector = "*") { return this._each((node) => { const all = []; for (let above = node.parent; above?.name; above = above.parent) all.push(above); return all; }).filter(selector); }
    closest(selector) { return this._each((node) => { for (let each = node; each?.name; each = each.parent) if (matches(each, selector)) return [each]; return []; }); }
    next() { return this._each((node) => [elements(node.parent)[place(node) + 1]]); }
    prev() { return this._each((node) => [elements(node.parent)[place(node) - 1]]); }
    siblings(selector = "*") { return this._each((node) => elements(node.parent).filter((each) => each !== node)).filter(selector); }
    first() { return this.eq(0); }
    last() { return this.eq(-1); }
    eq(index) { return Found.of_([this.at(index)]); }
    get(index) { return index === undefined ? [...this] : this.at(index); }
    toArray() { return [...this]; }
    index() { return this[0] ? place(this[0]) : -1; }
    each(body) { [...this].every((node, index) => body.call(node, index, node) !== false); return this; }
    map(change) { const all = [...this].map((node, index) => change.call(node, index, node)).filter((value) => value !== null && value !== undefined); return Object.assign(all, { get: (index) => (index === undefined ? [...all] : all[index]), toArray: () => [...all] }); }
  }

  const load = (text) => {
    const root = parse(String(text));
    const $ = (given, around) => {
      if (typeof given !== "string") return given instanceof Found ? given : Found.of_([].concat(given));
      if (/^\s*</.test(given)) return Found.of_(elements(parse(given)));
      return Found.of_(select(around === undefined ? [root] : [...$(around)], given));
    };
    return Object.assign($, { html: (of) => (of === undefined ? htmlOf(root) : $(of).toString()), text: () => textOf(root), root: () => Found.of_([root]), load });
  };
  globalThis.__worker.cheerio = { load };
})();
