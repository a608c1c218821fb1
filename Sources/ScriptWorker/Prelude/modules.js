// `require`, and what scripts require most: small versions of our own. Files come from the process that started this one.
(() => {
  const own = globalThis.__worker;
  const { moment, _, ask, toBase64, fromBase64, toUTF8, fromUTF8, hex, fromHex, digest, randomBytes } = own;

  // MARK: Bytes

  const decode = (text, encoding = "utf8") => {
    switch (String(encoding).toLowerCase()) {
      case "base64": case "base64url": return fromBase64(text);
      case "hex": return fromHex(text);
      case "latin1": case "binary": case "ascii": return Array.from(String(text), (sign) => sign.charCodeAt(0) & 255);
      default: return toUTF8(text);
    }
  };
  const encode = (bytes, encoding = "utf8") => {
    switch (String(encoding).toLowerCase()) {
      case "base64": return toBase64(bytes);
      case "base64url": return toBase64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
      case "hex": return hex(bytes);
      case "latin1": case "binary": case "ascii": return String.fromCharCode(...bytes);
      default: return fromUTF8(bytes);
    }
  };
  class Buffer extends Uint8Array {
    static from(value, encoding) {
      if (typeof value === "string") return super.from(decode(value, encoding));
      return super.from(value instanceof ArrayBuffer ? new Uint8Array(value) : value?.data ?? value);
    }
    static alloc(count, fill = 0) { return super.from(Array.from({ length: count }, () => fill)); }
    static concat(list) { return Buffer.from(list.flatMap((each) => [...each])); }
    static isBuffer(value) { return value instanceof Buffer; }
    static byteLength(text, encoding) { return decode(text, encoding).length; }
    toString(encoding) { return encode(this, encoding); }
    toJSON() { return { type: "Buffer", data: [...this] }; }
    static compare(left, right) { const [a, b] = [encode(left, "hex"), encode(right, "hex")]; return a < b ? -1 : a > b ? 1 : 0; }
    readUInt8(at = 0) { return this[at]; }
    indexOf(value, from) { return typeof value === "number" ? super.indexOf(value, from) : encode(this, "latin1").indexOf(encode(Buffer.from(value), "latin1"), from); }
    includes(value, from) { return this.indexOf(value, from) >= 0; }
    slice(from, to) { return this.subarray(from, to); }
    equals(other) { return this.toString("hex") === Buffer.from(other).toString("hex"); }
  }

  // MARK: Digests

  const algorithm = (name) => String(name).toLowerCase().replace("-", "");
  const hash = (name, key) => {
    let bytes = [];
    const made = {
      update(value, encoding) { bytes = bytes.concat(typeof value === "string" ? decode(value, encoding) : [...value]); return made; },
      digest(encoding) { const result = digest(algorithm(name), bytes, key); return encoding ? encode(result, encoding) : Buffer.from(result); },
    };
    return made;
  };
  const bytesOf = (value) => (typeof value === "string" ? toUTF8(value) : [...value]);
  const crypto = {
    createHash: (name) => hash(name), createHmac: (name, key) => hash(name, bytesOf(key)), randomBytes: (count) => Buffer.from(randomBytes(count)),
    getRandomValues: (array) => { array.set(randomBytes(array.length)); return array; }, randomUUID: () => uuid(),
    randomInt: (low, high) => { const [from, to] = high === undefined ? [0, low] : [low, high]; return from + Math.floor((parseInt(hex(randomBytes(6)), 16) / 2 ** 48) * (to - from)); },
  };
  const uuid = () => {
    const bytes = randomBytes(16);
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  };
  class WordArray {
    constructor(bytes) { this.bytes = bytes; }
    // Numbers of 32 bits, the highest byte first.
    static of_(words, count = words.length * 4) {
      if (ArrayBuffer.isView(words) || words instanceof ArrayBuffer) return new WordArray([...new Uint8Array(words.buffer ?? words)]);
      return new WordArray(words.flatMap((word) => [24, 16, 8, 0].map((shift) => (word >>> shift) & 255)).slice(0, count));
    }
    get sigBytes() { return this.bytes.length; }
    set sigBytes(count) { this.bytes = this.bytes.slice(0, count); }
    get words() { return Array.from({ length: Math.ceil(this.bytes.length / 4) }, (_, index) => [0, 1, 2, 3].reduce((word, at) => (word << 8) | (this.bytes[index * 4 + at] ?? 0), 0)); }
    toString(encoder) { return (encoder ?? CryptoJS.enc.Hex).stringify(this); }
    concat(other) { this.bytes = this.bytes.concat(other.bytes); return this; }
    clone() { return new WordArray([...this.bytes]); }
    clamp() {}
  }
  const encoder = (encoding) => ({ stringify: (words) => encode(words.bytes, encoding), parse: (text) => new WordArray([...decode(text, encoding)]) });
  const wordsOf = (value) => (value instanceof WordArray ? value.bytes : toUTF8(value));
  // What is not among the members is an error, and never the usual.
  const only = (name, members) => new Proxy(members, { get: (_, key) => { if (typeof key === "string" && key !== "toJSON" && !(key in members)) throw new Error(`${name}.${String(key)} is not available`); return members[key]; } });
  const CryptoJS = {
    enc: { Hex: encoder("hex"), Base64: encoder("base64"), Base64url: encoder("base64url"), Utf8: encoder("utf8"), Latin1: encoder("latin1") },
    lib: { WordArray: { random: (count) => new WordArray(randomBytes(count)), create: (words = [], count) => WordArray.of_(words, count) } }, algo: {},
    mode: only("CryptoJS.mode", { CBC: "CBC", ECB: "ECB" }), pad: only("CryptoJS.pad", { Pkcs7: "Pkcs7" }),
    PBKDF2(password, salt, { keySize = 4, iterations = 250000, hasher = CryptoJS.algo.SHA256 } = {}) {
      const [key, start] = [wordsOf(password), wordsOf(salt)];
      let made = [];
      for (let block = 1; made.length < keySize * 4; block++) {
        let part = digest(hasher.own, [...start, ...WordArray.of_([block]).bytes], key), sum = part;
        for (let round = 1; round < iterations; round++) {
          part = digest(hasher.own, part, key);
          sum = sum.map((byte, index) => byte ^ part[index]);
        }
        made = made.concat(sum);
      }
      return new WordArray(made.slice(0, keySize * 4));
    },
  };
  // A digest that takes its bytes piece by piece.
  const running = (name, key) => {
    let bytes = [];
    const made = { update(value) { bytes = bytes.concat(wordsOf(value)); return made; }, finalize(value) { if (value !== undefined) made.update(value); return new WordArray(digest(name, bytes, key)); }, reset() { bytes = []; return made; } };
    return made;
  };
  for (const name of ["MD5", "SHA1", "SHA224", "SHA256", "SHA384", "SHA512"]) {
    CryptoJS[name] = (value) => new WordArray(digest(algorithm(name), wordsOf(value)));
    CryptoJS[`Hmac${name}`] = (value, key) => new WordArray(digest(algorithm(name), wordsOf(value), wordsOf(key)));
    CryptoJS.algo[name] = { own: algorithm(name), create: () => running(algorithm(name)) };
  }
  CryptoJS.algo.HMAC = { create: (hasher, key) => running(hasher.own, wordsOf(key)) };
  // A passphrase makes a key and a vector as OpenSSL does, with the salt in front of what is encrypted.
  const derived = (key, salt, options) => {
    if (key instanceof WordArray) return { key: key.bytes, vector: options.iv?.bytes ?? [] };
    let made = [], block = [];
    while (made.length < 48) made = made.concat((block = digest("md5", [...block, ...toUTF8(key), ...salt])));
    return { key: made.slice(0, 32), vector: made.slice(32, 48) };
  };
  const cipher = (action, bytes, { key, vector }, mode = "CBC") => {
    const found = ask("cipher", { action, algorithm: mode, data: toBase64(bytes), key: toBase64(key), vector: toBase64(mode === "ECB" ? [] : vector) });
    return found === null ? undefined : new WordArray(fromBase64(found));
  };
  const salted = toUTF8("Salted__");
  const OpenSSL = {
    stringify: ({ ciphertext, salt }) => toBase64(salt ? [...salted, ...salt.bytes, ...ciphertext.bytes] : ciphertext.bytes),
    parse(text) {
      const bytes = fromBase64(text);
      const isSalted = salted.every((byte, index) => bytes[index] === byte);
      return isSalted ? { salt: new WordArray(bytes.slice(8, 16)), ciphertext: new WordArray(bytes.slice(16)) } : { ciphertext: new WordArray(bytes) };
    },
  };
  CryptoJS.format = { OpenSSL };
  CryptoJS.lib.CipherParams = { create: (values) => ({ ...values, toString: (format = OpenSSL) => format.stringify(values) }) };
  CryptoJS.AES = {
    encrypt(value, key, options = {}) {
      const salt = key instanceof WordArray ? undefined : randomBytes(8);
      const own = derived(key, salt, options);
      const ciphertext = cipher("encrypt", wordsOf(value), own, options.mode);
      if (!ciphertext) throw new Error("CryptoJS.AES: a key has 16, 24 or 32 bytes, and a vector (iv) 16");
      return CryptoJS.lib.CipherParams.create({ ciphertext, key: new WordArray(own.key), iv: new WordArray(own.vector), salt: salt && new WordArray(salt) });
    },
    // With a wrong key there are no bytes.
    decrypt(value, key, options = {}) {
      const given = typeof value === "string" ? OpenSSL.parse(value) : value;
      return cipher("decrypt", given.ciphertext.bytes, derived(key, given.salt?.bytes ?? [], options), options.mode) ?? new WordArray([]);
    },
  };
  for (const name of ["DES", "TripleDES", "RC4", "Rabbit"]) CryptoJS[name] = only(`CryptoJS.${name}`, {});

  // MARK: Tokens, as jsonwebtoken has them

  const url64 = (value) => encode(typeof value === "string" ? toUTF8(value) : value, "base64url");
  const tokenError = (name, message, values) => Object.assign(new Error(message), { name, ...values });
  const keyBytes = (key) => bytesOf(key?.key ?? key);
  const signatures = {};
  for (const size of ["256", "384", "512"]) {
    const sign = (head, key) => digest(`sha${size}`, toUTF8(head), keyBytes(key));
    signatures[`HS${size}`] = { sign, verify: (head, key, signature) => url64(sign(head, key)) === signature };
    for (const name of [`RS${size}`, `ES${size}`]) signatures[name] = {
      sign(head, key) {
        try {
          return digest(name, toUTF8(head), keyBytes(key));
        } catch {
          throw new Error(`secretOrPrivateKey must be an asymmetric key when using ${name}`);
        }
      },
      verify: (head, key, signature) => ask("verify", { algorithm: name, data: toBase64(toUTF8(head)), key: toBase64(keyBytes(key)), signature: toBase64(fromBase64(signature)) }),
    };
  }
  // Gives a result, or calls back with it, if the last argument is a function.
  const calling = (body) => (...given) => {
    const callback = typeof given.at(-1) === "function" ? given.pop() : undefined;
    if (!callback) return body(...given);
    let result;
    try {
      result = body(...given);
    } catch (error) {
      return callback(error);
    }
    callback(null, result);
  };
  const claimsOf = [["issuer", "iss"], ["subject", "sub"], ["audience", "aud"], ["jwtid", "jti"]];
  const jsonwebtoken = {
    sign: calling((payload, secret, options = {}) => {
      const name = options.algorithm ?? options.header?.alg ?? "HS256";
      if (!signatures[name]) throw new Error(`jsonwebtoken: ${name} is not available, only ${Object.keys(signatures).join(", ")}`);
      const units = { s: 1, m: 60, h: 3600, d: 86400, w: 604800, y: 31557600 };
      const span = (value) => (typeof value === "number" ? value : Number(/^-?[\d.]+/.exec(value)?.[0] ?? 0) * (/[a-z]/i.test(value) ? units[/[a-z]/i.exec(value)[0].toLowerCase()] ?? 1 : 0.001));
      const isObject = payload !== null && typeof payload === "object";
      const now = payload?.iat ?? Math.floor(Date.now() / 1000);
      const claims = isObject ? { ...payload, ...(options.noTimestamp ? {} : { iat: now }) } : payload;
      if (options.expiresIn !== undefined) claims.exp = Math.floor(now + span(options.expiresIn));
      if (options.notBefore !== undefined) claims.nbf = Math.floor(now + span(options.notBefore));
      for (const [option, claim] of claimsOf) if (options[option] !== undefined) claims[claim] = options[option];
      const header = { alg: name, ...(isObject ? { typ: "JWT" } : {}), ...(options.keyid ? { kid: options.keyid } : {}), ...options.header };
      const head = `${url64(JSON.stringify(header))}.${url64(isObject ? JSON.stringify(claims) : String(claims))}`;
      return `${head}.${url64(signatures[name].sign(head, secret))}`;
    }),
    decode(token, options = {}) {
      const parts = String(token).split(".");
      if (parts.length !== 3) return null;
      const [header, payload] = parts.slice(0, 2).map((part) => { const text = fromUTF8(fromBase64(part)); try { return JSON.parse(text); } catch { return text; } });
      if (header === null || typeof header !== "object") return null;
      return options?.complete ? { header, payload, signature: parts[2] } : payload;
    },
    verify: calling((token, secret, options = {}) => {
      const refuse = (message) => { throw tokenError("JsonWebTokenError", message); };
      const whole = jsonwebtoken.decode(token, { complete: true });
      if (!whole) refuse("jwt malformed");
      const { header, payload } = whole;
      if (!signatures[header.alg] || (options.algorithms && !options.algorithms.includes(header.alg))) refuse("invalid algorithm");
      const head = String(token).split(".").slice(0, 2).join(".");
      if (!signatures[header.alg].verify(head, secret, whole.signature)) refuse("invalid signature");
      const now = options.clockTimestamp ?? Math.floor(Date.now() / 1000), slack = options.clockTolerance ?? 0;
      if (payload.nbf !== undefined && payload.nbf > now + slack) throw tokenError("NotBeforeError", "jwt not active", { date: new Date(payload.nbf * 1000) });
      if (payload.exp !== undefined && !options.ignoreExpiration && now >= payload.exp + slack) throw tokenError("TokenExpiredError", "jwt expired", { expiredAt: new Date(payload.exp * 1000) });
      for (const [option, claim] of claimsOf) {
        const wanted = options[option];
        if (wanted === undefined) continue;
        const found = [].concat(payload[claim]);
        if (![].concat(wanted).some((each) => found.some((one) => (each instanceof RegExp ? each.test(one) : each === one)))) refuse(`jwt ${option} invalid. expected: ${[].concat(wanted).join(" or ")}`);
      }
      return options.complete ? whole : payload;
    }),
  };

  // MARK: XML, as xml2js has it

  const entities = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
  const unescape = (text) => text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hexCode, code, name) => (hexCode ? String.fromCodePoint(parseInt(hexCode, 16)) : code ? String.fromCodePoint(Number(code)) : entities[name] ?? whole));
  const parseXML = (text, { explicitArray = true, attrkey = "$", charkey = "_", mergeAttrs = false, ignoreAttrs = false, explicitRoot = true, trim = false, normalize = false, emptyTag = "", explicitCharkey = false, explicitChildren = false, childkey = "$$", normalizeTags = false, tagNameProcessors = [], valueProcessors = [], attrNameProcessors = [], attrValueProcessors = [] } = {}) => {
    const root = { name: "", children: [], text: "", attributes: {} };
    const open = [root];
    const pattern = /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>|<\/([^\s>]+)\s*>|<([^\s/>]+)((?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/g;
    let at = 0;
    for (const [whole, data, closed, opened, attributeText, isEmpty, plain] of text.replace(/^\uFEFF/, "").matchAll(pattern)) {
      at += whole.length;
      if (data !== undefined) open.at(-1).text += data;
      else if (plain !== undefined) open.at(-1).text += unescape(plain);
      else if (closed !== undefined) {
        if (open.at(-1).name !== closed) throw new Error(`Unexpected close tag </${closed}>`);
        open.pop();
      } else if (opened !== undefined) {
        const element = { name: opened, children: [], text: "", attributes: {} };
        for (const [, name, double, single] of attributeText.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) element.attributes[name] = unescape(double ?? single);
        open.at(-1).children.push(element);
        if (!isEmpty) open.push(element);
        if (open.length > 200) throw new Error("XML: elements are too deep");
      }
    }
    if (open.length > 1) throw new Error("Unclosed root tag");
    if (text.trim() === "") return null;
    if (root.children.length === 0) throw new Error("Non-whitespace before first tag.");
    const through = (all, value, ...more) => (all ?? []).reduce((found, change) => change(found, ...more), value);
    const nameOf = ({ name }) => through(tagNameProcessors, normalizeTags ? name.toLowerCase() : name);
    const put = (made, name, one) => {
      if (explicitArray) (made[name] ??= []).push(one);
      else made[name] = Object.hasOwn(made, name) ? [].concat(made[name], [one]) : one;
    };
    const value = (element) => {
      const isBlank = element.text.trim() === "";
      const plain = normalize ? element.text.replace(/\s+/g, " ").trim() : trim || isBlank ? element.text.trim() : element.text;
      const own = through(valueProcessors, plain, nameOf(element));
      const attributes = ignoreAttrs ? [] : Object.entries(element.attributes).map(([name, each]) => [through(attrNameProcessors, name), through(attrValueProcessors, each, name)]);
      if (element.children.length === 0 && attributes.length === 0 && !explicitCharkey) return own === "" ? (typeof emptyTag === "function" ? emptyTag() : emptyTag) : own;
      const made = isBlank ? {} : { [charkey]: own };
      if (mergeAttrs) for (const [name, each] of attributes) put(made, name, each);
      else if (attributes.length) made[attrkey] = Object.fromEntries(attributes);
      const below = explicitChildren && element.children.length ? (made[childkey] = {}) : made;
      for (const child of element.children) put(below, nameOf(child), value(child));
      return made;
    };
    return explicitRoot ? { [nameOf(root.children[0])]: value(root.children[0]) } : value(root.children[0]);
  };
  const xml2js = {
    parseString(text, options, callback) {
      const done = typeof options === "function" ? options : callback;
      let result;
      try {
        result = parseXML(String(text), typeof options === "function" ? {} : options);
      } catch (error) {
        return done(error);
      }
      done(null, result);
    },
    parseStringPromise: async (text, options) => parseXML(String(text), options), processors: { stripPrefix: (name) => name.replace(/^(?!xmlns).*:/, ""), parseNumbers: (text) => (text === "" || Number.isNaN(Number(text)) ? text : Number(text)), parseBooleans: (text) => (/^(true|false)$/i.test(text) ? text.toLowerCase() === "true" : text), normalize: (name) => name.toLowerCase() },
    Builder: class {
      constructor(options = {}) { this.options = { rootName: "root", attrkey: "$", charkey: "_", headless: false, ...options }; }
      buildObject(value) {
        const { rootName, attrkey, charkey, headless, renderOpts = {}, xmldec = { version: "1.0", encoding: "UTF-8", standalone: true } } = this.options;
        const { pretty = true, indent = "  ", newline = "\n" } = renderOpts;
        const escaped = (text) => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
        const write = (name, each, depth) => {
          if (Array.isArray(each)) return each.map((one) => write(name, one, depth)).join("");
          const [start, end] = pretty ? [indent.repeat(depth), newline] : ["", ""];
          if (each === null || typeof each !== "object") return `${start}<${name}${each === null || each === undefined || each === "" ? "/>" : `>${escaped(each)}</${name}>`}${end}`;
          const attributes = Object.entries(each[attrkey] ?? {}).map(([key, one]) => ` ${key}="${escaped(one).replace(/"/g, "&quot;")}"`).join("");
          const children = Object.keys(each).filter((key) => key !== attrkey && key !== charkey);
          const inside = children.map((key) => write(key, each[key], depth + 1)).join("");
          const plain = each[charkey] === undefined ? "" : escaped(each[charkey]);
          if (inside === "") return `${start}<${name}${attributes}${plain === "" ? "/>" : `>${plain}</${name}>`}${end}`;
          return `${start}<${name}${attributes}>${end}${inside}${plain}${start}</${name}>${end}`;
        };
        const keys = Object.keys(value);
        const body = keys.length === 1 && this.options.rootName === "root" ? write(keys[0], value[keys[0]], 0) : write(rootName, value, 0);
        const head = headless ? "" : `<?xml version="${xmldec.version}" encoding="${xmldec.encoding}" standalone="${xmldec.standalone ? "yes" : "no"}"?>${pretty ? newline : ""}`;
        return (head + body).trimEnd();
      }
    },
    Parser: class { constructor(options) { this.options = options ?? {}; } parseString(text, done) { xml2js.parseString(text, this.options, done); } parseStringPromise(text) { return xml2js.parseStringPromise(text, this.options); } },
  };

  // MARK: Copies, and texts as bytes

  globalThis.structuredClone = (value, seen = new Map()) => {
    if (value === null || typeof value !== "object") return value;
    if (seen.has(value)) return seen.get(value);
    if (value instanceof Date) return new Date(value);
    const made = Array.isArray(value) ? [] : value instanceof Map ? new Map() : value instanceof Set ? new Set() : {};
    seen.set(value, made);
    if (value instanceof Map) for (const [key, each] of value) made.set(key, structuredClone(each, seen));
    else if (value instanceof Set) for (const each of value) made.add(structuredClone(each, seen));
    else for (const key of Object.keys(value)) made[key] = structuredClone(value[key], seen);
    return made;
  };
  globalThis.TextEncoder = class { encode(text = "") { return Uint8Array.from(own.toUTF8(String(text))); } };
  globalThis.TextDecoder = class { decode(bytes = []) { return own.fromUTF8([...new Uint8Array(bytes.buffer ?? bytes)]); } };

  // MARK: URLs

  // What scripts read and change of URLs; names of hosts are taken as they are.
  class URLSearchParams {
    constructor(init = "") {
      if (typeof init === "string") {
        const decode = (part) => { try { return decodeURIComponent(part.replace(/\+/g, " ")); } catch { return part; } };
        this._rows = init.replace(/^\?/, "").split("&").filter(Boolean).map((pair) => { const [name, ...value] = pair.split("="); return [decode(name), decode(value.join("="))]; });
      } else {
        this._rows = (Symbol.iterator in init ? [...init] : Object.entries(init)).map(([name, value]) => [String(name), String(value)]);
      }
    }
    get(name) { return this._rows.find(([each]) => each === name)?.[1] ?? null; }
    getAll(name) { return this._rows.filter(([each]) => each === name).map(([, value]) => value); }
    has(name) { return this._rows.some(([each]) => each === name); }
    append(name, value) { this._rows.push([String(name), String(value)]); }
    delete(name) { this._rows = this._rows.filter(([each]) => each !== name); }
    set(name, value) {
      const row = this._rows.find(([each]) => each === name);
      if (row) row[1] = String(value); else this.append(name, value);
      this._rows = this._rows.filter((each) => each === row || each[0] !== name || !row);
    }
    sort() { this._rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)); }
    forEach(body) { for (const [name, value] of this._rows) body(value, name, this); }
    keys() { return this._rows.map(([name]) => name)[Symbol.iterator](); }
    values() { return this._rows.map(([, value]) => value)[Symbol.iterator](); }
    entries() { return this._rows.map((row) => [...row])[Symbol.iterator](); }
    [Symbol.iterator]() { return this.entries(); }
    get size() { return this._rows.length; }
    toString() { const encode = (part) => encodeURIComponent(part).replace(/%20/g, "+").replace(/[!'()~]/g, (mark) => "%" + mark.charCodeAt(0).toString(16).toUpperCase()); return this._rows.map((row) => row.map(encode).join("=")).join("&"); }
  }
  const encoded = (text, signs) => text.replace(new RegExp(`[^\\x21-\\x7e]+|[${signs}]`, "g"), (part) => encodeURIComponent(part).replace(/'/g, "%27"));
  const withoutDots = (path) => path.split("/").reduce((all, step, index, steps) => (step === "." || step === ".." ? [...(step === ".." && all.length > 1 ? all.slice(0, -1) : all), ...(index === steps.length - 1 ? [""] : [])] : [...all, step]), []).join("/");
  class URL {
    constructor(text, base) {
      const found = /^([a-z][a-z0-9+.-]*:)\/\/(?:([^:@\/?#]*)(?::([^@\/?#]*))?@)?([^:\/?#]*|\[[^\]]*\])(?::(\d+))?([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(String(text));
      if (!found) {
        if (base === undefined) throw new TypeError(`Invalid URL: ${text}`);
        const root = new URL(base), rest = String(text);
        if (/^[?#]/.test(rest)) return new URL(root.origin + root.pathname + (rest[0] === "#" ? root.search : "") + rest);
        if (rest.startsWith("//")) return new URL(root.protocol + rest);
        return new URL(rest.startsWith("/") ? root.origin + rest : root.origin + root.pathname.replace(/[^\/]*$/, "") + rest);
      }
      const usual = { "http:": "80", "https:": "443" };
      this.protocol = found[1].toLowerCase();
      [this.username, this.password] = [found[2] ?? "", found[3] ?? ""];
      this.hostname = found[4].toLowerCase();
      this.port = found[5] === usual[this.protocol] ? "" : found[5] ?? "";
      this.pathname = withoutDots(encoded(found[6] || "/", '"<>`{}'));
      this.searchParams = new URLSearchParams(found[7] ?? "");
      this._search = found[7] === "?" ? "" : encoded(found[7] ?? "", "\"<>'");
      this._query = this.searchParams.toString();
      this.hash = found[8] === "#" ? "" : found[8] ?? "";
    }
    // As it was written, until its parameters are changed.
    get search() { const query = this.searchParams.toString(); return query === this._query ? this._search : query && "?" + query; }
    set search(text) { this.searchParams = new URLSearchParams(text); [this._search, this._query] = [text && text.replace(/^\??/, "?"), this.searchParams.toString()]; }
    get host() { return this.hostname + (this.port && ":" + this.port); }
    get origin() { return `${this.protocol}//${this.host}`; }
    get href() { const user = this.username && this.username + (this.password && ":" + this.password) + "@"; return `${this.protocol}//${user}${this.host}${this.pathname}${this.search}${this.hash}`; }
    toString() { return this.href; }
    toJSON() { return this.href; }
  }
  Object.assign(globalThis, { URL, URLSearchParams });

  // MARK: require

  const missing = (name, why) => new Proxy(function () {}, { get: (_, key) => { if (key === Symbol.toPrimitive) return () => name; throw new Error(`${name} is not available: ${why}`); }, apply() { throw new Error(`${name} is not available: ${why}`); }, construct() { throw new Error(`${name} is not available: ${why}`); } });
  // axios with defaults: `create` makes another one.
  const axiosWith = (defaults) => {
    const send = (config) => own.sendRequest({ ...defaults, ...config, headers: { ...defaults.headers?.common, ...defaults.headers, ...config.headers, common: undefined } });
    return Object.assign((config, more) => send(typeof config === "string" ? { url: config, ...more } : config), Object.fromEntries([
      ...["get", "delete", "head", "options"].map((method) => [method, (url, config) => send({ ...config, url, method: method.toUpperCase() })]),
      ...["post", "put", "patch"].map((method) => [method, (url, data, config) => send({ ...config, url, data, method: method.toUpperCase() })]), ["request", send],
    ]), { defaults, create: (config = {}) => axiosWith({ ...config, headers: { common: {}, ...config.headers } }), isAxiosError: (error) => error?.isAxiosError === true, all: (all) => Promise.all(all) });
  };
  const axios = axiosWith({ headers: { common: {} } });
  axios.default = axios;
  // Rows of a text with separators, as csv-parse gives them.
  const parseCSV = (text, { delimiter = ",", columns = false, quote = '"', trim = false, skip_empty_lines: skipsEmpty = false, from_line: first = 1 } = {}) => {
    const rows = [[""]];
    let isQuoted = false;
    const source = String(text).replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
    for (let index = 0; index < source.length; index++) {
      const [sign, row] = [source[index], rows.at(-1)];
      if (sign === quote) {
        if (isQuoted && source[index + 1] === quote) row[row.length - 1] += source[++index];
        else isQuoted = !isQuoted;
      } else if (!isQuoted && source.startsWith(delimiter, index)) [index] = [index + delimiter.length - 1, row.push("")];
      else if (!isQuoted && sign === "\n") rows.push([""]);
      else row[row.length - 1] += sign;
    }
    if (rows.at(-1).length === 1 && rows.at(-1)[0] === "") rows.pop();
    const all = rows.slice(first - 1).filter((row) => !skipsEmpty || row.length > 1 || row[0].trim() !== "").map((row) => (trim ? row.map((each) => each.trim()) : row));
    if (!columns) return all;
    const names = Array.isArray(columns) ? columns : all.shift() ?? [];
    return all.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
  };
  const chance = (count, signs) => randomBytes(count).map((byte) => signs[byte % signs.length]).join("");
  const path = {
    normalize(text) {
      const steps = [];
      for (const step of String(text).split("/")) {
        if (step === ".." && steps.length && steps.at(-1) !== "..") steps.pop();
        else if (step !== "." && step !== "") steps.push(step);
      }
      return (String(text).startsWith("/") ? "/" : "") + steps.join("/") || ".";
    },
    join: (...parts) => path.normalize(parts.join("/")), basename: (text, end) => { const name = String(text).split("/").pop(); return end && name.endsWith(end) ? name.slice(0, -end.length) : name; },
    dirname: (text) => String(text).split("/").slice(0, -1).join("/") || ".", extname: (text) => /\.[^./]*$/.exec(text)?.[0] ?? "", resolve: (...parts) => parts.join("/"), sep: "/",
  };
  const { tv4, Ajv, addFormats } = own.schema;
  const modules = {
    chai: { expect: globalThis.expect, assert: globalThis.assert, AssertionError: globalThis.__AssertionError }, uuid: Object.assign(() => uuid(), { v4: uuid, v1: uuid, v7: uuid, NIL: "00000000-0000-0000-0000-000000000000", validate: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) }), nanoid: { nanoid: (count = 21) => chance(count, "useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict"), customAlphabet: (signs, count) => (own = count) => chance(own, signs) },
    "crypto-js": CryptoJS, crypto, buffer: { Buffer }, btoa: globalThis.btoa, atob: globalThis.atob, moment, path, jsonwebtoken, xml2js, lodash: _, axios, "csv-parse/lib/sync": parseCSV, "csv-parse/sync": { parse: parseCSV },
    tv4, ajv: Ajv, "ajv/dist/2019": Ajv, "ajv/dist/2020": Ajv, "ajv-draft-04": Ajv, "ajv-formats": addFormats, cheerio: own.cheerio,
    url: { URL, URLSearchParams, parse: (text) => new URL(text), format: String }, util: { inspect: globalThis.__show, format: (...all) => all.join(" "), promisify: (call) => (...given) => new Promise((resolve, reject) => call(...given, (error, value) => (error ? reject(error) : resolve(value)))), isDeepStrictEqual: globalThis.__isEqual },
    assert: globalThis.assert, events: class EventEmitter { constructor() { this._calls = {}; } on(name, call) { (this._calls[name] ??= []).push(call); return this; } emit(name, ...given) { (this._calls[name] ?? []).forEach((call) => call(...given)); return name in this._calls; } },
    querystring: { stringify: (value) => Object.entries(value).map(([key, each]) => `${encodeURIComponent(key)}=${encodeURIComponent(each)}`).join("&"), parse: (text) => Object.fromEntries(String(text).split("&").filter(Boolean).map((pair) => pair.split("=").map(decodeURIComponent))) },
  };
  const loaded = {};
  const makeRequire = (folder) => (name) => {
    name = String(name);
    name = name.replace(/^node:/, "");
    if (Object.hasOwn(modules, name)) return modules[name];
    if (!/^\.{0,2}\//.test(name)) throw new Error(`there is no module ${name} here; there are ${Object.keys(modules).join(", ")}, and files of the collection, as ./name`);
    const file = ask("module", { name, folder });
    if (loaded[file.path]) return loaded[file.path].exports;
    const module = (loaded[file.path] = { exports: {} });
    if (file.path.endsWith(".json")) module.exports = JSON.parse(file.code);
    else (0, eval)(`(function (module, exports, require, __filename, __dirname) {${file.code}\n})\n//# sourceURL=${file.path}`)(module, module.exports, makeRequire(file.folder), file.path, file.folder);
    return module.exports;
  };
  globalThis.require = makeRequire("");
  const define = (name, value) => { if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true }); };
  for (const [name, value] of Object.entries({ Buffer, CryptoJS, moment, _, xml2js, tv4, Ajv, cheerio: modules.cheerio, uuid: modules.uuid, crypto, xml2Json: (text) => parseXML(String(text), { explicitArray: false, trim: true }) })) define(name, value);
})();
