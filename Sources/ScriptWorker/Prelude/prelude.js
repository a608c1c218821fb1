// What scripts find: `bru`, `req`, `res`, `test`, `console`, timers. All that reaches outside goes through `__host`, which the process that
// started this one answers; it decides what is allowed.
(() => {
  const host = globalThis.__host;
  delete globalThis.__host;
  const [toText, fromText] = [JSON.stringify, JSON.parse];
  // Says something, and waits for nothing.
  const say = (kind, values) => host(toText({ kind, ...values }));
  // Asks for something, and waits for it.
  const ask = (call, values) => {
    const reply = fromText(host(toText({ kind: "call", call, ...values })));
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply.value;
  };
  const state = ask("state", {});
  // JSON as its value, all else as it is.
  const valueOf = (text) => {
    try {
      return fromText(text);
    } catch {
      return text;
    }
  };
  for (const name of ["WebAssembly", "SharedArrayBuffer", "Atomics"]) delete globalThis[name];

  // How often scripts have read the status, so that a test is known that reads it; `used` are the reads that have been logged, or belong to a test.
  const statusReads = { count: 0, used: 0 };
  const countReads = (target, name) => {
    const value = target[name];
    Object.defineProperty(target, name, { get() { statusReads.count += 1; return value; }, enumerable: true });
  };

  // MARK: Console

  const isText = (value) => typeof value === "string";
  const words = (values) => values.map((value) => (isText(value) ? value : value instanceof Error ? String(value) : safeText(value))).join(" ");
  const safeText = (value) => {
    try {
      return value !== null && typeof value === "object" ? toText(value) ?? String(value) : String(value);
    } catch {
      return globalThis.__show(value);
    }
  };
  const log = (level) => (...values) => {
    say("log", { level, text: words(values) });
    statusReads.used = statusReads.count;
  };
  globalThis.console = {
    log: log("info"), info: log("info"), debug: log("debug"), warn: log("warning"), error: log("error"), trace: log("debug"), table: log("info"),
    dir: log("info"), count() {}, group() {}, groupEnd() {}, clear() {}, time() {}, timeEnd() {}, assert: (holds, ...values) => { if (!holds) log("error")("Assertion failed", ...values); },
  };

  // MARK: Variables

  // Nearest first, as a request sees them.
  const order = ["runtime", "request", "folder", "environment", "collection", "global"];
  const scopes = state.scopes;
  for (const name of order) for (const key of Object.keys((scopes[name] ??= {}))) scopes[name][key] = fromText(scopes[name][key]);
  const isName = (name) => /^[\w.-]+$/.test(name);
  const lookUp = (name) => {
    for (const scope of order) if (Object.hasOwn(scopes[scope], name)) return scopes[scope][name];
    return undefined;
  };
  const asText = (value) => (value === undefined || value === null ? "" : typeof value === "object" ? toText(value) : String(value));
  const interpolate = (value, depth = 0) => {
    if (value !== null && typeof value === "object") return fromText(interpolate(toText(value), depth));
    if (!isText(value)) return value;
    return value.replace(/\{\{([^{}]+)\}\}/g, (whole, name) => {
      const found = name.startsWith("process.env.") ? processValue(name.slice(12)) : lookUp(name.trim());
      if (found !== undefined) return depth < 10 ? interpolate(asText(found), depth + 1) : asText(found);
      return name.startsWith("$") ? ask("dynamic", { name }) ?? whole : whole;
    });
  };
  const processValue = (name) => (Object.hasOwn(state.process, name) ? state.process[name] : undefined);
  const variables = (scope, { isReadOnly = false } = {}) => ({
    has: (name) => Object.hasOwn(scopes[scope], name),
    get: (name) => interpolate(scopes[scope][name]),
    set(name, value) {
      if (isReadOnly) throw new Error(`variables of ${scope} cannot be set`);
      if (name === undefined || name === null || name === "") throw new Error("a variable needs a name");
      if (!isName(name)) throw new Error(`the variable name "${name}" has other characters than letters, digits, _, . and -`);
      scopes[scope][name] = value;
      say("set", { scope, name: String(name), value: toText(value) ?? "null" });
    },
    delete(name) {
      delete scopes[scope][name];
      say("unset", { scope, name: String(name) });
    },
    all: () => ({ ...scopes[scope] }),
    clear() {
      for (const name of Object.keys(scopes[scope])) this.delete(name);
    },
  });
  const [runtime, environment, collection, global] = ["runtime", "environment", "collection", "global"].map((scope) => variables(scope));

  // MARK: Header lists

  const pairOf = (name, value) => (typeof name === "string" && value === undefined ? name.split(/:\s*(.*)/s).slice(0, 2) : name !== null && typeof name === "object" ? [name.key ?? name.name, name.value, name.disabled] : [name, value]);
  class HeaderList {
    constructor(rows, changed) {
      this._rows = rows;
      this._changed = changed;
    }
    _index(name) {
      return this._rows.findIndex(([each]) => each.toLowerCase() === String(name).toLowerCase());
    }
    _same(name) {
      return this._rows.filter(([each]) => each.toLowerCase() === String(name).toLowerCase());
    }
    get(name) {
      const found = this._same(name).map(([, value]) => value);
      return found.length ? found.join(", ") : undefined;
    }
    one(name) {
      const index = this._index(name);
      return index < 0 ? undefined : this._object(this._rows[index]);
    }
    has(name, value) {
      return this._same(name?.key ?? name).some((row) => value === undefined || row[1] === value);
    }
    _object([key, value]) {
      return { key, name: key, value, toString: () => `${key}: ${value}` };
    }
    all() {
      return this._rows.map((row) => this._object(row));
    }
    idx(index) {
      return this._rows[index] && this._object(this._rows[index]);
    }
    count() {
      return this._rows.length;
    }
    indexOf(item) {
      return this._index(item?.key ?? item);
    }
    each(body) {
      this.all().forEach(body);
    }
    map(body) {
      return this.all().map(body);
    }
    filter(body) {
      return this.all().filter(body);
    }
    find(body) {
      return this.all().find(body);
    }
    reduce(...given) {
      return this.all().reduce(...given);
    }
    toObject() {
      return Object.fromEntries(this._rows.map(([name, value]) => [name, value]));
    }
    toJSON() {
      return this.all().map(({ key, value }) => ({ key, value }));
    }
    toString() {
      return this._rows.map(([name, value]) => `${name}: ${value}`).join("\n");
    }
    [Symbol.iterator]() {
      return this.all()[Symbol.iterator]();
    }
    _change() {
      if (!this._changed) throw new Error("this list cannot be changed here");
      this._changed();
    }
    add(name, value) {
      const pair = pairOf(name, value);
      this._rows.push([String(pair[0]), asText(pair[1])]);
      this._change();
    }
    upsert(name, value) {
      const pair = pairOf(name, value);
      const index = this._index(pair[0]);
      if (index < 0) return this.add(name, value);
      this._rows[index] = [this._rows[index][0], asText(pair[1])];
      this._change();
    }
    remove(name) {
      const wanted = typeof name === "function" ? name : ({ key }) => key.toLowerCase() === String(name?.key ?? name).toLowerCase();
      this._rows.splice(0, this._rows.length, ...this._rows.filter((row) => !wanted(this._object(row))));
      this._change();
    }
    clear() {
      this._rows.length = 0;
      this._change();
    }
    populate(list) {
      for (const each of Array.isArray(list) ? list : Object.entries(list).map(([key, value]) => ({ key, value }))) this.add(each);
    }
    repopulate(list) {
      this.clear();
      this.populate(list);
    }
    assimilate(list) {
      for (const each of Array.isArray(list) ? list : Object.entries(list).map(([key, value]) => ({ key, value }))) this.upsert(each);
    }
  }
  // Names in lower case, as Bruno has those of responses; values of one name are joined.
  const plainHeaders = (rows, isLower) => {
    const found = {};
    for (const [name, value] of rows) {
      const key = isLower ? name.toLowerCase() : name;
      if (isLower && key === "set-cookie") (found[key] ??= []).push(value);
      else found[key] = isLower && key in found ? `${found[key]}, ${value}` : value;
    }
    return found;
  };

  // MARK: The request

  const request = state.request;
  const changed = (part) => () => { request.changed[part] = true; };
  request.changed = {};
  const headerList = new HeaderList(request.headers, changed("headers"));
  const isForm = () => request.body === "" && (request.form?.length ?? 0) > 0;
  const parsedBody = () => (isForm() ? request.form.map(([name, value]) => ({ name, value })) : request.bodyKind === "json" ? valueOf(request.body) : request.body);
  const urlParts = (url) => {
    const [, scheme = "", host = "", path = "", query = ""] = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? [];
    return { scheme, host, path, query };
  };
  const req = {
    getUrl: () => request.url,
    setUrl(url) { request.url = asText(url); changed("url")(); },
    getHost: () => urlParts(interpolate(request.url)).host,
    getPath: () => urlParts(interpolate(request.url)).path || "/",
    getQueryString: () => urlParts(interpolate(request.url)).query,
    getPathParams: () => request.pathParams,
    getMethod: () => request.method,
    setMethod(method) { request.method = asText(method); changed("method")(); },
    getAuthMode: () => request.authMode,
    getName: () => state.name,
    getTags: () => request.tags,
    getExecutionMode: () => state.mode,
    getExecutionPlatform: () => "cli",
    getHeader: (name) => headerList.get(name),
    setHeader(name, value) { headerList.upsert(name, value); },
    deleteHeader(name) { headerList.remove(name); },
    getHeaders: () => plainHeaders(request.headers, false),
    setHeaders(values) { headerList.repopulate(values); },
    deleteHeaders(names) { for (const name of names) headerList.remove(name); },
    getBody: (options) => (options?.raw ? request.body : parsedBody()),
    setBody(value, options) {
      request.body = isText(value) || options?.raw ? asText(value) : toText(value, null, 2);
      if (request.bodyKind === "none" || !isText(value)) request.bodyKind = isText(value) ? "text" : "json";
      changed("body")();
    },
    getTimeout: () => request.timeout,
    setTimeout(milliseconds) { request.timeout = Number(milliseconds); changed("timeout")(); },
    setMaxRedirects(count) { request.maxRedirects = Number(count); changed("maxRedirects")(); },
    disableParsingResponseJson() { state.keepsText = true; },
    onFail() { log("warning")("req.onFail is not available: its function is not called"); },
    headerList,
  };
  const accessors = (target, rows) => {
    for (const [name, get, set] of rows) Object.defineProperty(target, name, { get, set, enumerable: true, configurable: true });
  };
  accessors(req, [
    ["url", req.getUrl, req.setUrl], ["method", req.getMethod, req.setMethod], ["headers", req.getHeaders, req.setHeaders], ["body", () => req.getBody(), (value) => req.setBody(value)],
    ["timeout", req.getTimeout, req.setTimeout], ["name", req.getName], ["pathParams", req.getPathParams], ["tags", req.getTags],
  ]);

  // MARK: The response

  const response = state.response;
  if (response) for (const name of ["status", "statusText"]) countReads(response, name);
  const text = () => {
    if (!response) return "";
    if (response.bodyProblem) throw new Error(response.bodyProblem);
    return (response.body ??= ask("body", {}));
  };
  let body;
  const parsed = () => {
    if (body) return body.value;
    body = { value: state.keepsText ? text() : valueOf(text()) };
    return body.value;
  };
  // What is set counts for the scripts after this one, too.
  const setBody = (value) => {
    body = { value };
    [response.made, response.body] = [toText(value) ?? "null", asText(value)];
  };
  if (response?.made !== undefined) setBody(fromText(response.made));
  const responseHeaders = new HeaderList(response?.headers ?? []);
  // What `res("a.b[0]..name[?]", filter)` finds. A name applied to a list maps over it; lists are flattened and lose their nulls, and an empty one
  // is nothing found. `[?]` takes the next of the filters: true and false choose, other results take the place of the value.
  // Source: Bruno, packages/bruno-query.
  const isNothing = (value) => value === null || value === undefined;
  const flattened = (value) => {
    if (!Array.isArray(value)) return value;
    const all = value.flat(Infinity).filter((each) => !isNothing(each));
    return all.length ? all : undefined;
  };
  const memberOf = (value, name, isDeep) => {
    if (!value || typeof value !== "object") return undefined;
    if (Array.isArray(value)) return flattened(value.map((each) => memberOf(each, name, isDeep)));
    const others = isDeep ? Object.keys(value).filter((key) => key !== name) : [];
    return flattened(isDeep ? [value[name], ...others.map((key) => memberOf(value[key], name, true))] : value[name]);
  };
  const chosen = (value, filter) => {
    const holds = typeof filter === "function" ? filter : (each) => Object.entries(filter).every(([key, wanted]) => each[key] === wanted);
    const found = [value].flat().filter((each) => !isNothing(each)).flatMap((each) => {
      const result = holds(each);
      return result === true ? [each] : result === false || isNothing(result) ? [] : [result];
    });
    return flattened(Array.isArray(value) ? found : found[0]);
  };
  const query = (value, path, filters) => {
    let [found, before, next] = [value, "", 0];
    for (const step of String(path).replace(/\s+/g, "").split(/(\.{1,2}|\[\?\]|\[\d+\])/).filter(Boolean)) {
      if (isNothing(found)) break;
      if (step === "[?]") {
        if (isNothing(filters[next])) throw new Error(`missing function for ${before}`);
        found = chosen(found, filters[next++]);
      } else if (/^\[?\d+\]?$/.test(step)) found = flattened(found[step.replace(/[[\]]/g, "")]);
      else if (!step.startsWith(".")) found = memberOf(found, step.replace(/[[\]]/g, ""), before === "..");
      before = step;
    }
    return found;
  };
  let res;
  if (response) {
    res = (path, ...filters) => query(parsed(), path, filters);
    for (const name of ["name", "length"]) delete res[name];
    Object.assign(res, {
      getStatus: () => response.status,
      getStatusText: () => response.statusText,
      getHeader: (name) => responseHeaders.get(name),
      getHeaders: () => plainHeaders(response.headers, true),
      getBody: (options) => (options?.raw ? text() : parsed()),
      setBody,
      getResponseTime: () => response.time,
      getUrl: () => response.url,
      getSize: () => response.size,
      headerList: responseHeaders,
      __isResponse: true,
    });
    accessors(res, [
      ["status", () => response.status], ["statusText", () => response.statusText], ["headers", res.getHeaders], ["body", parsed, setBody],
      ["responseTime", () => response.time], ["url", () => response.url], ["size", () => response.size],
    ]);
  }
  globalThis.__headers = responseHeaders;
  globalThis.__responseText = text;

  // MARK: Tests

  const results = [];
  let waiting = [];
  // The place of the script that an error comes from, and not of what it called here.
  const own = new Set(["expect.js", "prelude.js", "postman.js", "schema.js", "html.js", "moment.js", "lodash.js", "modules.js", "prelude"]);
  const place = (error) => {
    for (const row of isText(error?.stack) ? error.stack.split("\n") : []) {
      const found = /^(?:.*@)?(.+):(\d+):(\d+)$/.exec(row);
      if (found && !own.has(found[1])) return { file: found[1], line: Number(found[2]), column: Number(found[3]) };
    }
    return { line: error?.line, column: error?.column, file: error?.sourceURL };
  };
  const test = (name, check) => {
    const row = { name: String(name), index: results.length };
    const readsBefore = statusReads.count;
    results.push(row);
    const end = (values) => {
      Object.assign(row, values);
      say("test", { ...row, readsStatus: statusReads.count > readsBefore });
    };
    const fail = (error) => end({
      outcome: "failed", message: error instanceof globalThis.__AssertionError ? error.message : String(error),
      ...(error && "actual" in Object(error) ? { actual: safeText(error.actual), expected: safeText(error.expected) } : {}), ...place(error),
    });
    if (typeof check !== "function") return fail(new TypeError("the test has no function"));
    let promise;
    try {
      promise = check.length === 0 ? check() : new Promise((resolve, reject) => { Promise.resolve(check((error) => (error ? reject(error) : resolve()))).catch(reject); });
    } catch (error) {
      return fail(error);
    }
    if (typeof promise?.then !== "function") return end({ outcome: "passed" });
    const ended = promise.then(() => end({ outcome: "passed" }), fail);
    waiting.push(ended);
    return ended;
  };
  test.skip = (name) => {
    const row = { name: String(name), index: results.length, outcome: "skipped", message: "skipped by the script" };
    results.push(row);
    say("test", row);
  };

  // MARK: Timers and requests

  let timers = [], lastTimer = 0;
  const wait = (milliseconds) => { ask("sleep", { milliseconds: Math.max(0, Number(milliseconds) || 0) }); };
  globalThis.setTimeout = (body, milliseconds = 0, ...given) => {
    timers.push({ id: ++lastTimer, at: (timers.now ?? 0) + (Number(milliseconds) || 0), body: () => body(...given) });
    return lastTimer;
  };
  // Each time is a timer of its own, with the number of the first.
  globalThis.setInterval = (body, milliseconds = 0, ...given) => {
    const id = globalThis.setTimeout(() => {
      timers.push({ id, at: (timers.now ?? 0) + (Number(milliseconds) || 1), body: again });
      body(...given);
    }, milliseconds);
    const again = timers.at(-1).body;
    return id;
  };
  globalThis.setImmediate = (body, ...given) => globalThis.setTimeout(body, 0, ...given);
  globalThis.clearImmediate = globalThis.clearTimeout = globalThis.clearInterval = (id) => { timers = Object.assign(timers.filter((each) => each.id !== id), { now: timers.now }); };
  // Runs the timer that is due next; false when there is none.
  const runTimer = () => {
    if (timers.length === 0) return false;
    const now = timers.now ?? 0;
    const next = timers.reduce((best, each) => (each.at < best.at ? each : best));
    timers = Object.assign(timers.filter((each) => each !== next), { now: next.at });
    wait(next.at - now);
    next.body();
    return true;
  };

  // A request as axios takes it.
  const sendable = (config) => {
    const given = isText(config) ? { url: config } : config ?? {};
    const headers = Object.entries(given.headers ?? {}).filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => [name, asText(value)]);
    const has = (wanted) => headers.some(([name]) => name.toLowerCase() === wanted);
    const isForm = (value) => value instanceof globalThis.URLSearchParams;
    const data = isForm(given.data) ? String(given.data) : given.data ?? given.body;
    const pairs = isForm(given.params) ? String(given.params) : Object.entries(given.params ?? {}).filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(asText(value))}`).join("&");
    if (isForm(given.data) && !has("content-type")) headers.push(["Content-Type", "application/x-www-form-urlencoded"]);
    if (data !== undefined && data !== null && !isText(data) && !has("content-type")) headers.push(["Content-Type", "application/json"]);
    if (given.auth?.username !== undefined) headers.push(["Authorization", `Basic ${toBase64(toUTF8(`${given.auth.username}:${given.auth.password ?? ""}`))}`]);
    const url = asText(given.baseURL ?? "") + asText(given.url);
    return {
      url: interpolate(pairs ? url + (url.includes("?") ? "&" : "?") + pairs : url), method: asText(given.method ?? "GET").toUpperCase(), headers: headers.map(([name, value]) => [name, interpolate(value)]),
      body: data === undefined || data === null ? undefined : interpolate(isText(data) ? data : toText(data)), timeout: Number(given.timeout) || 0,
    };
  };
  // As axios does, unless `validateStatus` says otherwise: a status that is not 2xx is an error, with the response.
  const isGood = (status) => status >= 200 && status < 300;
  const sendRequest = (config, callback) => {
    let promise;
    try {
      const answer = ask("sendRequest", { request: sendable(config) });
      const response = { ...answer, data: valueOf(answer.body), config, headers: plainHeaders(answer.headers, true), __rows: answer.headers };
      const validate = config?.validateStatus === undefined ? isGood : config.validateStatus ?? (() => true);
      if (!validate(answer.status)) throw Object.assign(new Error(`Request failed with status code ${answer.status}`), { name: "AxiosError", isAxiosError: true, status: answer.status, response, config });
      promise = Promise.resolve(response);
    } catch (error) {
      promise = Promise.reject(error);
    }
    if (!callback) return promise;
    const called = promise.then((answer) => callback(null, answer), (error) => callback(error, null));
    waiting.push(called);
    return called;
  };

  // MARK: bru

  const flow = (values) => say("flow", values);
  // Gives a promise; or calls back, if the last argument is a function.
  const later = (body) => (...given) => {
    const callback = typeof given.at(-1) === "function" ? given.pop() : undefined;
    const promise = new Promise((resolve) => resolve(body(...given)));
    if (!callback) return promise;
    const called = promise.then((value) => callback(null, value), (error) => callback(error, undefined));
    waiting.push(called);
    return called;
  };
  const urlNow = () => response?.url ?? interpolate(request.url);
  const cookiesOf = (url) => ask("cookies", { action: "all", url: interpolate(asText(url)) }).map((each) => ({
    key: each.name, name: each.name, value: each.value, domain: each.domain, path: each.path, secure: each.isSecure ?? false, httpOnly: each.isHTTPOnly ?? false, hostOnly: each.isHostOnly ?? true,
    sameSite: each.sameSite, expires: each.expires === undefined ? undefined : new Date(each.expires).toISOString(), toString: () => `${each.name}=${each.value}`,
  }));
  const setCookie = (url, given, value) => {
    const all = given !== null && typeof given === "object" ? given : { key: given, value };
    const expires = all.expires === undefined || all.expires === "Infinity" ? NaN : new Date(all.expires).getTime();
    ask("cookies", { action: "set", url: interpolate(asText(url)), cookie: {
      name: asText(all.key ?? all.name), value: interpolate(asText(all.value)), domain: all.domain, path: all.path, sameSite: all.sameSite, isSecure: all.secure, isHTTPOnly: all.httpOnly,
      expires: Number.isNaN(expires) ? undefined : expires, maxAge: Number.isFinite(all.maxAge) ? all.maxAge : undefined,
    } });
  };
  const deleteCookie = (url, name) => { ask("cookies", { action: "delete", url: interpolate(asText(url)), name: name === undefined ? undefined : asText(name) }); };
  const cookieNamed = (url, name) => cookiesOf(url).find((each) => each.key === name);
  const jar = () => ({
    getCookie: later((url, name) => cookieNamed(url, name) ?? null), getCookies: later(cookiesOf), hasCookie: later((url, name) => cookieNamed(url, name) !== undefined),
    setCookie: later(setCookie), setCookies: later((url, all) => all.forEach((each) => setCookie(url, each))),
    deleteCookie: later(deleteCookie), deleteCookies: later((url) => deleteCookie(url)), clear: later(() => { ask("cookies", { action: "clear" }); }),
  });
  const received = (state.response?.headers ?? []).filter(([name]) => name.toLowerCase() === "set-cookie").map(([, value]) => {
    const [name, ...rest] = value.split(";")[0].split("=");
    return { key: name.trim(), name: name.trim(), value: rest.join("=").trim(), toString: () => `${name.trim()}=${rest.join("=").trim()}` };
  });
  // What the response sets can be read without the jar.
  const cookiesNow = () => {
    try {
      return cookiesOf(urlNow());
    } catch (error) {
      if (received.length === 0) throw error;
      return received;
    }
  };
  const bru = {
    cookies: {
      get: (name) => cookiesNow().findLast((each) => each.key === name)?.value, one: (name) => cookiesNow().findLast((each) => each.key === name),
      has: (name, value) => cookiesNow().some((each) => each.key === name && (value === undefined || each.value === value)),
      all: () => cookiesNow(), idx: (index) => cookiesNow()[index], count: () => cookiesNow().length, indexOf: (item) => cookiesNow().findIndex((each) => each.key === (item?.key ?? item)),
      each: (body) => cookiesNow().forEach(body), map: (body) => cookiesNow().map(body), filter: (body) => cookiesNow().filter(body), find: (body) => cookiesNow().find(body),
      reduce: (...given) => cookiesNow().reduce(...given), toObject: () => Object.fromEntries(cookiesNow().map(({ key, value }) => [key, value])),
      toJSON: () => cookiesNow(), toString: () => cookiesNow().join("; "),
      add: (...given) => setCookie(urlNow(), ...given), upsert: (...given) => setCookie(urlNow(), ...given),
      remove: (item) => deleteCookie(urlNow(), item?.key ?? item), delete: (item) => deleteCookie(urlNow(), item?.key ?? item), clear: () => deleteCookie(urlNow()), jar,
    },
    cwd: () => "/", getEnvName: () => state.environment, getCollectionName: () => state.collection, isSafeMode: () => true,
    getProcessEnv: (name) => processValue(name), interpolate,
    hasEnvVar: environment.has, getEnvVar: environment.get, setEnvVar: environment.set, deleteEnvVar: environment.delete,
    getAllEnvVars: environment.all, deleteAllEnvVars: () => environment.clear(),
    hasGlobalEnvVar: global.has, getGlobalEnvVar: global.get, setGlobalEnvVar: global.set, deleteGlobalEnvVar: global.delete,
    getAllGlobalEnvVars: global.all, deleteAllGlobalEnvVars: () => global.clear(),
    hasVar: runtime.has, getVar: runtime.get, setVar: runtime.set, deleteVar: runtime.delete, getAllVars: runtime.all, deleteAllVars: () => runtime.clear(),
    hasCollectionVar: collection.has, getCollectionVar: collection.get, setCollectionVar: collection.set, deleteCollectionVar: collection.delete,
    getAllCollectionVars: collection.all, deleteAllCollectionVars: () => collection.clear(),
    getFolderVar: (name) => interpolate(scopes.folder[name]), getRequestVar: (name) => interpolate(scopes.request[name]),
    getSecretVar: (name) => lookUp(name),
    setNextRequest: (name) => flow(name === null ? { action: "stop" } : { action: "next", name: String(name) }),
    runner: {
      setNextRequest: (name) => bru.setNextRequest(name),
      skipRequest: () => flow({ action: "skip" }),
      stopExecution: () => flow({ action: "stop" }),
      // There is one row, without values.
      iterationIndex: state.iteration, totalIterations: state.iterationCount,
      iterationData: { get: (name) => (state.data ?? {})[name], has: (name) => Object.hasOwn(state.data ?? {}, name), unset: (name) => { delete (state.data ?? {})[name]; }, stringify: () => toText(state.data ?? {}) },
    },
    sleep: async (milliseconds) => wait(milliseconds),
    sendRequest,
    runRequest: async (path) => {
      const { response: answer, problem, status, variables: set } = ask("runRequest", { path: String(path) });
      for (const { scope, name, json } of set) {
        if (json === undefined) delete scopes[scope][name];
        else scopes[scope][name] = fromText(json);
      }
      if (!answer) return { status, statusText: problem, error: problem, headers: {}, data: null, responseTime: 0 };
      const data = valueOf(answer.body);
      return { ...answer, data, body: data, headers: plainHeaders(answer.headers, true), responseTime: answer.time, duration: answer.time };
    },
    disableParsingResponseJson: () => req.disableParsingResponseJson(), getOauth2CredentialVar: () => undefined, resetOauth2Credential() {},
    getTestResults: async () => results.filter((row) => row.outcome !== "skipped").map((row) => ({ ...row, description: row.name, status: row.outcome === "passed" ? "pass" : "fail" })),
    getAssertionResults: async () => [],
    visualize() {},
    utils: { minifyJson: (value) => toText(isText(value) ? fromText(value) : value), minifyXml: (value) => String(value).replace(/>\s+</g, "><").trim() },
  };

  // MARK: Bytes, chance and digests

  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const toBase64 = (bytes) => {
    let text = "";
    for (let index = 0; index < bytes.length; index += 3) {
      const [a, b, c] = [bytes[index], bytes[index + 1], bytes[index + 2]];
      text += alphabet[a >> 2] + alphabet[((a & 3) << 4) | ((b ?? 0) >> 4)] + (b === undefined ? "=" : alphabet[((b & 15) << 2) | ((c ?? 0) >> 6)]) + (c === undefined ? "=" : alphabet[c & 63]);
    }
    return text;
  };
  const fromBase64 = (text) => {
    const bytes = [];
    let [bits, count] = [0, 0];
    for (const sign of String(text).replace(/-/g, "+").replace(/_/g, "/")) {
      const value = alphabet.indexOf(sign);
      if (value < 0) continue;
      bits = ((bits << 6) | value) & 0xffffff;
      count += 6;
      if (count >= 8) bytes.push((bits >> (count -= 8)) & 255);
    }
    return bytes;
  };
  const toUTF8 = (text) => {
    const bytes = [];
    for (const sign of String(text)) {
      const code = sign.codePointAt(0);
      if (code < 0x80) bytes.push(code);
      else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
      else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
      else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    }
    return bytes;
  };
  const fromUTF8 = (bytes) => {
    try {
      return decodeURIComponent(Array.from(bytes, (byte) => "%" + byte.toString(16).padStart(2, "0")).join(""));
    } catch {
      return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : "\uFFFD")).join("");
    }
  };
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const fromHex = (text) => (String(text).match(/[\da-f]{2}/gi) ?? []).map((pair) => parseInt(pair, 16));
  const randomBytes = (count) => fromBase64(ask("random", { count: Math.min(65536, Number(count) || 0) }));
  const digest = (algorithm, bytes, key) => fromBase64(ask("digest", { algorithm, data: toBase64(bytes), key: key && toBase64(key) }));
  globalThis.btoa = (text) => toBase64(Array.from(String(text), (sign) => {
    if (sign.charCodeAt(0) > 255) throw new Error("btoa: a character is beyond Latin-1");
    return sign.charCodeAt(0);
  }));
  globalThis.atob = (text) => String.fromCharCode(...fromBase64(text));

  Object.assign(globalThis, { bru, req, test });
  if (res) globalThis.res = res;

  // MARK: Running

  let problem;
  const settled = { count: 0 };
  Object.defineProperty(globalThis, "__worker", {
    value: {
      state, scopes, statusReads, ask, say, asText, wait, interpolate, lookUp, runtime, environment, collection, global, headerList, HeaderList, plainHeaders, responseHeaders, text, parsed, sendRequest, flow,
      received, count: () => results.length, toBase64, fromBase64, toUTF8, fromUTF8, hex, fromHex, randomBytes, digest, processValue, request, response,
      later,
      // Waits for a promise at the end.
      hold(promise) {
        waiting.push(promise);
        return promise;
      },
      // A segment's promise: its error ends the program.
      follow(promise) {
        settled.isOpen = true;
        promise.then(
          () => { settled.isOpen = false; },
          (error) => {
            problem = { message: error instanceof Error ? `${error.name}: ${error.message}` : safeText(error), ...place(error) };
            settled.isOpen = false;
          });
        return "";
      },
      // Whether there is more to do: "more", "done", or "stuck" on a promise that nothing will settle.
      step() {
        if (runTimer()) return "more";
        if (settled.isOpen) return "stuck";
        if (waiting.length) {
          const all = waiting;
          waiting = [];
          settled.isOpen = true;
          Promise.all(all).then(() => { settled.isOpen = false; }, () => { settled.isOpen = false; });
          return "more";
        }
        return "done";
      },
      problem: () => (problem ? toText(problem) : ""),
      changes: () => toText({
        url: request.changed.url ? request.url : undefined, method: request.changed.method ? request.method : undefined,
        form: request.changed.form ? request.form : undefined, headers: request.changed.headers ? request.headers : undefined, body: request.changed.body ? request.body : undefined,
        bodyKind: request.changed.body ? request.bodyKind : undefined, timeout: request.changed.timeout ? request.timeout : undefined,
        maxRedirects: request.changed.maxRedirects ? request.maxRedirects : undefined, responseBody: response?.made,
      }),
    },
  });
})();
