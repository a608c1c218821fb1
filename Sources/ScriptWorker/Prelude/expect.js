// The assertions of chai 4 that scripts use, in its words. Source: https://www.chaijs.com/api/bdd/
(() => {
  const show = (value, depth = 0) => {
    if (typeof value === "string") return `'${value}'`;
    if (typeof value === "function") return value.name ? `[Function: ${value.name}]` : "[Function]";
    if (typeof value === "symbol" || typeof value === "bigint") return String(value);
    if (value === null || typeof value !== "object") return Object.is(value, -0) ? "-0" : String(value);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (value instanceof Error) return `[${value}]`;
    if (depth > 2) return Array.isArray(value) ? "[ ... ]" : "{ ... }";
    const short = (parts, [open, close]) => {
      const text = parts.slice(0, 20).join(", ") + (parts.length > 20 ? `, ... ${parts.length - 20} more` : "");
      return parts.length ? `${open} ${text.length > 400 ? text.slice(0, 400) + "..." : text} ${close}` : open + close;
    };
    if (Array.isArray(value)) return short(Array.from(value, (each) => show(each, depth + 1)), "[]");
    if (value instanceof Map) return "Map" + short([...value].map(([key, each]) => `${show(key, depth + 1)} => ${show(each, depth + 1)}`), "{}");
    if (value instanceof Set) return "Set" + short([...value].map((each) => show(each, depth + 1)), "{}");
    return short(Object.keys(value).map((key) => `${/^\w+$/.test(key) ? key : `'${key}'`}: ${show(value[key], depth + 1)}`), "{}");
  };

  const isEqual = (left, right, seen = new Map()) => {
    if (left === right) return left !== 0 || 1 / left === 1 / right;
    if (left !== left && right !== right) return true;
    if (typeof left !== "object" || typeof right !== "object" || !left || !right) return false;
    if (Object.prototype.toString.call(left) !== Object.prototype.toString.call(right)) return false;
    if (seen.get(left) === right) return true;
    seen.set(left, right);
    if (left instanceof Date) return isEqual(left.getTime(), right.getTime());
    if (left instanceof RegExp) return String(left) === String(right);
    if (left instanceof Map || left instanceof Set) {
      const rest = [...right];
      return left.size === right.size && [...left].every((each) => {
        const index = rest.findIndex((one) => isEqual(each, one, seen));
        if (index >= 0) rest.splice(index, 1);
        return index >= 0;
      });
    }
    if (Array.isArray(left)) return left.length === right.length && Array.from(left).every((each, index) => isEqual(each, right[index], seen));
    if (left instanceof String || left instanceof Number || left instanceof Boolean) return isEqual(left.valueOf(), right.valueOf(), seen);
    const [keys, others] = [left, right].map((value) => { const all = []; for (const key in value) all.push(key); return all; });
    return keys.length === others.length && keys.every((key) => others.includes(key) && isEqual(left[key], right[key], seen));
  };

  const typeOf = (value) => {
    if (value === null) return "null";
    if (Array.isArray(value)) return "array";
    if (typeof value === "function") return "function";
    return Object.prototype.toString.call(value).slice(8, -1).toLowerCase();
  };

  class AssertionError extends Error {
    constructor(message, details = {}) {
      super(message);
      Object.assign(this, details);
    }
    get name() {
      return "AssertionError";
    }
  }

  const article = (word) => (/^[aeiou]/i.test(word) ? "an " : "a ") + word;
  // Steps of a path: "a.b[0]"; a dot or bracket after a backslash is a part of a name.
  const path = (text) => (String(text).match(/(?:\\[.[\]]|[^.[\]])+/g) ?? []).map((part) => part.replace(/\\([.[\]])/g, "$1"));
  // Whether a property is there, and its value; `nested` and `own` as the flags say.
  const follow = (value, name, { nested, own }) => (nested ? path(name) : [name]).reduce(([there, found], key) => {
    const isThere = there && found !== null && found !== undefined && (own ? Object.hasOwn(Object(found), key) : key in Object(found));
    return [isThere, isThere ? found[key] : undefined];
  }, [true, value]);
  // What has no length has no place in a check of it.
  const sizeOf = (assertion, value) => {
    if (value === null || value === undefined) assertion.refuse("Target cannot be null or undefined.");
    if (value instanceof Map || value instanceof Set) return value.size;
    if (!("length" in Object(value))) assertion.refuse(`expected ${show(value)} to have property 'length'`);
    return value.length;
  };
  const isObject = (value) => value === Object(value);

  class Assertion {
    constructor(value, message, flags = {}) {
      this._value = value;
      this._message = message;
      this._flags = flags;
    }

    // A property that reads well, and does nothing.
    static word(name) {
      Object.defineProperty(Assertion.prototype, name, { get() { return this; }, configurable: true });
    }
    static flag(name) {
      Object.defineProperty(Assertion.prototype, name, {
        get() {
          this._flags = { ...this._flags, [name]: true, ...(name === "any" ? { all: false } : name === "all" ? { any: false } : {}) };
          return new Assertion(this._value, this._message, this._flags);
        },
        configurable: true,
      });
    }
    static property(names, check) {
      for (const name of names) Object.defineProperty(Assertion.prototype, name, { get() { return check.call(this, this._value), this; }, configurable: true });
    }
    static method(names, check) {
      for (const name of names) Object.defineProperty(Assertion.prototype, name, { value(...given) { return check.call(this, this._value, ...given) ?? this; }, configurable: true });
    }
    // A word that is a property and a function alike: `a`, `include`, `length`. What follows the property has the flag.
    static both(names, check, flag) {
      for (const name of names)
        Object.defineProperty(Assertion.prototype, name, {
          get() {
            const own = flag ? new Assertion(this._value, this._message, { ...this._flags, [flag]: true }) : this;
            const call = (...given) => check.call(this, this._value, ...given) ?? this;
            return new Proxy(call, { get: (_, key) => { const value = own[key]; return typeof value === "function" ? value.bind(own) : value; } });
          },
          configurable: true,
        });
    }

    // An error whatever is negated: the check makes no sense for such a value.
    refuse(words) {
      throw new AssertionError(this._message ? `${this._message}: ${words}` : words);
    }
    // `words` follow "expected VALUE to ".
    check(holds, words, details, negated = `not ${words}`) {
      if (Boolean(holds) !== Boolean(this._flags.not)) return;
      const claim = !this._flags.not ? `to ${words}` : negated.startsWith("not to ") ? negated : `to ${negated}`;
      const text = `expected ${this._flags.response ? "response" : show(this._value)} ${claim}`;
      throw new AssertionError(this._message ? `${this._message}: ${text}` : text, details);
    }
    compare(expected) {
      return { actual: this._value, expected };
    }
  }

  for (const name of ["to", "be", "been", "is", "that", "which", "and", "has", "have", "with", "at", "of", "same", "but", "does", "still", "also", "itself"]) Assertion.word(name);
  for (const name of ["not", "deep", "any", "all", "own", "nested", "ordered"]) Assertion.flag(name);

  const equals = function (value, other, message) {
    this._message = message ?? this._message;
    if (this._flags.deep) return this.check(isEqual(value, other), `deeply equal ${show(other)}`, this.compare(other));
    this.check(value === other, `equal ${show(other)}`, this.compare(other));
  };
  Assertion.method(["equal", "equals", "eq"], equals);
  Assertion.method(["eql", "eqls"], function (value, other, message) {
    this._message = message ?? this._message;
    this.check(isEqual(value, other), `deeply equal ${show(other)}`, this.compare(other));
  });
  Assertion.both(["a", "an"], function (value, word, message) {
    this._message = message ?? this._message;
    const wanted = String(word).toLowerCase();
    this.check(typeOf(value) === wanted, `be ${article(wanted)}`, undefined, `not to be ${article(wanted)}`);
  });
  Assertion.property(["ok"], function (value) { this.check(this._flags.response ? value.code >= 200 && value.code < 300 : value, this._flags.response ? "have a status of 2xx" : "be truthy"); });
  for (const [name, wanted] of [["true", true], ["false", false], ["null", null], ["undefined", undefined]])
    Assertion.property([name], function (value) { this.check(value === wanted, `be ${name}`, this.compare(wanted), `not to be ${name}`); });
  Assertion.property(["NaN"], function (value) { this.check(Number.isNaN(value), "be NaN"); });
  Assertion.property(["finite"], function (value) { this.check(Number.isFinite(value), "be a finite number"); });
  Assertion.property(["exist", "exists"], function (value) { this.check(value !== null && value !== undefined, "exist"); });
  Assertion.property(["empty"], function (value) {
    if (typeof value === "function") this.refuse(`.empty was passed a function ${value.name}`.trim());
    if (value instanceof WeakMap || value instanceof WeakSet) this.refuse(".empty was passed a weak collection");
    if (typeof value !== "string" && !isObject(value)) this.refuse(`.empty was passed non-string primitive ${show(value)}`);
    const size = value instanceof Map || value instanceof Set ? value.size : typeof value === "string" || Array.isArray(value) ? value.length : Object.keys(value).length;
    this.check(size === 0, "be empty", undefined, "not to be empty");
  });
  Assertion.property(["arguments", "Arguments"], function (value) { this.check(typeOf(value) === "arguments", `be arguments but got ${Object.prototype.toString.call(value).slice(8, -1)}`, undefined, "not be arguments"); });
  Assertion.property(["extensible"], function (value) { this.check(Object.isExtensible(value), "be extensible"); });
  Assertion.property(["sealed"], function (value) { this.check(Object.isSealed(value), "be sealed"); });
  Assertion.property(["frozen"], function (value) { this.check(Object.isFrozen(value), "be frozen"); });

  // The number, date or length that is compared, if each of the limits is of its kind.
  const comparable = (assertion, value, word, limits) => {
    const isLength = Boolean(assertion._flags.length);
    const kind = isLength ? "number" : typeOf(value);
    const size = isLength ? sizeOf(assertion, value) : value;
    if (kind !== "number" && kind !== "date") assertion.refuse(`expected ${show(value)} to be a number or a date`);
    if (limits.some((limit) => typeOf(limit) !== kind)) assertion.refuse(limits.length > 1 ? `the arguments to ${word} must be ${kind}s` : `the argument to ${word} must be a ${kind}`);
    return size;
  };
  const compared = (names, words, holds) =>
    Assertion.method(names, function (value, limit, message) {
      this._message = message ?? this._message;
      const size = comparable(this, value, names[0], [limit]);
      const [start, end] = this._flags.length ? ["have a length ", ` but got ${size}`] : ["be ", ""];
      this.check(holds(size, limit), `${start}${words} ${show(limit)}${end}`, this.compare(limit), `not ${start}${words} ${show(limit)}`);
    });
  compared(["above", "gt", "greaterThan"], "above", (left, right) => left > right);
  compared(["least", "gte", "greaterThanOrEqual"], "at least", (left, right) => left >= right);
  compared(["below", "lt", "lessThan"], "below", (left, right) => left < right);
  compared(["most", "lte", "lessThanOrEqual"], "at most", (left, right) => left <= right);
  Assertion.method(["within"], function (value, low, high, message) {
    this._message = message ?? this._message;
    const size = comparable(this, value, "within", [low, high]);
    this.check(size >= low && size <= high, `${this._flags.length ? "have a length " : "be "}within ${show(low)}..${show(high)}`);
  });
  Assertion.method(["closeTo", "approximately"], function (value, other, delta, message) {
    this._message = message ?? this._message;
    if (typeof value !== "number") this.refuse(`expected ${show(value)} to be a number`);
    if (typeof other !== "number" || typeof delta !== "number") this.refuse(`the arguments to closeTo or approximately must be numbers${delta === undefined ? ", and a delta is required" : ""}`);
    this.check(Math.abs(value - other) <= delta, `be close to ${other} +/- ${delta}`);
  });
  const hasLength = function (value, length, message) {
    this._message = message ?? this._message;
    const size = sizeOf(this, value);
    this.check(size == length, `have a length of ${length} but got ${size}`, { actual: size, expected: length }, `not have a length of ${length}`);
  };
  Assertion.both(["length", "lengthOf"], hasLength, "length");
  // Each member is a property of the value; negated, one that is not there is enough.
  const includesMembers = (assertion, part) => {
    const keys = Object.keys(part);
    const errors = keys.map((key) => {
      try {
        assertion._flags = { ...assertion._flags };
        new Assertion(assertion._value, assertion._message, assertion._flags).property(key, part[key]);
      } catch (error) {
        if (!(error instanceof AssertionError)) throw error;
        return error;
      }
    }).filter(Boolean);
    if (errors.length > (assertion._flags.not && keys.length > 1 ? keys.length - 1 : 0)) throw errors[0];
  };
  Assertion.both(["include", "includes", "contain", "contains"], function (value, part, message) {
    this._message = message ?? this._message;
    const kind = typeOf(value);
    const same = this._flags.deep ? isEqual : kind === "array" ? (left, right) => left === right : (left, right) => left === right || Object.is(left, right);
    let holds;
    if (kind === "string") holds = value.includes(String(part));
    else if (["map", "set", "array"].includes(kind)) holds = [...(kind === "map" ? value.values() : value)].some((each) => same(each, part));
    else if (kind === "weakset") holds = value.has(part);
    else if (isObject(part)) return includesMembers(this, part);
    else this.refuse(`the given combination of arguments (${kind} and ${typeOf(part)}) is invalid for this assertion. You can use an array, a map, an object, a set, a string, or a weakset instead of a ${typeOf(part)}`);
    this.check(holds, `${this._flags.deep ? "deep " : ""}include ${show(part)}`, this.compare(part));
  }, "contains");
  const property = function (value, name, ...rest) {
    this._message = rest[1] ?? this._message;
    if (!this._flags.nested && !["string", "number", "symbol"].includes(typeof name)) this.refuse("the argument to property must be a string, number, or symbol");
    if (value === null || value === undefined) this.refuse("Target cannot be null or undefined.");
    const [there, found] = follow(value, name, this._flags);
    const words = `have ${["deep", "own", "nested"].filter((flag) => this._flags[flag]).map((flag) => flag + " ").join("")}property ${show(name)}`;
    if (rest.length === 0) this.check(there, words);
    else {
      const holds = there && (this._flags.deep ? isEqual(found, rest[0]) : found === rest[0]);
      this.check(holds, there ? `${words} of ${show(rest[0])}, but got ${show(found)}` : words, { actual: found, expected: rest[0] }, `not ${words} of ${show(rest[0])}`);
    }
    return new Assertion(found, this._message, this._flags);
  };
  Assertion.method(["property"], property);
  Assertion.method(["ownProperty", "haveOwnProperty"], function (...given) {
    this._flags = { ...this._flags, own: true };
    return property.apply(this, given);
  });
  Assertion.method(["ownPropertyDescriptor", "haveOwnPropertyDescriptor"], function (value, name) {
    const found = Object.getOwnPropertyDescriptor(Object(value), name);
    this.check(found, `have an own property descriptor for ${show(name)}`);
    return new Assertion(found, this._message, this._flags);
  });
  Assertion.method(["keys", "key"], function (value, ...given) {
    const isList = typeOf(value) === "map" || typeOf(value) === "set";
    if (!isList && isObject(given[0]) && given.length > 1) this.refuse("when testing keys against an object or an array you must give a single Array|Object|String argument or multiple String arguments");
    const keys = isObject(given[0]) && !(isList && given.length > 1) ? (Array.isArray(given[0]) ? given[0] : Object.keys(given[0])) : given;
    if (keys.length === 0) this.refuse("keys required");
    const text = (key) => (isList || typeof key === "symbol" ? key : String(key));
    const own = isList ? [...value.keys()] : Object.keys(value);
    const wanted = keys.map(text);
    const isThere = (key) => own.some((one) => (this._flags.deep && isList ? isEqual(one, key) : one === key));
    const holds = this._flags.any ? wanted.some(isThere) : wanted.every(isThere) && (this._flags.contains || own.length === wanted.length);
    const [shown, last] = [wanted.map((key) => show(key)), this._flags.any ? "or" : "and"];
    const list = shown.length > 1 ? `keys ${shown.slice(0, -1).join(", ")}, ${last} ${shown.at(-1)}` : `key ${shown[0]}`;
    this.check(holds, `${this._flags.contains ? "contain" : "have"} ${list}`, { actual: own, expected: wanted });
  });
  Assertion.method(["members"], function (value, other) {
    const same = this._flags.deep ? isEqual : (left, right) => left === right;
    for (const list of [value, other]) if (!Array.isArray(list)) this.refuse(`expected ${show(list)} to be an array`);
    const words = `${this._flags.ordered ? "ordered " : ""}`;
    if (this._flags.contains) {
      const holds = this._flags.ordered ? other.every((each, index) => same(value[index], each)) : other.every((each) => value.some((one) => same(each, one)));
      return this.check(holds, `be ${this._flags.ordered ? "an " : "a "}${words}superset of ${show(other)}`, this.compare(other));
    }
    const rest = [...other];
    const holds = value.length === other.length && (this._flags.ordered ? value.every((each, index) => same(each, other[index])) : value.every((each) => {
      const index = rest.findIndex((one) => same(each, one));
      if (index >= 0) rest.splice(index, 1);
      return index >= 0;
    }));
    this.check(holds, `have the same ${words}members as ${show(other)}`, this.compare(other));
  });
  Assertion.method(["match", "matches"], function (value, pattern, message) {
    this._message = message ?? this._message;
    this.check(pattern.exec(value), `match ${pattern}`, undefined, `not to match ${pattern}`);
  });
  Assertion.method(["string"], function (value, part, message) {
    this._message = message ?? this._message;
    if (typeof value !== "string") this.refuse(`expected ${show(value)} to be a string`);
    this.check(value.includes(part), `contain ${show(part)}`);
  });
  Assertion.method(["oneOf"], function (value, list, message) {
    this._message = message ?? this._message;
    if (!Array.isArray(list)) this.refuse(`expected ${show(list)} to be an array`);
    const same = this._flags.deep ? isEqual : (left, right) => left === right;
    const all = this._flags.contains ? [].concat(value) : [value];
    this.check(list.some((each) => all.some((one) => same(one, each) || (this._flags.contains && typeof one === "string" && one.includes(each)))), `${this._flags.contains ? "contain" : "be"} one of ${show(list)}`);
  });
  Assertion.method(["satisfy", "satisfies"], function (value, check) { this.check(check(value), `satisfy ${show(check)}`); });
  Assertion.method(["instanceof", "instanceOf"], function (value, type) {
    if (typeof type !== "function") this.refuse(`The instanceof assertion needs a constructor but ${typeOf(type)} was given.`);
    this.check(value instanceof type, `be an instance of ${type.name}`);
  });
  Assertion.method(["respondTo"], function (value, name) { this.check(typeof (typeof value === "function" && !this._flags.itself ? value.prototype?.[name] : value?.[name]) === "function", `respond to ${show(name)}`); });
  Assertion.method(["throw", "throws", "Throw"], function (value, type, pattern, message) {
    this._message = message ?? this._message;
    if (typeof value !== "function") this.refuse(`expected ${show(value)} to be a function`);
    let error, thrown = false;
    try { value(); } catch (caught) { [error, thrown] = [caught, true]; }
    const [isClass, isError] = [typeof type === "function", type instanceof Error];
    const wanted = isClass || isError ? pattern : type;
    const text = String(error?.message ?? error);
    const isKind = thrown && (isError ? error === type : !isClass || error instanceof type);
    const isMatch = wanted === undefined || wanted === null || (wanted instanceof RegExp ? wanted.test(text) : text.includes(wanted));
    const name = isClass ? `'${type.name}'` : isError ? `'${type}'` : "an error";
    const words = !isKind ? `throw ${name}${thrown ? ` but '${error}' was thrown` : ""}` : `throw error ${wanted instanceof RegExp ? "matching" : "including"} ${show(wanted)} but got ${show(text)}`;
    this.check(isKind && isMatch, words, undefined, isMatch && wanted !== undefined ? `throw error not ${wanted instanceof RegExp ? "matching" : "including"} ${show(wanted)}` : `not throw ${name} but '${error}' was thrown`);
    return new Assertion(error, this._message, this._flags);
  });
  // How a call changes a number: of an object, or as a function gives it.
  for (const [name, holds] of Object.entries({ change: (delta) => delta !== 0, increase: (delta) => delta > 0, decrease: (delta) => delta < 0 }))
    Assertion.method([name, `${name}s`], function (value, subject, key) {
      const read = () => (typeof subject === "function" ? subject() : subject[key]);
      const before = read();
      value();
      const after = read();
      const isChanged = name === "change" && typeof before !== "number" ? before !== after : holds(after - before);
      this.check(isChanged, name);
      return Object.assign(new Assertion(after, this._message, this._flags), { _delta: Math.abs(after - before) });
    });
  Assertion.method(["by"], function (value, delta) { this.check(this._delta === delta, `change by ${delta}`); });
  // A word that is none is an error, and no check that passes.
  Object.setPrototypeOf(Assertion.prototype, new Proxy({}, {
    get(_target, key, receiver) {
      if (typeof key === "symbol" || key in Object.prototype || ["then", "catch", "inspect", "toJSON", "_delta", "__isResponse"].includes(key)) return Reflect.get(Object.prototype, key, receiver);
      throw new Error(`Invalid Chai property: ${key}`);
    },
  }));

  // MARK: Responses, as Postman and Bruno have them

  const statuses = [
    ["info", (code) => code < 200, "1xx"], ["success", (code) => code >= 200 && code < 300, "2xx"], ["redirection", (code) => code >= 300 && code < 400, "3xx"],
    ["clientError", (code) => code >= 400 && code < 500, "4xx"], ["serverError", (code) => code >= 500, "5xx"], ["error", (code) => code >= 400, "4xx or 5xx"],
    ["accepted", (code) => code === 202, "202"], ["badRequest", (code) => code === 400, "400"], ["unauthorized", (code) => code === 401, "401"],
    ["forbidden", (code) => code === 403, "403"], ["notFound", (code) => code === 404, "404"], ["rateLimited", (code) => code === 429, "429"],
  ];
  for (const [name, holds, word] of statuses)
    Assertion.property([name], function (response) { this.check(holds(response.code ?? response.status), `have a status of ${word} but got ${response.code ?? response.status}`, undefined, `not have a status of ${word}`); });
  Assertion.method(["status"], function (response, wanted) {
    const isWord = typeof wanted === "string";
    const own = isWord ? response.reason?.() ?? response.statusText : response.code ?? response.status;
    this.check(own === wanted, `have status ${isWord ? "reason" : "code"} ${show(wanted)} but got ${show(own)}`, { actual: own, expected: wanted }, `not have status ${isWord ? "reason" : "code"} ${show(wanted)}`);
  });
  Assertion.method(["header"], function (response, name, ...rest) {
    const value = globalThis.__headers.get(name);
    if (rest.length === 0) return this.check(value !== undefined, `have header ${show(name)}`);
    this.check(value === String(rest[0]), `have header ${show(name)} with value ${show(rest[0])} but got ${show(value)}`, { actual: value, expected: rest[0] });
  });
  Assertion.both(["body"], function (response, wanted) {
    const text = globalThis.__responseText();
    if (wanted === undefined) return this.check(text.length > 0, "have a body");
    this.check(wanted instanceof RegExp ? wanted.test(text) : text === wanted, `have body ${show(wanted)}`, { actual: text, expected: wanted });
  });
  Assertion.property(["withBody"], function () { this.check(globalThis.__responseText().length > 0, "have a body"); });
  Assertion.property(["json"], function (value) {
    if (!this._flags.response) return this.check(value !== null && typeof value === "object", "be JSON");
    let holds = true;
    try { JSON.parse(globalThis.__responseText()); } catch { holds = false; }
    this.check(holds, "be JSON");
  });
  Assertion.method(["jsonBody"], function (value, ...given) {
    let body = value;
    if (this._flags.response) try { body = JSON.parse(globalThis.__responseText()); } catch { body = undefined; }
    else body = value?.getBody?.() ?? value;
    if (given.length === 0) return this.check(body !== undefined && typeof body === "object", "have a JSON body");
    if (typeof given[0] !== "string") return this.check(isEqual(body, given[0]), `have JSON body ${show(given[0])}`, { actual: body, expected: given[0] });
    const found = path(given[0]).reduce((value, key) => value?.[key], body);
    if (given.length === 1) return this.check(found !== undefined, `have JSON body with ${show(given[0])}`);
    this.check(isEqual(found, given[1]), `have JSON body with ${show(given[0])} of ${show(given[1])} but got ${show(found)}`, { actual: found, expected: given[1] });
  });

  const expect = (value, message) => new Assertion(value, message, { response: Boolean(value && value.__isResponse) });
  expect.fail = (...given) => {
    const message = (given.length > 1 ? given[2] : given[0]) ?? "expect.fail()";
    throw new AssertionError(message, given.length > 1 ? { actual: given[0], expected: given[1] } : {});
  };

  // chai's assert: functions that take the value first.
  const assert = (holds, message) => { if (!holds) throw new AssertionError(message ?? "Unspecified AssertionError"); };
  // Rows of names, and how many values the words take; the message follows.
  const rows = {
    equal: (a, b, m) => assert(a == b, m ?? `expected ${show(a)} to equal ${show(b)}`), notEqual: (a, b, m) => assert(a != b, m ?? `expected ${show(a)} to not equal ${show(b)}`),
    throws: (a, ...rest) => expect(a).to.throw(...rest), doesNotThrow: (a, ...rest) => expect(a).to.not.throw(...rest), fail: expect.fail,
    operator: (a, word, b, m) => {
      const holds = { "==": a == b, "===": a === b, ">": a > b, ">=": a >= b, "<": a < b, "<=": a <= b, "!=": a != b, "!==": a !== b }[word];
      if (holds === undefined) throw new AssertionError(`Invalid operator "${word}"`);
      assert(holds, `${m ? `${m}: ` : ""}expected ${show(a)} to be ${word} ${show(b)}`);
    },
    doesNotHaveAnyKeys: (a, keys, m) => expect(a, m).to.not.have.any.keys(keys), doesNotHaveAllKeys: (a, keys, m) => expect(a, m).to.not.have.all.keys(keys),
    exists: (a, m) => expect(a, m).to.exist, notExists: (a, m) => expect(a, m).to.not.exist, isDefined: (a, m) => expect(a, m).to.not.be.undefined, notOk: (a, m) => expect(a, m).to.not.be.ok, isNotOk: (a, m) => expect(a, m).to.not.be.ok,
    deepStrictEqual: (a, b, m) => expect(a, m).to.eql(b), Throw: (a, ...rest) => expect(a).to.throw(...rest),
  };
  for (const [name, check] of Object.entries({ ok: (e) => e.ok, isOk: (e) => e.ok, isTrue: (e) => e.true, isFalse: (e) => e.false, isNull: (e) => e.null, isUndefined: (e) => e.undefined, isNaN: (e) => e.NaN, isFinite: (e) => e.finite, isEmpty: (e) => e.empty, isFrozen: (e) => e.frozen, isSealed: (e) => e.sealed, isExtensible: (e) => e.extensible })) {
    rows[name] = (a, m) => { check(expect(a, m)); };
    if (!["isUndefined", "isFinite"].includes(name)) rows[name.replace(/^is(?=[A-Z])/, "isNot")] ??= (a, m) => { check(expect(a, m).not); };
  }
  for (const kind of ["Array", "Object", "String", "Number", "Boolean", "Function"]) {
    rows[`is${kind}`] = (a, m) => { expect(a, m).to.be.a(kind); };
    rows[`isNot${kind}`] = (a, m) => { expect(a, m).to.not.be.a(kind); };
  }
  // With `not` before it, the name begins with "not".
  for (const [name, check] of Object.entries({
    strictEqual: (e, b) => e.equal(b), deepEqual: (e, b) => e.eql(b), typeOf: (e, b) => e.a(b), instanceOf: (e, b) => e.instanceOf(b), include: (e, b) => e.include(b), deepInclude: (e, b) => e.deep.include(b), nestedInclude: (e, b) => e.nested.include(b),
    match: (e, b) => e.match(b), property: (e, b) => e.property(b), nestedProperty: (e, b) => e.nested.property(b), ownProperty: (e, b) => e.own.property(b), lengthOf: (e, b) => e.lengthOf(b), isAbove: (e, b) => e.above(b), isAtLeast: (e, b) => e.least(b), isBelow: (e, b) => e.below(b), isAtMost: (e, b) => e.most(b),
    oneOf: (e, b) => e.oneOf(b), sameMembers: (e, b) => e.members(b), sameDeepMembers: (e, b) => e.deep.members(b), sameOrderedMembers: (e, b) => e.ordered.members(b), includeMembers: (e, b) => e.include.members(b), includeDeepMembers: (e, b) => e.include.deep.members(b),
    hasAllKeys: (e, b) => e.all.keys(b), hasAnyKeys: (e, b) => e.any.keys(b), containsAllKeys: (e, b) => e.contain.all.keys(b),
  })) {
    rows[name] = (a, b, m) => { check(expect(a, m).to, b); };
    rows[`not${name.charAt(0).toUpperCase()}${name.slice(1)}`] = (a, b, m) => { check(expect(a, m).to.not, b); };
  }
  for (const [name, check] of Object.entries({ propertyVal: (e, b, c) => e.property(b, c), deepPropertyVal: (e, b, c) => e.deep.property(b, c), nestedPropertyVal: (e, b, c) => e.nested.property(b, c), closeTo: (e, b, c) => e.closeTo(b, c), approximately: (e, b, c) => e.closeTo(b, c) })) {
    rows[name] = (a, b, c, m) => { check(expect(a, m).to, b, c); };
    rows[`not${name.charAt(0).toUpperCase()}${name.slice(1)}`] = (a, b, c, m) => { check(expect(a, m).to.not, b, c); };
  }
  Object.assign(globalThis, { expect, assert: Object.assign(assert, rows), __AssertionError: AssertionError, __show: show, __isEqual: isEqual, __Assertion: Assertion });
})();
