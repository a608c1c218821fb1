// The assertions of chai 4 that scripts use, in its words. Source: https://www.chaijs.com/api/bdd/
(() => {
  const show = (value, depth = 0) => {
    if (typeof value === "string") return `'${value}'`;
    if (typeof value === "function") return value.name ? `[Function: ${value.name}]` : "[Function]";
    if (typeof value === "symbol" || typeof value === "bigint") return String(value);
    if (value === null || typeof value !== "object") return String(value);
    if (value instanceof RegExp || value instanceof Date) return String(value);
    if (value instanceof Error) return `[${value}]`;
    if (depth > 2) return Array.isArray(value) ? "[ ... ]" : "{ ... }";
    const short = (parts, [open, close]) => {
      const text = parts.slice(0, 20).join(", ") + (parts.length > 20 ? `, ... ${parts.length - 20} more` : "");
      return parts.length ? `${open} ${text.length > 400 ? text.slice(0, 400) + "..." : text} ${close}` : open + close;
    };
    if (Array.isArray(value)) return short(value.map((each) => show(each, depth + 1)), "[]");
    if (value instanceof Map || value instanceof Set) return short([...value].map((each) => show(each, depth + 1)), "{}");
    return short(Object.keys(value).map((key) => `${/^\w+$/.test(key) ? key : `'${key}'`}: ${show(value[key], depth + 1)}`), "{}");
  };

  const isEqual = (left, right, seen = new Map()) => {
    if (Object.is(left, right) || left === right) return true;
    if (typeof left !== "object" || typeof right !== "object" || !left || !right) return false;
    if (Object.prototype.toString.call(left) !== Object.prototype.toString.call(right)) return false;
    if (seen.get(left) === right) return true;
    seen.set(left, right);
    if (left instanceof Date) return left.getTime() === right.getTime();
    if (left instanceof RegExp) return String(left) === String(right);
    if (left instanceof Map || left instanceof Set) return isEqual([...left], [...right], seen);
    const keys = Object.keys(left);
    return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key], right[key], seen));
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
  const path = (text) => String(text).split(/[.[\]]+/).filter((part) => part !== "");
  // Whether a property is there, and its value; `nested` and `own` as the flags say.
  const follow = (value, name, { nested, own }) => (nested ? path(name) : [name]).reduce(([there, found], key) => {
    const isThere = there && found !== null && found !== undefined && (own ? Object.hasOwn(Object(found), key) : key in Object(found));
    return [isThere, isThere ? found[key] : undefined];
  }, [true, value]);
  const sizeOf = (value) => (value instanceof Map || value instanceof Set ? value.size : typeof value === "object" && value && value.length === undefined ? Object.keys(value).length : value?.length);

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
        get() { return new Assertion(this._value, this._message, { ...this._flags, [name]: name === "not" ? !this._flags.not : true }); },
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

    // `words` follow "expected VALUE to ".
    check(holds, words, details, negated = `not ${words}`) {
      if (Boolean(holds) !== Boolean(this._flags.not)) return;
      const claim = !this._flags.not ? `to ${words}` : words === "be empty" ? "not to be empty" : `to ${negated}`;
      const text = `expected ${this._flags.response ? "response" : show(this._value)} ${claim}`;
      throw new AssertionError(this._message ? `${this._message}: ${text}` : text, details);
    }
    compare(expected) {
      return { actual: this._value, expected };
    }
  }

  for (const name of ["to", "be", "been", "is", "that", "which", "and", "has", "have", "with", "at", "of", "same", "but", "does", "still", "also"]) Assertion.word(name);
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
    this.check(typeOf(value) === wanted, `be ${article(wanted)}`);
  });
  Assertion.property(["ok"], function (value) { this.check(this._flags.response ? value.code >= 200 && value.code < 300 : value, this._flags.response ? "have a status of 2xx" : "be truthy"); });
  for (const [name, wanted] of [["true", true], ["false", false], ["null", null], ["undefined", undefined]])
    Assertion.property([name], function (value) { this.check(value === wanted, `be ${name}`, this.compare(wanted)); });
  Assertion.property(["NaN"], function (value) { this.check(Number.isNaN(value), "be NaN"); });
  Assertion.property(["finite"], function (value) { this.check(Number.isFinite(value), "be a finite number"); });
  Assertion.property(["exist", "exists"], function (value) { this.check(value !== null && value !== undefined, "exist"); });
  Assertion.property(["empty"], function (value) { this.check(sizeOf(value) === 0, "be empty"); });
  Assertion.property(["extensible"], function (value) { this.check(Object.isExtensible(value), "be extensible"); });
  Assertion.property(["sealed"], function (value) { this.check(Object.isSealed(value), "be sealed"); });
  Assertion.property(["frozen"], function (value) { this.check(Object.isFrozen(value), "be frozen"); });

  const compared = (names, words, holds) =>
    Assertion.method(names, function (value, limit, message) {
      this._message = message ?? this._message;
      const size = this._flags.length ? sizeOf(value) : value;
      if (typeof size !== "number" && !(size instanceof Date)) throw new AssertionError(`expected ${show(size)} to be a number or a date`);
      this.check(holds(size, limit), `${this._flags.length ? "have a length " : "be "}${words} ${show(limit)}`, this.compare(limit));
    });
  compared(["above", "gt", "greaterThan"], "above", (left, right) => left > right);
  compared(["least", "gte", "greaterThanOrEqual"], "at least", (left, right) => left >= right);
  compared(["below", "lt", "lessThan"], "below", (left, right) => left < right);
  compared(["most", "lte", "lessThanOrEqual"], "at most", (left, right) => left <= right);
  Assertion.method(["within"], function (value, low, high) {
    const size = this._flags.length ? sizeOf(value) : value;
    this.check(size >= low && size <= high, `be within ${low}..${high}`);
  });
  Assertion.method(["closeTo", "approximately"], function (value, other, delta) {
    this.check(Math.abs(value - other) <= delta, `be close to ${other} +/- ${delta}`);
  });
  const hasLength = function (value, length, message) {
    this._message = message ?? this._message;
    const size = sizeOf(value);
    this.check(size === length, `have a length of ${length} but got ${size}`, { actual: size, expected: length }, `not have a length of ${length}`);
  };
  Assertion.both(["length", "lengthOf"], hasLength, "length");
  Assertion.both(["include", "includes", "contain", "contains"], function (value, part, message) {
    this._message = message ?? this._message;
    const same = this._flags.deep ? isEqual : (left, right) => left === right || Object.is(left, right);
    let holds = false;
    if (typeof value === "string") holds = value.includes(String(part));
    else if (value instanceof Map || value instanceof Set || Array.isArray(value)) holds = [...(value instanceof Map ? value.values() : value)].some((each) => same(each, part));
    else if (value && typeof value === "object" && part && typeof part === "object")
      holds = Object.keys(part).every((key) => { const [there, found] = follow(value, key, this._flags); return there && same(found, part[key]); });
    else if (value && typeof value === "object") holds = part in value;
    else if (!this._flags.not) throw new AssertionError(`object tested must be an array, a map, an object, a set, a string, or a weakset, but ${typeOf(value)} given`);
    this.check(holds, `${this._flags.deep ? "deep " : ""}include ${show(part)}`, this.compare(part));
  }, "contains");
  Assertion.method(["property"], function (value, name, ...rest) {
    if (value === null || value === undefined) throw new AssertionError("Target cannot be null or undefined.");
    const [there, found] = follow(value, name, this._flags);
    const words = `have ${this._flags.nested ? "nested " : ""}property ${show(name)}`;
    if (rest.length === 0) this.check(there, words);
    else {
      const holds = there && (this._flags.deep ? isEqual(found, rest[0]) : found === rest[0]);
      this.check(holds, there ? `${words} of ${show(rest[0])}, but got ${show(found)}` : words, { actual: found, expected: rest[0] }, `not ${words} of ${show(rest[0])}`);
    }
    return new Assertion(found, this._message, { ...this._flags, not: false });
  });
  Assertion.method(["ownProperty", "haveOwnProperty"], function (value, name) { this.check(Object.hasOwn(Object(value), name), `have own property ${show(name)}`); });
  Assertion.method(["keys", "key"], function (value, ...given) {
    const keys = given.length === 1 && typeof given[0] === "object" ? (Array.isArray(given[0]) ? given[0] : Object.keys(given[0])) : given;
    const own = value instanceof Map ? [...value.keys()] : Object.keys(Object(value)).map(String);
    const wanted = keys.map(String);
    const holds = this._flags.any ? wanted.some((key) => own.includes(key)) : wanted.every((key) => own.includes(key)) && (this._flags.contains || own.length === wanted.length);
    this.check(holds, `have ${wanted.length === 1 ? "key" : "keys"} ${wanted.map((key) => show(key)).join(this._flags.any ? ", or " : ", ")}`);
  });
  Assertion.method(["members"], function (value, other) {
    const same = this._flags.deep ? isEqual : (left, right) => left === right;
    if (this._flags.contains) {
      return this.check(other.every((each) => value.some((one) => same(each, one))), `be a superset of ${show(other)}`, this.compare(other));
    }
    const rest = [...other];
    const holds = value.length === other.length && (this._flags.ordered ? value.every((each, index) => same(each, other[index])) : value.every((each) => {
      const index = rest.findIndex((one) => same(each, one));
      if (index >= 0) rest.splice(index, 1);
      return index >= 0;
    }));
    this.check(holds, `have the same members as ${show(other)}`, this.compare(other));
  });
  Assertion.method(["match", "matches"], function (value, pattern) { this.check(pattern.test(value), `match ${pattern}`); });
  Assertion.method(["string"], function (value, part) { this.check(typeof value === "string" && value.includes(part), `contain ${show(part)}`); });
  Assertion.method(["oneOf"], function (value, list) {
    const same = this._flags.deep ? isEqual : (left, right) => left === right;
    const all = this._flags.contains ? [].concat(value) : [value];
    this.check(list.some((each) => all.some((one) => same(one, each) || (this._flags.contains && typeof one === "string" && one.includes(each)))), `be one of ${show(list)}`);
  });
  Assertion.method(["satisfy", "satisfies"], function (value, check) { this.check(check(value), `satisfy ${show(check)}`); });
  Assertion.method(["instanceof", "instanceOf"], function (value, type) { this.check(value instanceof type, `be an instance of ${type.name}`); });
  Assertion.method(["respondTo"], function (value, name) { this.check(typeof (typeof value === "function" ? value.prototype[name] : value?.[name]) === "function", `respond to ${show(name)}`); });
  Assertion.method(["throw", "throws", "Throw"], function (value, type, pattern) {
    let error, thrown = false;
    try { value(); } catch (caught) { [error, thrown] = [caught, true]; }
    const words = typeof type === "function" ? type : undefined;
    const wanted = words ? pattern : type;
    const holds = thrown && (!words || error instanceof words) && (wanted === undefined || (wanted instanceof RegExp ? wanted.test(error?.message ?? error) : String(error?.message ?? error).includes(wanted)));
    this.check(holds, `throw ${words ? words.name : "an error"}`);
    return new Assertion(error);
  });

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
    const message = given.length > 1 ? given[2] ?? `expected ${show(given[0])} to equal ${show(given[1])}` : given[0] ?? "expect.fail()";
    throw new AssertionError(message, given.length > 1 ? { actual: given[0], expected: given[1] } : {});
  };

  // chai's assert: functions that take the value first.
  const assert = (holds, message) => { if (!holds) throw new AssertionError(message ?? "Unspecified AssertionError"); };
  const rows = {
    equal: (a, b, m) => assert(a == b, m ?? `expected ${show(a)} to equal ${show(b)}`), notEqual: (a, b, m) => assert(a != b, m ?? `expected ${show(a)} to not equal ${show(b)}`),
    strictEqual: (a, b, m) => expect(a, m).to.equal(b), notStrictEqual: (a, b, m) => expect(a, m).to.not.equal(b),
    deepEqual: (a, b, m) => expect(a, m).to.eql(b), notDeepEqual: (a, b, m) => expect(a, m).to.not.eql(b),
    ok: (a, m) => expect(a, m).to.be.ok, isOk: (a, m) => expect(a, m).to.be.ok, notOk: (a, m) => expect(a, m).to.not.be.ok, isNotOk: (a, m) => expect(a, m).to.not.be.ok,
    isTrue: (a, m) => expect(a, m).to.be.true, isFalse: (a, m) => expect(a, m).to.be.false, isNull: (a, m) => expect(a, m).to.be.null, isNotNull: (a, m) => expect(a, m).to.not.be.null,
    isUndefined: (a, m) => expect(a, m).to.be.undefined, isDefined: (a, m) => expect(a, m).to.not.be.undefined, exists: (a, m) => expect(a, m).to.exist,
    isArray: (a, m) => expect(a, m).to.be.an("array"), isObject: (a, m) => expect(a, m).to.be.an("object"), isString: (a, m) => expect(a, m).to.be.a("string"),
    isNumber: (a, m) => expect(a, m).to.be.a("number"), isBoolean: (a, m) => expect(a, m).to.be.a("boolean"), isFunction: (a, m) => expect(a, m).to.be.a("function"),
    typeOf: (a, b, m) => expect(a, m).to.be.a(b), instanceOf: (a, b, m) => expect(a, m).to.be.instanceOf(b), include: (a, b, m) => expect(a, m).to.include(b), notInclude: (a, b, m) => expect(a, m).to.not.include(b),
    match: (a, b, m) => expect(a, m).to.match(b), property: (a, b, m) => expect(a, m).to.have.property(b), notProperty: (a, b, m) => expect(a, m).to.not.have.property(b),
    propertyVal: (a, b, c, m) => expect(a, m).to.have.property(b, c), lengthOf: (a, b, m) => expect(a, m).to.have.lengthOf(b), isAbove: (a, b, m) => expect(a, m).to.be.above(b),
    isAtLeast: (a, b, m) => expect(a, m).to.be.at.least(b), isBelow: (a, b, m) => expect(a, m).to.be.below(b), isAtMost: (a, b, m) => expect(a, m).to.be.at.most(b),
    isEmpty: (a, m) => expect(a, m).to.be.empty, isNotEmpty: (a, m) => expect(a, m).to.not.be.empty, oneOf: (a, b, m) => expect(a, m).to.be.oneOf(b),
    throws: (a, ...rest) => expect(a).to.throw(...rest), doesNotThrow: (a, ...rest) => expect(a).to.not.throw(...rest), fail: expect.fail, isNaN: (a, m) => expect(a, m).to.be.NaN, notExists: (a, m) => expect(a, m).to.not.exist,
    isNotArray: (a, m) => expect(a, m).to.not.be.an("array"), notMatch: (a, b, m) => expect(a, m).to.not.match(b), closeTo: (a, b, c, m) => expect(a, m).to.be.closeTo(b, c), sameMembers: (a, b, m) => expect(a, m).to.have.members(b),
    includeMembers: (a, b, m) => expect(a, m).to.include.members(b), deepInclude: (a, b, m) => expect(a, m).to.deep.include(b), nestedProperty: (a, b, m) => expect(a, m).to.have.nested.property(b), hasAllKeys: (a, b, m) => expect(a, m).to.have.all.keys(b),
    containsAllKeys: (a, b, m) => expect(a, m).to.include.all.keys(b), hasAnyKeys: (a, b, m) => expect(a, m).to.have.any.keys(b), notTypeOf: (a, b, m) => expect(a, m).to.not.be.a(b),
  };
  Object.assign(globalThis, { expect, assert: Object.assign(assert, rows), __AssertionError: AssertionError, __show: show, __isEqual: isEqual, __Assertion: Assertion });
})();
