// HTML, and what scripts find in it with the words of cheerio: `load`, selectors, texts and attributes.
(() => {
  const entities = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", hellip: "\u2026", ndash: "\u2013", mdash: "\u2014", lsquo: "\u2018", rsquo: "\u2019", ldquo: "\u201C", rdquo: "\u201D", bull: "\u2022", euro: "\u20AC", trade: "\u2122" };
  // Those of Latin-1, in their order.
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"
    .split(" ").forEach((name, index) => { entities[name] = String.fromCharCode(160 + index); });
  const decoded = (text) => text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hexCode, code, name) => (hexCode ? String.fromCodePoint(parseInt(hexCode, 16)) : code ? String.fromCodePoint(Number(code)) : entities[name] ?? whole));
  const encoded = (text) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
  const isVoid = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);
  // Elements that the first of these ends when it begins.
  const closes = { li: ["li"], tr: ["tr", "td", "th"], td: ["td", "th"], th: ["td", "th"], p: ["p"], option: ["option"], dt: ["dt", "dd"], dd: ["dt", "dd"] };

  // Attributes that say yes by being there.
  const isYes = new Set("checked selected disabled readonly multiple required autofocus hidden open async defer autoplay controls loop".split(" "));
  const inHead = new Set(["title", "meta", "link", "script", "style", "base"]);

  // A document has html, head and body, whatever of them is written.
  const asDocument = (root) => {
    const make = (name, children) => { const node = { name, attribs: {}, children }; for (const child of children) child.parent = node; return node; };
    const isSpace = (node) => node.text !== undefined && node.text.trim() === "";
    const html = elements(root).find(({ name }) => name === "html");
    const all = (html ?? root).children;
    const own = (name) => all.find((node) => node.name === name);
    const rest = all.filter((node) => node !== own("head") && node !== own("body"));
    const end = own("head") || own("body") ? rest.length : rest.findIndex((node) => !isSpace(node) && !inHead.has(node.name));
    const first = rest.slice(0, end < 0 ? rest.length : end);
    const [head, body] = [own("head") ?? make("head", own("body") ? first : first.filter((node) => node.name)), own("body") ?? make("body", own("head") ? rest : rest.slice(first.length))];
    const whole = html ?? make("html", []);
    whole.children = [head, body];
    root.children = [whole];
    for (const [node, parent] of [[head, whole], [body, whole], [whole, root]]) node.parent = parent;
    return root;
  };

  const parse = (text, isXML = false) => {
    const root = { name: "", attribs: {}, children: [] };
    let open = root;
    const add = (node) => { open.children.push(Object.assign(node, { parent: open })); return node; };
    const end = (name) => { for (let node = open; node.parent; node = node.parent) if (node.name === name) { open = node.parent; return; } };
    const pattern = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?\]\]>|<[!?][^>]*>|<\/([a-z][^\s>/]*)[^>]*>|<([a-z][^\s>/]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|([^<]+|<)/gi;
    for (let found; (found = pattern.exec(text)); ) {
      const [whole, closed, opened, rest, plain] = found;
      if (whole.startsWith("<![CDATA[")) { add({ text: whole.slice(9, -3) }); continue; }
      const named = (name) => (isXML ? name : name.toLowerCase());
      if (plain !== undefined) add({ text: decoded(plain) });
      else if (closed !== undefined) end(named(closed));
      else if (opened !== undefined) {
        const name = named(opened);
        while (!isXML && closes[name]?.includes(open.name)) end(open.name);
        const node = add({ name, attribs: {}, children: [] });
        for (const [, key, double, single, bare] of rest.matchAll(/([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g)) node.attribs[named(key)] ??= decoded(double ?? single ?? bare ?? "");
        if ((!isXML && isVoid.has(name)) || rest.endsWith("/")) continue;
        open = node;
        if (isXML || !["script", "style", "textarea", "title"].includes(name)) continue;
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
  const alike = (node) => elements(node.parent).filter(({ name }) => name === node.name);
  // "odd", "3", "2n+1": a number from 1.
  const isNth = (number, given) => {
    const [, step, , sign, rest] = /^\s*([+-]?\d*)(n)?\s*(?:([+-])\s*(\d+))?\s*$/.exec({ odd: "2n+1", even: "2n" }[given] ?? given) ?? [];
    if (!/n/.test({ odd: "n", even: "n" }[given] ?? given)) return number === Number(given);
    const [every, from] = [step === "" || step === "+" ? 1 : step === "-" ? -1 : Number(step), Number((sign ?? "+") + (rest ?? 0))];
    return every === 0 ? number === from : (number - from) % every === 0 && (number - from) / every >= 0;
  };
  const pseudo = {
    "first-child": (node) => place(node) === 0, "last-child": (node) => place(node) === elements(node.parent).length - 1, "only-child": (node) => elements(node.parent).length === 1, "nth-child": (node, given) => isNth(place(node) + 1, given), "nth-last-child": (node, given) => isNth(elements(node.parent).length - place(node), given),
    "first-of-type": (node) => alike(node)[0] === node, "last-of-type": (node) => alike(node).at(-1) === node, "nth-of-type": (node, given) => isNth(alike(node).indexOf(node) + 1, given), parent: (node) => node.children.length > 0, disabled: (node) => "disabled" in node.attribs, enabled: (node) => ["input", "button", "select", "textarea"].includes(node.name) && !("disabled" in node.attribs),
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
        const pick = { first: (all) => all.slice(0, 1), last: (all) => all.slice(-1), eq: (all) => [all.at(Number(given))].filter(Boolean), odd: (all) => all.filter((_, index) => index % 2), even: (all) => all.filter((_, index) => index % 2 === 0), gt: (all) => all.slice(Number(given) + 1), lt: (all) => all.slice(0, Number(given)) }[name];
        if (pick) return Object.assign(() => true, { pick });
        if (name && !pseudo[name]) throw new Error(`cheerio: there is no :${name} here`);
        return name ? (node) => pseudo[name](node, given) : text === "*" ? () => true : (node) => node.name.toLowerCase() === text.toLowerCase();
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
      return pick ? pick(all) : all;
    }));
    return roots.flatMap(below).filter((node, index, all) => found.has(node) && all.indexOf(node) === index);
  };

  class Found extends Array {
    static get [Symbol.species]() { return Array; }
    static of_(nodes) { const made = new Found(); made.push(...new Set(nodes.filter(Boolean))); return made; }
    _each(change) { return this._of([...this].flatMap(change)); }
    _of(nodes) { return Object.defineProperty(Found.of_(nodes), "_before", { value: this }); }
    end() { return this._before ?? new Found(); }
    text(given) {
      if (given === undefined) return [...this].map(textOf).join("");
      for (const node of this) node.children = [{ text: String(given), parent: node }];
      return this;
    }
    remove() { for (const node of this) node.parent.children = node.parent.children.filter((each) => each !== node); return this; }
    html() { return this[0] ? this[0].children.map(htmlOf).join("") : null; }
    toString() { return [...this].map(htmlOf).join(""); }
    attr(name, value) {
      if (value !== undefined) {
        for (const node of this) node.attribs[name] = String(value);
        return this;
      }
      const found = name === undefined ? this[0]?.attribs : this[0]?.attribs[name];
      return found === "" && isYes.has(name) ? name : found;
    }
    prop(name) { return name === "tagName" || name === "nodeName" ? this[0]?.name.toUpperCase() : isYes.has(name) ? name in (this[0]?.attribs ?? {}) : this[0]?.attribs[name]; }
    data(name) {
      const found = this[0]?.attribs[`data-${name.replace(/[A-Z]/g, (sign) => "-" + sign.toLowerCase())}`];
      try { return /^(?:true|false|null|[{[].*|-?\d+(?:\.\d+)?)$/s.test(found ?? "") && !/^-?0\d/.test(found) ? JSON.parse(found) : found; } catch { return found; }
    }
    val() { const node = this[0]; return node?.name === "textarea" ? textOf(node) : node?.name === "select" ? Found.of_(select([node], "option[selected]").concat(select([node], "option"))).val() : node?.attribs.value ?? (node?.name === "option" ? textOf(node) : undefined); }
    hasClass(name) { return [...this].some((node) => (node.attribs.class ?? "").split(/\s+/).includes(name)); }
    is(selector) { return [...this].some((node) => matches(node, selector)); }
    find(selector) { return this._of(select([...this], selector)); }
    has(selector) { return this._of([...this].filter((node) => below(node).some((child) => matches(child, selector)))); }
    add(selector) { return this._of([...this, ...(typeof selector === "string" ? select([this[0]?.parent ?? { children: [] }], selector) : [].concat(selector))]); }
    slice(from, to) { return this._of([...this].slice(from, to)); }
    filter(by) { return this._of([...this].filter((node, index) => (typeof by === "function" ? by.call(node, index, node) : matches(node, by)))); }
    not(selector) { return this._of([...this].filter((node) => !matches(node, selector))); }
    children(selector = "*") { return this._each(elements).filter(selector); }
    contents() { return this._each((node) => node.children ?? []); }
    parent() { return this._each((node) => (node.parent?.name ? [node.parent] : [])); }
    parents(selector = "*") { return this._each((node) => { const all = []; for (let above = node.parent; above?.name; above = above.parent) all.push(above); return all; }).filter(selector); }
    closest(selector) { return this._each((node) => { for (let each = node; each?.name; each = each.parent) if (matches(each, selector)) return [each]; return []; }); }
    next() { return this._each((node) => [elements(node.parent)[place(node) + 1]]); }
    prev() { return this._each((node) => [elements(node.parent)[place(node) - 1]]); }
    nextAll(selector = "*") { return this._each((node) => elements(node.parent).slice(place(node) + 1)).filter(selector); }
    prevAll(selector = "*") { return this._each((node) => elements(node.parent).slice(0, place(node)).reverse()).filter(selector); }
    siblings(selector = "*") { return this._each((node) => elements(node.parent).filter((each) => each !== node)).filter(selector); }
    first() { return this.eq(0); }
    last() { return this.eq(-1); }
    eq(index) { return this._of([this.at(index)]); }
    get(index) { return index === undefined ? [...this] : this.at(index); }
    toArray() { return [...this]; }
    index() { return this[0] ? place(this[0]) : -1; }
    each(body) { [...this].every((node, index) => body.call(node, index, node) !== false); return this; }
    map(change) { const all = [...this].map((node, index) => change.call(node, index, node)).filter((value) => value !== null && value !== undefined); return Object.assign(all, { get: (index) => (index === undefined ? [...all] : all[index]), toArray: () => [...all] }); }
  }

  const load = (text, options, isDocument = true) => {
    const isXML = Boolean(options?.xmlMode ?? options?.xml);
    const parsed = parse(String(text), isXML);
    const root = isXML || !isDocument ? parsed : asDocument(parsed);
    const $ = (given, around) => {
      if (typeof given !== "string") return given instanceof Found ? given : Found.of_([].concat(given));
      if (/^\s*</.test(given)) return Found.of_(elements(parse(given)));
      return Found.of_(select(around === undefined ? [root] : [...$(around)], given));
    };
    return Object.assign($, { html: (of) => (of === undefined ? htmlOf(root) : $(of).toString()), text: () => textOf(root), root: () => Found.of_([root]), load });
  };
  globalThis.__worker.cheerio = { load };
})();
