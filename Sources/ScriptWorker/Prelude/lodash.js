// lodash, as far as scripts use it. Source: https://lodash.com/docs/
(() => {
  const own = globalThis.__worker;
  const isEqual = globalThis.__isEqual;
  const isObject = (value) => value !== null && ["object", "function"].includes(typeof value);
  const isPlain = (value) => Object.prototype.toString.call(value) === "[object Object]" && [Object.prototype, null].includes(Object.getPrototypeOf(value));
  const isIndex = (key) => /^(0|[1-9]\d*)$/.test(String(key));
  const same = (left, right) => left === right || (left !== left && right !== right);
  // Steps of a path; a member with the whole name comes first.
  const steps = (path, value) => {
    if (Array.isArray(path)) return path;
    if (typeof path === "symbol" || (isObject(value) && path in value)) return [path];
    return [...String(path).matchAll(/\[(?:(\d+)|"([^"]*)"|'([^']*)'|([^\]]*))\]|([^.[\]]+)/g)].map((found) => found.slice(1).find((part) => part !== undefined));
  };
  const get = (value, path, usual) => {
    const all = steps(path, value);
    const found = all.reduce((one, key) => one?.[key], value);
    return found === undefined || all.length === 0 ? usual : found;
  };
  const has = (value, path) => steps(path, value).reduce(([one, there], key) => [one?.[key], there && one !== null && one !== undefined && Object.hasOwn(Object(one), key)], [value, true])[1];
  const set = (value, path, next) => {
    if (!isObject(value)) return value;
    const keys = steps(path, value);
    keys.reduce((found, key, index) => {
      if (index === keys.length - 1) found[key] = next;
      else if (!isObject(found[key])) found[key] = isIndex(keys[index + 1]) ? [] : {};
      return found[key];
    }, value);
    return value;
  };
  const unset = (value, path) => {
    const keys = steps(path, value);
    const found = keys.slice(0, -1).reduce((one, key) => one?.[key], value);
    return isObject(found) ? delete found[keys.at(-1)] : true;
  };
  const isMatch = (value, part) => Object.keys(part).every((key) => (isPlain(part[key]) && isObject(value?.[key]) ? isMatch(value[key], part[key]) : isObject(value) && key in value && isEqual(value[key], part[key])));
  // What is given in the place of a function: a path, the members that match, or a path with its value.
  const by = (given = (value) => value) => {
    if (typeof given === "function") return given;
    if (Array.isArray(given)) return (value) => isEqual(get(value, given[0]), given[1]);
    return isObject(given) ? (value) => isMatch(value, given) : (value) => get(value, given);
  };
  const isList = (value) => Array.isArray(value) || typeof value === "string" || (isObject(value) && typeof value !== "function" && Number.isInteger(value.length) && value.length >= 0);
  const values = (list) => (list === null || list === undefined ? [] : isList(list) ? Array.from(list) : Object.values(list));
  const rows = (list) => (list === null || list === undefined ? [] : isList(list) ? Array.from(list, (value, index) => [index, value]) : Object.entries(list));
  const text = (value) => (value === null || value === undefined ? "" : Array.isArray(value) ? value.map(text).join(",") : Object.is(value, -0) ? "-0" : String(value));
  const order = (a, b) => {
    if (same(a, b)) return 0;
    const rank = (value) => (value === undefined ? 3 : value === null ? 2 : value !== value ? 4 : typeof value === "symbol" ? 1 : 0);
    return rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);
  };
  const clone = (value) => (Array.isArray(value) ? [...value] : value instanceof Date ? new Date(value) : value instanceof Map ? new Map(value) : value instanceof Set ? new Set(value) : isObject(value) && typeof value !== "function" ? { ...value } : value);
  const merge = (into, others, choose) => {
    for (const other of others) for (const key in Object(other)) {
      const [mine, value] = [into[key], other[key]];
      const chosen = choose?.(mine, value, key, into, other);
      if (chosen !== undefined) into[key] = chosen;
      else if (Array.isArray(value) || isPlain(value)) into[key] = merge(isObject(mine) && Array.isArray(mine) === Array.isArray(value) ? mine : Array.isArray(value) ? [] : isPlain(mine) ? mine : {}, [value], choose);
      else if (value !== undefined || !(key in into)) into[key] = value;
    }
    return into;
  };
  const compareBy = (given) => { const pick = by(given); return (left, right) => same(pick(left), pick(right)); };
  const uniq = (list, isSame) => values(list).reduce((made, value) => (made.some((one) => isSame(one, value)) ? made : [...made, value]), []);
  // The last of the lists is a function or a path where the name says so.
  const withLast = (body) => (list, ...rest) => { const last = rest.pop(); return body(values(list), rest, last); };
  const grouped = (list, given, add) => { const made = {}; for (const value of values(list)) { const key = by(given)(value); add(made, key, value); } return made; };
  const wordsIn = (value) => text(value).normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/['\u2019]/g, "").match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\s\w!-/:-@[-`{-~]+/g) ?? [];
  const upperFirst = (value) => text(value).charAt(0).toUpperCase() + text(value).slice(1);
  const capitalize = (value) => upperFirst(text(value).toLowerCase());
  const joined = (mark, change) => (value) => wordsIn(value).map(change).join(mark);
  const trimmed = (start, end) => (value, signs) => {
    const set = signs === undefined ? "\\s" : `[${text(signs).replace(/[\\\]^-]/g, "\\$&")}]`;
    return text(value).replace(new RegExp(`${start ? `^${set}+` : "$^"}|${end ? `${set}+$` : "$^"}`, "g"), "");
  };
  // Rounds by digits, and not by the errors of multiplying.
  const rounding = (name) => (value, digits = 0) => {
    const shift = (number, count) => { const [base, power = 0] = String(number).split("e"); return Number(`${base}e${Number(power) + count}`); };
    return digits ? shift(Math[name](shift(value, digits)), -digits) : Math[name](value);
  };
  const range = (from, to, step) => {
    if (to === undefined) [from, to] = [0, from];
    const by = step ?? (from < to ? 1 : -1);
    return Array.from({ length: Math.max(0, Math.ceil((to - from) / (by || 1))) }, (_, index) => from + index * by);
  };
  const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  const isEmpty = (value) => (!isObject(value) && typeof value !== "string") || (value instanceof Map || value instanceof Set ? value.size : isList(value) ? value.length : Object.keys(value).length) === 0;
  const extreme = (holds) => (list, given) => values(list).reduce((best, value) => { const key = by(given)(value); return key === undefined || key === null || key !== key || (best && !holds(key, best[0])) ? best : [key, value]; }, undefined)?.[1];
  const [max, min] = [extreme((a, b) => a > b), extreme((a, b) => a < b)];
  const each = (list, body = (value) => value) => {
    for (const [key, value] of rows(list)) if (body(value, key, list) === false) break;
    return list;
  };
  const orderBy = (list, given = [(value) => value], ways = []) => {
    const [keys, directions] = [[].concat(given).map(by), [].concat(ways)];
    return values(list).map((value) => [keys.map((key) => key(value)), value]).sort(([a], [b]) => {
      for (const index of keys.keys()) { const found = order(a[index], b[index]); if (found) return directions[index] === "desc" ? -found : found; }
      return 0;
    }).map(([, value]) => value);
  };
  const deep = (list, levels) => values(list).flat(levels);
  const sum = (list, given) => values(list).reduce((all, value) => { const part = by(given)(value); return part === undefined ? all : all === undefined ? part : all + part; }, undefined) ?? 0;
  const find = (list, given, from = 0) => values(list).slice(from).find((value, index) => by(given)(value, index, list));
  const chosen = (list, given, wanted) => rows(list).filter(([key, value]) => Boolean(by(given)(value, key, list)) === wanted).map(([, value]) => value);
  const members = (value, keep) => Object.fromEntries(Object.entries(value ?? {}).filter(([key, each]) => keep(each, key)));
  const random = (low = 1, high, isFloat = false) => {
    if (typeof high === "boolean") [high, isFloat] = [undefined, high];
    const [from, to] = high === undefined ? [0, low] : [Math.min(low, high), Math.max(low, high)];
    return isFloat || from % 1 || to % 1 ? from + Math.random() * (to - from) : from + Math.floor(Math.random() * (to - from + 1));
  };
  const template = (pattern) => {
    let code = "let text = '';";
    const literal = (part) => { code += `text += ${JSON.stringify(part)};`; };
    let end = 0;
    for (const found of text(pattern).matchAll(/<%-([\s\S]+?)%>|<%=([\s\S]+?)%>|<%([\s\S]+?)%>|\$\{([^}]+)\}/g)) {
      literal(pattern.slice(end, found.index));
      end = found.index + found[0].length;
      const [, escaped, shown, run, short] = found;
      code += run !== undefined ? run + ";" : `text += __text(${escaped !== undefined ? `__escape(${escaped})` : shown ?? short});`;
    }
    literal(text(pattern).slice(end));
    return (data = {}) => new Function("__data", "__text", "__escape", `with (__data) { ${code} return text; }`)(Object(data), text, _.escape);
  };
  let counted = 0;

  // Objects that lodash gives back without a chain: what follows is no list any more.
  const ends = new Set("find findIndex findLast findKey first head last nth get has includes some every reduce sum sumBy mean meanBy max min maxBy minBy size join indexOf isEmpty isEqual isArray isNil sample isMatch isString isNumber result".split(" "));
  const wrapped = (value, isExplicit) => {
    const chain = { value: () => value, valueOf: () => value, toJSON: () => value, commit: () => wrapped(value, isExplicit), tap: (body) => (body(value), chain), thru: (body) => wrapped(body(value), isExplicit), toString: () => String(value), [Symbol.iterator]: () => value[Symbol.iterator]() };
    return new Proxy(chain, { get: (_target, key) => {
      if (key in chain || typeof key === "symbol") return chain[key];
      if (key === "length") return value?.length;
      const call = _[key] ?? value?.[key]?.bind(value);
      return typeof call !== "function" ? undefined : (...given) => {
        const result = _[key] ? call(value, ...given) : call(...given);
        return !isExplicit && ends.has(key) ? result : wrapped(result, isExplicit);
      };
    } });
  };
  const _ = Object.assign((value) => wrapped(value, false), {
    chain: (value) => wrapped(value, true),
    // Paths and members
    get, has, hasIn: (value, path) => get(value, path) !== undefined || has(value, path), set, unset, update: (value, path, change) => set(value, path, change(get(value, path))), at: (value, ...paths) => paths.flat().map((path) => get(value, path)), result: (value, path, usual) => { const found = get(value, path, usual); return typeof found === "function" ? found.call(value) : found; },
    invoke: (value, path, ...given) => get(value, path)?.apply(get(value, steps(path, value).slice(0, -1), value), given), property: (path) => (value) => get(value, path), propertyOf: (value) => (path) => get(value, path), matches: (part) => (value) => isMatch(value, part), matchesProperty: (path, wanted) => by([path, wanted]), iteratee: by,
    keys: (value) => Object.keys(value ?? {}), keysIn: (value) => { const all = []; for (const key in Object(value)) all.push(key); return all; }, values, valuesIn: values, entries: (value) => Object.entries(value ?? {}), toPairs: (value) => Object.entries(value ?? {}), fromPairs: (pairs) => Object.fromEntries(pairs ?? []), invert: (value) => Object.fromEntries(Object.entries(value).map(([key, each]) => [each, key])),
    pick: (value, ...paths) => paths.flat().reduce((made, path) => (has(value, path) ? set(made, path, get(value, path)) : made), {}), omit: (value, ...paths) => { const made = _.cloneDeep({ ...value }); for (const path of paths.flat()) unset(made, path); return made; }, pickBy: (value, keep = Boolean) => members(value, by(keep)), omitBy: (value, drop = Boolean) => members(value, (...given) => !by(drop)(...given)),
    mapValues: (value, change) => Object.fromEntries(Object.entries(value ?? {}).map(([key, each]) => [key, by(change)(each, key, value)])), mapKeys: (value, change) => Object.fromEntries(Object.entries(value ?? {}).map(([key, each]) => [by(change)(each, key, value), each])), findKey: (value, given) => Object.keys(value ?? {}).find((key) => by(given)(value[key], key)), forOwn: each, forIn: each,
    assign: Object.assign, extend: Object.assign, assignIn: Object.assign, merge: (into, ...others) => merge(into, others), mergeWith: (into, ...others) => { const choose = others.pop(); return merge(into, others, choose); }, defaults: (value, ...others) => { for (const other of others) for (const key in Object(other)) if (value[key] === undefined) value[key] = other[key]; return value; },
    defaultsDeep: (value, ...others) => { for (const other of others) for (const key in Object(other)) { if (value[key] === undefined) value[key] = _.cloneDeep(other[key]); else if (isPlain(value[key]) && isPlain(other[key])) _.defaultsDeep(value[key], other[key]); } return value; }, clone, cloneDeep: (value) => globalThis.structuredClone(value),
    transform: (value, body, made = Array.isArray(value) ? [] : {}) => { each(value, (one, key) => body(made, one, key, value)); return made; },
    // Lists
    map: (list, change) => rows(list).map(([key, value]) => by(change)(value, key, list)), forEach: each, each, forEachRight: (list, body) => { rows(list).reverse().every(([key, value]) => body(value, key, list) !== false); return list; }, filter: (list, given) => chosen(list, given, true), reject: (list, given) => chosen(list, given, false), find, findLast: (list, given) => values(list).findLast((value, index) => by(given)(value, index)), findIndex: (list, given, from = 0) => values(list).findIndex((value, index) => index >= from && by(given)(value, index)), findLastIndex: (list, given) => values(list).findLastIndex((value, index) => by(given)(value, index)),
    some: (list, given) => rows(list).some(([key, value]) => by(given)(value, key)), every: (list, given) => rows(list).every(([key, value]) => by(given)(value, key)), includes: (list, value, from = 0) => (typeof list === "string" ? list.includes(value, from) : values(list).slice(from).some((one) => same(one, value))), reduce: (list, body, ...start) => rows(list).map(([key, value]) => [value, key]).reduce((all, [value, key], index) => (index === 0 && start.length === 0 ? value : body(all, value, key, list)), start[0]), reduceRight: (list, body, ...start) => values(list).reduceRight(body, ...start),
    sortBy: (list, ...given) => orderBy(list, given.length ? given.flat() : undefined), orderBy, groupBy: (list, given) => grouped(list, given, (made, key, value) => (made[key] ??= []).push(value)), keyBy: (list, given) => grouped(list, given, (made, key, value) => { made[key] = value; }), countBy: (list, given) => grouped(list, given, (made, key) => { made[key] = (made[key] ?? 0) + 1; }), partition: (list, given) => [chosen(list, given, true), chosen(list, given, false)],
    flatMap: (list, change) => _.map(list, change).flat(), flatten: (list) => deep(list, 1), flattenDeep: (list) => deep(list, Infinity), flattenDepth: (list, levels = 1) => deep(list, levels), compact: (list) => values(list).filter(Boolean), concat: (list, ...more) => [].concat(list, ...more), uniq: (list) => uniq(list, same), uniqBy: (list, given) => uniq(list, compareBy(given)), uniqWith: (list, isSame) => uniq(list, isSame), sortedUniq: (list) => uniq(list, same),
    difference: (list, ...others) => values(list).filter((value) => !others.flat().some((one) => same(one, value))), differenceBy: withLast((list, others, given) => list.filter((value) => !others.flat().some((one) => compareBy(given)(one, value)))), differenceWith: withLast((list, others, isSame) => list.filter((value) => !others.flat().some((one) => isSame(value, one)))),
    intersection: (list, ...others) => uniq(list, same).filter((value) => others.every((other) => values(other).some((one) => same(one, value)))), intersectionBy: withLast((list, others, given) => uniq(list, compareBy(given)).filter((value) => others.every((other) => other.some((one) => compareBy(given)(one, value))))), intersectionWith: withLast((list, others, isSame) => list.filter((value) => others.every((other) => other.some((one) => isSame(value, one))))),
    union: (...lists) => uniq(lists.flatMap(values), same), unionBy: withLast((list, others, given) => uniq([...list, ...others.flat()], compareBy(given))), xor: (...lists) => uniq(lists.flat(), same).filter((value) => lists.filter((list) => list.some((one) => same(one, value))).length === 1), without: (list, ...gone) => values(list).filter((value) => !gone.some((one) => same(one, value))), pull: (list, ...gone) => { list.splice(0, list.length, ..._.without(list, ...gone)); return list; }, remove: (list, given) => { const gone = chosen(list, given, true); list.splice(0, list.length, ...chosen(list, given, false)); return gone; },
    chunk: (list, count = 1) => range(Math.ceil(values(list).length / count)).map((index) => values(list).slice(index * count, (index + 1) * count)), take: (list, count = 1) => values(list).slice(0, count), takeRight: (list, count = 1) => (count ? values(list).slice(-count) : []), takeWhile: (list, given) => { const end = values(list).findIndex((value) => !by(given)(value)); return values(list).slice(0, end < 0 ? undefined : end); }, drop: (list, count = 1) => values(list).slice(count), dropRight: (list, count = 1) => values(list).slice(0, count ? -count : undefined), dropWhile: (list, given) => { const start = values(list).findIndex((value) => !by(given)(value)); return start < 0 ? [] : values(list).slice(start); }, slice: (list, ...given) => values(list).slice(...given),
    first: (list) => values(list)[0], head: (list) => values(list)[0], last: (list) => values(list).at(-1), nth: (list, index = 0) => values(list).at(index), tail: (list) => values(list).slice(1), initial: (list) => values(list).slice(0, -1), indexOf: (list, value, from) => values(list).indexOf(value, from), lastIndexOf: (list, value) => values(list).lastIndexOf(value), join: (list, mark = ",") => values(list).join(mark), reverse: (list) => list.reverse(), fill: (list, ...given) => list.fill(...given), size: (value) => (value instanceof Map || value instanceof Set ? value.size : values(value).length),
    zip: (...lists) => range(Math.max(0, ...lists.map((list) => list.length))).map((index) => lists.map((list) => list[index])), unzip: (list) => _.zip(...list), zipObject: (keys, all = []) => Object.fromEntries(keys.map((key, index) => [key, all[index]])), zipWith: (...lists) => { const body = lists.pop(); return _.zip(...lists).map((row) => body(...row)); },
    sample: (list) => values(list)[random(0, values(list).length - 1)], sampleSize: (list, count = 1) => _.shuffle(list).slice(0, count), shuffle: (list) => values(list).map((value) => [Math.random(), value]).sort(([a], [b]) => a - b).map(([, value]) => value), toArray: values, range, rangeRight: (...given) => range(...given).reverse(), times: (count, body = (index) => index) => range(count).map((index) => body(index)),
    // Numbers
    sum: (list) => sum(list), sumBy: sum, mean: (list) => sum(list) / values(list).length, meanBy: (list, given) => sum(list, given) / values(list).length, max: (list) => max(list), maxBy: max, min: (list) => min(list), minBy: min, round: rounding("round"), floor: rounding("floor"), ceil: rounding("ceil"), add: (a, b) => a + b, subtract: (a, b) => a - b, multiply: (a, b) => a * b, divide: (a, b) => a / b, clamp: (value, low, high) => (high === undefined ? Math.min(value, low) : Math.min(Math.max(value, low), high)), inRange: (value, low, high) => { const [from, to] = high === undefined ? [0, low] : [low, high]; return value >= Math.min(from, to) && value < Math.max(from, to); }, random,
    // Kinds
    isEmpty, isEqual, isEqualWith: (left, right, compare) => compare(left, right) ?? isEqual(left, right), isMatch, isArray: Array.isArray, isArrayLike: isList, isObject, isObjectLike: (value) => value !== null && typeof value === "object", isPlainObject: isPlain, isString: (value) => typeof value === "string" || value instanceof String, isNumber: (value) => typeof value === "number" || value instanceof Number, isBoolean: (value) => typeof value === "boolean", isFunction: (value) => typeof value === "function", isNil: (value) => value === null || value === undefined, isNull: (value) => value === null, isUndefined: (value) => value === undefined,
    isDate: (value) => value instanceof Date, isRegExp: (value) => value instanceof RegExp, isError: (value) => value instanceof Error, isMap: (value) => value instanceof Map, isSet: (value) => value instanceof Set, isSymbol: (value) => typeof value === "symbol", isInteger: Number.isInteger, isSafeInteger: Number.isSafeInteger, isFinite: Number.isFinite, isNaN: (value) => typeof value === "number" && value !== value, eq: same, gt: (a, b) => a > b, gte: (a, b) => a >= b, lt: (a, b) => a < b, lte: (a, b) => a <= b, castArray: (...given) => (given.length === 0 ? [] : Array.isArray(given[0]) ? given[0] : [given[0]]),
    toString: text, toNumber: Number, toInteger: (value) => Math.trunc(Number(value)) || 0, toFinite: (value) => Number(value) || 0, toLength: (value) => Math.max(0, Math.trunc(Number(value)) || 0), parseInt, toPlainObject: (value) => ({ ...value }),
    // Texts
    camelCase: (value) => { const all = wordsIn(value).map((word) => word.toLowerCase()); return all.map((word, index) => (index ? capitalize(word) : word)).join(""); }, snakeCase: joined("_", (word) => word.toLowerCase()), kebabCase: joined("-", (word) => word.toLowerCase()), startCase: joined(" ", upperFirst), upperCase: joined(" ", (word) => word.toUpperCase()), lowerCase: joined(" ", (word) => word.toLowerCase()), words: (value, pattern) => (pattern ? text(value).match(pattern) ?? [] : wordsIn(value)), capitalize, upperFirst, lowerFirst: (value) => text(value).charAt(0).toLowerCase() + text(value).slice(1), toLower: (value) => text(value).toLowerCase(), toUpper: (value) => text(value).toUpperCase(), deburr: (value) => text(value).normalize("NFD").replace(/[\u0300-\u036f]/g, ""),
    trim: trimmed(true, true), trimStart: trimmed(true, false), trimEnd: trimmed(false, true), startsWith: (value, part, from) => text(value).startsWith(part, from), endsWith: (value, part, end) => text(value).endsWith(part, end), repeat: (value, count = 1) => text(value).repeat(count), replace: (value, ...given) => text(value).replace(...given), split: (value, ...given) => text(value).split(...given), padStart: (value, ...given) => text(value).padStart(...given), padEnd: (value, ...given) => text(value).padEnd(...given), pad: (value, width, sign = " ") => { const all = text(value), left = Math.floor((width - all.length) / 2); return all.padStart(all.length + Math.max(0, left), sign).padEnd(width, sign); },
    truncate: (value, { length = 30, omission = "..." } = {}) => (text(value).length > length ? text(value).slice(0, length - omission.length) + omission : text(value)), escape: (value) => text(value).replace(/[&<>"']/g, (sign) => signs[sign]), unescape: (value) => text(value).replace(/&(?:amp|lt|gt|quot|#39);/g, (name) => Object.keys(signs).find((sign) => signs[sign] === name)), escapeRegExp: (value) => text(value).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), template,
    // Functions
    identity: (value) => value, constant: (value) => () => value, noop() {}, stubTrue: () => true, stubFalse: () => false, now: Date.now, uniqueId: (start = "") => start + ++counted, flow: (...all) => (...given) => all.flat().reduce((value, body, index) => (index ? body(value) : body(...given)), given[0]), once: (body) => { let result; return (...given) => (result ??= { value: body(...given) }).value; }, memoize: (body, name = (key) => key) => { const kept = new Map(); return (...given) => { const key = name(...given); if (!kept.has(key)) kept.set(key, body(...given)); return kept.get(key); }; }, partial: (body, ...first) => (...rest) => body(...first, ...rest), negate: (body) => (...given) => !body(...given), unary: (body) => (value) => body(value), bind: (body, self, ...first) => body.bind(self, ...first), curry: (body, count = body.length) => { const more = (given) => (...next) => { const all = [...given, ...next]; return all.length >= count ? body(...all) : more(all); }; return more([]); },
    attempt: (body, ...given) => { try { return body(...given); } catch (error) { return error; } }, tap: (value, body) => (body(value), value), thru: (value, body) => body(value), delay: (body, time, ...given) => globalThis.setTimeout(body, time, ...given), defer: (body, ...given) => globalThis.setTimeout(body, 0, ...given),
  });
  own._ = _;
})();
