// Postman's API, on the same values. Source: https://learning.postman.com/docs/tests-and-scripts/write-scripts/postman-sandbox-reference/overview/
(() => {
  const own = globalThis.__worker;
  const { state, runtime, environment, collection, global, headerList, HeaderList, response, request, text, asText } = own;
  const scope = (values, name) => ({
    name, get: (key) => values.get(key), set: (key, value) => values.set(key, value), has: (key) => values.has(key), unset: (key) => values.delete(key),
    clear: () => values.clear(), toObject: () => values.all(), replaceIn: own.interpolate,
  });
  const pairOf = (each) => (typeof each === "string" ? each.split(/:\s*(.*)/s).slice(0, 2) : [each.key ?? each.name, asText(each.value)]);
  const rowsOf = (list) => (typeof list === "string" ? [pairOf(list)] : typeof list?.all === "function" ? list.all().map(pairOf) : Array.isArray(list) ? list.filter((each) => !each?.disabled).map(pairOf) : Object.entries(list ?? {}).map(([key, value]) => [key, asText(value)]));
  const urlObject = () => {
    const parts = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/?#:]*)(?::(\d+))?([^?#]*)(?:\?([^#]*))?/i.exec(request.url) ?? [];
    const pairs = (parts[5] ?? "").split("&").filter(Boolean).map((pair) => pair.split(/=(.*)/s));
    const query = new HeaderList(pairs.map(([key, value]) => [key, value ?? ""]), () => globalThis.req.setUrl(request.url.replace(/(\?[^#]*)?(#.*)?$/, (_, _query, hash) => (query.count() ? "?" + query.map(({ key, value }) => `${key}=${value}`).join("&") : "") + (hash ?? ""))));
    const added = (given) => (typeof given === "string" ? given.replace(/^\?/, "").split("&").map((pair) => pair.split(/=(.*)/s)).map(([key, value]) => ({ key, value: value ?? "" })) : [].concat(given));
    return {
      query, addQueryParams(given) { query.populate(added(given)); }, removeQueryParams(given) { for (const name of [].concat(given)) query.remove(name); }, update(value) { globalThis.req.setUrl(asText(value)); },
      protocol: parts[1], host: (parts[2] ?? "").split("."), port: parts[3], path: (parts[4] ?? "").split("/").slice(1),
      variables: new HeaderList(Object.entries(request.pathParams ?? {})),
      getHost: () => parts[2] ?? "", getPath: () => parts[4] || "/", getQueryString: () => parts[5] ?? "", getPathWithQuery: () => (parts[4] || "/") + (parts[5] ? `?${parts[5]}` : ""),
      getRaw: () => request.url, toString: () => request.url, toJSON: () => request.url, valueOf: () => request.url,
    };
  };
  // Rows of a form; those of parts cannot be changed.
  const formOf = (kind) => (request.bodyKind !== kind ? undefined : Object.assign(new HeaderList((request.form ??= []), kind === urlencoded ? () => { request.changed.form = true; } : undefined), { toString() { return this.map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join("&"); } }));
  const [urlencoded, multipart] = ["form-urlencoded", "multipart-form"];
  const bodyOf = () => ({
    mode: { none: undefined, [urlencoded]: "urlencoded", [multipart]: "formdata", graphql: "graphql", file: "file" }[request.bodyKind] ?? (request.bodyKind === "none" ? undefined : "raw"), urlencoded: formOf(urlencoded), formdata: formOf(multipart), get raw() { return request.body; }, set raw(value) { globalThis.req.setBody(asText(value)); },
    update(value) { globalThis.req.setBody(asText(value?.raw ?? value)); }, isEmpty: () => !request.body, toString: () => request.body, toJSON: () => ({ mode: "raw", raw: request.body }),
  });
  const pmRequest = {
    get url() { return urlObject(); }, set url(value) { globalThis.req.setUrl(asText(value?.toString?.() ?? value)); },
    get method() { return request.method; }, set method(value) { globalThis.req.setMethod(value); },
    headers: headerList, get body() { return bodyOf(); }, set body(value) { globalThis.req.setBody(asText(value?.raw ?? value)); },
    auth: { type: request.authMode }, name: state.name, addHeader: (value) => headerList.add(value), removeHeader: (name) => headerList.remove(name),
    upsertHeader: (value) => headerList.upsert(value), forEachHeader: (body) => headerList.each(body), addQueryParams: (given) => urlObject().addQueryParams(given), removeQueryParams: (given) => urlObject().removeQueryParams(given), getHeaders: () => headerList.toObject(), toJSON: () => ({ url: request.url, method: request.method, header: headerList.toJSON() }),
  };
  // One shape for the response of the request and for those of `pm.sendRequest`.
  const answer = (values, headers, textOf) => {
    const made = {
      __isResponse: true, get code() { return values.status; }, get status() { return values.statusText; }, responseTime: values.time, responseSize: values.size?.body, headers,
      text: textOf, json: () => JSON.parse(textOf()), reason: () => values.statusText, size: () => values.size ?? {}, mime: () => ({ type: headers.get("content-type") }),
      dataURI: () => `data:${headers.get("content-type") ?? ""};base64,${own.toBase64(own.toUTF8(textOf()))}`, cookies: new HeaderList([]), get body() { return textOf(); }, get stream() { return globalThis.Buffer.from(textOf()); },
      details: () => ({ code: values.status, name: values.statusText }),
    };
    Object.defineProperty(made, "to", { get: () => globalThis.expect(made).to });
    Object.defineProperty(made, "not", { get: () => globalThis.expect(made).not });
    return made;
  };
  // A URL as a text, or in its parts.
  const urlOf = (url) => {
    if (url === null || typeof url !== "object") return asText(url);
    if (url.getRaw) return url.getRaw();
    if (url.raw !== undefined) return asText(url.raw);
    const joined = (part, mark) => (Array.isArray(part) ? part.join(mark) : asText(part));
    const query = (url.query ?? []).filter((each) => !each.disabled).map(({ key, value }) => `${key}=${asText(value)}`).join("&");
    return `${url.protocol ? `${url.protocol}://` : ""}${joined(url.host, ".")}${url.port ? `:${url.port}` : ""}${url.path ? `/${joined(url.path, "/").replace(/^\//, "")}` : ""}${query ? `?${query}` : ""}`;
  };
  // Credentials of a request: rows of keys and values, or an object.
  const authorize = (made, auth) => {
    const rows = Object.fromEntries(rowsOf(auth?.[auth.type] ?? {}));
    if (auth?.type === "basic") made.auth = { username: rows.username ?? "", password: rows.password ?? "" };
    else if (auth?.type === "bearer") made.headers.Authorization = `Bearer ${rows.token ?? ""}`;
    else if (auth?.type === "apikey" && rows.in !== "query") made.headers[rows.key] = rows.value ?? "";
    else if (auth?.type === "apikey") made.url += `${made.url.includes("?") ? "&" : "?"}${rows.key}=${encodeURIComponent(rows.value ?? "")}`;
  };
  const sendable = (given) => {
    if (typeof given === "string") return { url: given };
    if (given === pmRequest) return { url: request.url, method: request.method, headers: headerList.toObject(), data: request.body || undefined };
    const body = given.body?.toJSON?.() ?? given.body;
    const made = { url: urlOf(given.url), method: given.method, headers: Object.fromEntries(rowsOf(given.header ?? given.headers)) };
    authorize(made, given.auth);
    if (body && typeof body === "object") {
      if (body.mode === "urlencoded") [made.data, made.headers["Content-Type"]] = [rowsOf(body.urlencoded).map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join("&"), "application/x-www-form-urlencoded"];
      else if (body.mode === "raw" || body.raw !== undefined) made.data = typeof body.raw === "string" ? body.raw : JSON.stringify(body.raw);
      else if (body.mode === "graphql") made.data = JSON.stringify(body.graphql);
      else if (body.mode === "formdata") throw new Error("pm.sendRequest sends no form data with files or parts here; use urlencoded or raw");
    } else if (body !== undefined) made.data = asText(body);
    return made;
  };
  const variables = {
    get: (key) => own.interpolate(own.lookUp(key)), has: (key) => own.lookUp(key) !== undefined, set: (key, value) => runtime.set(key, value), unset: (key) => runtime.delete(key),
    replaceIn: own.interpolate, toObject: () => Object.assign({}, ...[global, collection, environment, runtime].map((each) => each.all())), clear: () => runtime.clear(),
  };
  const pm = {
    environment: scope(environment, state.environment), collectionVariables: scope(collection, state.collection), globals: scope(global), variables,
    iterationData: { get: (key) => (state.data ?? {})[key], has: (key) => Object.hasOwn(state.data ?? {}, key), unset: (key) => { delete (state.data ?? {})[key]; }, toObject: () => ({ ...state.data }), toJSON: () => ({ ...state.data }), replaceIn: own.interpolate },
    test: globalThis.test, expect: globalThis.expect, request: pmRequest,
    info: { requestName: state.name, requestId: state.path, eventName: response ? "test" : "prerequest", iteration: state.iteration, iterationCount: state.iterationCount },
    sendRequest(given, callback) {
      let made;
      try {
        made = own.sendRequest({ ...sendable(given), validateStatus: null });
      } catch (error) {
        made = Promise.reject(error);
      }
      const shaped = made.then((value) => answer(value, new HeaderList(value.__rows), () => value.body));
      if (!callback) return shaped;
      return own.hold(shaped.then((value) => callback(null, value), (error) => callback(error, undefined)));
    },
    execution: { setNextRequest: (name) => globalThis.bru.setNextRequest(name), skipRequest: () => globalThis.bru.runner.skipRequest(), location: { current: state.name } },
    setNextRequest: (name) => globalThis.bru.setNextRequest(name),
    visualizer: { set: () => globalThis.console.debug("pm.visualizer is not available: nothing is drawn"), clear() {} },
    cookies: {
      get: (name) => globalThis.bru.cookies.get(name), has: (name) => globalThis.bru.cookies.has(name), toObject: () => globalThis.bru.cookies.toObject(),
      jar() {
        const jar = globalThis.bru.cookies.jar();
        const get = async (url, name) => (await jar.getCookie(url, name))?.value;
        return { get: own.later(get), getAll: jar.getCookies, set: jar.setCookie, unset: jar.deleteCookie, clear: jar.deleteCookies };
      },
    },
    vault: { get() { throw new Error("pm.vault is not available"); }, set() { throw new Error("pm.vault is not available"); } },
    require(name) {
      const [, packageName] = /^npm:(@?[^@]+)/.exec(String(name)) ?? [];
      if (packageName === undefined) throw new Error(`pm.require: ${name} is not available: packages of Postman's library are not here`);
      return globalThis.require(packageName);
    },
  };
  if (response) pm.response = answer(response, own.responseHeaders, text);

  // The names of before 2018.
  const postman = {
    setEnvironmentVariable: environment.set, getEnvironmentVariable: environment.get, clearEnvironmentVariable: environment.delete, clearEnvironmentVariables: () => environment.clear(),
    setGlobalVariable: global.set, getGlobalVariable: global.get, clearGlobalVariable: global.delete, clearGlobalVariables: () => global.clear(),
    getResponseHeader: (name) => own.responseHeaders.get(name), getResponseCookie: (name) => globalThis.bru.cookies.one(name), setNextRequest: (name) => globalThis.bru.setNextRequest(name),
  };
  globalThis.test.index = () => own.count();
  // Tests whose condition was made of the status: it was read since the test before.
  const ofStatus = new Set();
  const tests = new Proxy({}, {
    set(target, name, holds) {
      if (own.statusReads.count > own.statusReads.used) ofStatus.add(name);
      own.statusReads.used = own.statusReads.count;
      return Reflect.set(target, name, holds);
    },
  });
  const legacy = {
    // The variables themselves: what a script sets is there at once.
    pm, postman, tests, iteration: state.iteration, data: state.data ?? {}, environment: own.scopes.environment, globals: own.scopes.global,
    request: { url: request.url, method: request.method, headers: headerList.toObject(), data: request.body, name: state.name },
  };
  if (response)
    Object.assign(legacy, {
      responseCode: { get code() { return response.status; }, get name() { return response.statusText; }, get detail() { return response.statusText; } }, responseTime: response.time,
      responseHeaders: Object.fromEntries(response.headers), responseCookies: own.received,
    });
  // Names that a script may declare itself: `let tests` and `const data` are no errors, since these are properties and no declarations.
  for (const [name, value] of Object.entries(legacy)) if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  if (response) Object.defineProperty(globalThis, "responseBody", { get: text, set() {}, configurable: true });
  // Texts had this in Postman: `responseBody.has("a")`.
  Object.defineProperty(String.prototype, "has", { value(part) { return this.includes(part); }, writable: true, configurable: true });
  // `tests["name"] = condition` becomes a test at the end of a script.
  own.endLegacy = () => {
    const found = globalThis.tests === tests ? tests : globalThis.tests ?? {};
    for (const [name, holds] of Object.entries(found)) {
      globalThis.test(name, () => {
        if (ofStatus.has(name)) own.statusReads.count += 1;
        if (!holds) throw new globalThis.__AssertionError("expected the condition to be true");
      });
      delete found[name];
    }
  };
})();
