// `require`, and what scripts require most: small versions of our own. Files come from the process that started this one.
(() => {
  const own = globalThis.__worker;
  const { ask, toBase64, fromBase64, toUTF8, fromUTF8, hex, fromHex, digest, randomBytes } = own;

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
  const only = (name, members) => new Proxy(members, { get: (_, key) => { if (!(key in members)) throw new Error(`${name}.${String(key)} is not available`); return members[key]; } });
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

  // MARK: Times, as moment has them

  const units = { millisecond: 1, second: 1e3, minute: 6e4, hour: 36e5, day: 864e5, week: 6048e5 };
  // Reads a text by a pattern of the tokens that `format` writes; signs between them match any sign.
  const dateBy = (text, patterns, isUTC) => {
    for (const pattern of [].concat(patterns)) {
      const names = [];
      const source = pattern.replace(/\[([^\]]*)\]|Y{4}|YY|M{1,4}|D{1,2}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|S{1,3}|A|a|Z{1,2}|X|x|[^\w]/g, (token, literal) => {
        if (literal !== undefined) return ".".repeat(literal.length);
        if (/^\W/.test(token)) return "\\W";
        names.push(token);
        return /^(A|a)$/.test(token) ? "([AaPp][Mm])" : /^Z/.test(token) ? "(Z|[+-]\\d\\d:?\\d\\d)" : /^MMM/.test(token) ? "([A-Za-z]+)" : /^[Xx]$/.test(token) ? "(\\d+)" : token === "YYYY" ? "(\\d{4})" : `(\\d{1,${Math.max(token.length, 2)}})`;
      });
      const found = new RegExp("^" + source).exec(text);
      if (!found) continue;
      const part = (...wanted) => found[names.findIndex((name) => wanted.includes(name)) + 1 || found.length];
      if (part("X")) return Number(part("X")) * 1000;
      if (part("x")) return Number(part("x"));
      const month = part("MMM", "MMMM") ? monthNames.findIndex((name) => name.slice(0, 3) === part("MMM", "MMMM").slice(0, 3)) : Number(part("MM", "M") ?? 1) - 1;
      const year = part("YY") ? 2000 + Number(part("YY")) : Number(part("YYYY") ?? new Date().getFullYear());
      const half = part("A", "a")?.toLowerCase();
      const hour = Number(part("HH", "H", "hh", "h") ?? 0);
      const values = [year, month, Number(part("DD", "D") ?? 1), half ? (hour % 12) + (half === "pm" ? 12 : 0) : hour, Number(part("mm", "m") ?? 0), Number(part("ss", "s") ?? 0), Number(part("SSS", "SS", "S") ?? 0)];
      const zone = part("Z", "ZZ");
      if (!zone) return isUTC ? Date.UTC(...values) : new Date(...values).getTime();
      const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)/.exec(zone) ?? [0, "+", 0, 0];
      return Date.UTC(...values) - Number(sign + "1") * (Number(hours) * 60 + Number(minutes)) * 60000;
    }
    return NaN;
  };
  const short = { ms: "millisecond", s: "second", m: "minute", h: "hour", d: "day", w: "week", M: "month", y: "year", Q: "quarter" };
  const unitOf = (name = "millisecond") => short[name] ?? String(name).toLowerCase().replace(/s$/, "");
  const [monthNames, dayNames] = ["January February March April May June July August September October November December", "Sunday Monday Tuesday Wednesday Thursday Friday Saturday"].map((text) => text.split(" "));
  const pad = (value, width = 2) => String(value).padStart(width, "0");
  class Moment {
    constructor(value, isUTC = false, patterns = undefined) {
      this.time = typeof value === "string" && patterns?.length ? dateBy(value, patterns, isUTC) : value === undefined ? Date.now() : value instanceof Moment ? value.time : Array.isArray(value) ? new Date(value[0], value[1] ?? 0, ...value.slice(2)).getTime() : new Date(value).getTime();
      this.isUTC = isUTC;
    }
    _get(part) { return new Date(this.time)[`get${this.isUTC ? "UTC" : ""}${part}`](); }
    _offset() { return this.isUTC ? 0 : -new Date(this.time).getTimezoneOffset(); }
    clone() { return new Moment(this.time, this.isUTC); }
    utc() { this.isUTC = true; return this; }
    local() { this.isUTC = false; return this; }
    valueOf() { return this.time; }
    unix() { return Math.floor(this.time / 1000); }
    toDate() { return new Date(this.time); }
    toISOString() { return new Date(this.time).toISOString(); }
    toJSON() { return this.toISOString(); }
    toString() { return this.format("ddd MMM DD YYYY HH:mm:ss [GMT]ZZ"); }
    isValid() { return !Number.isNaN(this.time); }
    add(count, unit) {
      if (count !== null && typeof count === "object") {
        for (const [name, value] of Object.entries(count)) this.add(value, name);
        return this;
      }
      const [name, number] = [unitOf(unit), Number(count)];
      if (units[name]) this.time += number * units[name];
      else {
        const date = new Date(this.time);
        const months = { month: 1, quarter: 3, year: 12 }[name];
        if (!months) throw new Error(`moment: there is no unit ${unit}`);
        const day = date.getUTCDate();
        date.setUTCDate(1);
        date.setUTCMonth(date.getUTCMonth() + number * months);
        date.setUTCDate(Math.min(day, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()));
        this.time = date.getTime();
      }
      return this;
    }
    subtract(count, unit) {
      if (count !== null && typeof count === "object") {
        for (const [name, value] of Object.entries(count)) this.add(-value, name);
        return this;
      }
      return this.add(-count, unit);
    }
    diff(other, unit, isExact) {
      const name = unitOf(unit);
      const span = this.time - new Moment(other).time;
      const value = units[name] ? span / units[name] : span / 864e5 / ({ month: 30.436875, quarter: 91.310625, year: 365.2425 }[name] ?? 1);
      return isExact ? value : Math.trunc(value);
    }
    startOf(unit) {
      const parts = ["year", "month", "day", "hour", "minute", "second"];
      const last = parts.indexOf(unitOf(unit) === "date" ? "day" : unitOf(unit));
      const values = ["FullYear", "Month", "Date", "Hours", "Minutes", "Seconds"].map((part, index) => (index <= last ? this._get(part) : index === 2 ? 1 : 0));
      this.time = this.isUTC ? Date.UTC(...values) : new Date(...values).getTime();
      return this;
    }
    endOf(unit) { this.startOf(unit).add(1, unit); this.time -= 1; return this; }
    isBefore(other) { return this.time < new Moment(other).time; }
    isAfter(other) { return this.time > new Moment(other).time; }
    isSame(other, unit) { return unit ? this.clone().startOf(unit).time === new Moment(other, this.isUTC).startOf(unit).time : this.time === new Moment(other).time; }
    isSameOrBefore(other) { return !this.isAfter(other); }
    isSameOrAfter(other) { return !this.isBefore(other); }
    isBetween(from, to) { return this.isAfter(from) && this.isBefore(to); }
    daysInMonth() { return new Date(Date.UTC(this.year(), this.month() + 1, 0)).getUTCDate(); }
    dayOfYear() { return Math.floor((Date.UTC(this.year(), this.month(), this.date()) - Date.UTC(this.year(), 0, 0)) / 864e5); }
    isoWeekday(...given) { return given.length ? this.add(given[0] - this.isoWeekday(), "day") : this._get("Day") || 7; }
    utcOffset(offset) { if (offset === undefined) return this._offset(); this.isUTC = offset === 0 || this.isUTC; return this; }
    set(unit, value) {
      const part = { year: "FullYear", month: "Month", date: "Date", hour: "Hours", minute: "Minutes", second: "Seconds", millisecond: "Milliseconds" }[unitOf(unit)];
      const date = new Date(this.time);
      date[`set${this.isUTC ? "UTC" : ""}${part}`](Number(value));
      this.time = date.getTime();
      return this;
    }
    get(unit) { return this[unitOf(unit)](); }
    toObject() { return { years: this.year(), months: this.month(), date: this.date(), hours: this.hour(), minutes: this.minute(), seconds: this.second(), milliseconds: this.millisecond() }; }
    format(pattern = "YYYY-MM-DDTHH:mm:ssZ") {
      const offset = this._offset();
      const zone = (mark) => `${offset < 0 ? "-" : "+"}${pad(Math.floor(Math.abs(offset) / 60))}${mark}${pad(Math.abs(offset) % 60)}`;
      const hour = this._get("Hours");
      const tokens = {
        YYYY: () => pad(this._get("FullYear"), 4), YY: () => pad(this._get("FullYear") % 100), MMMM: () => monthNames[this._get("Month")], MMM: () => monthNames[this._get("Month")].slice(0, 3),
        MM: () => pad(this._get("Month") + 1), M: () => this._get("Month") + 1, DD: () => pad(this._get("Date")), Do: () => { const day = this._get("Date"); return day + (day > 3 && day < 21 ? "th" : ["th", "st", "nd", "rd"][day % 10] ?? "th"); }, D: () => this._get("Date"), dddd: () => dayNames[this._get("Day")],
        ddd: () => dayNames[this._get("Day")].slice(0, 3), d: () => this._get("Day"), HH: () => pad(hour), H: () => hour, hh: () => pad(hour % 12 || 12), h: () => hour % 12 || 12,
        mm: () => pad(this._get("Minutes")), m: () => this._get("Minutes"), ss: () => pad(this._get("Seconds")), s: () => this._get("Seconds"), SSS: () => pad(this._get("Milliseconds"), 3), Q: () => Math.floor(this._get("Month") / 3) + 1, E: () => this.isoWeekday(),
        DDDD: () => pad(this.dayOfYear(), 3), DDD: () => this.dayOfYear(),
        A: () => (hour < 12 ? "AM" : "PM"), a: () => (hour < 12 ? "am" : "pm"), ZZ: () => zone(""), Z: () => (this.isUTC && pattern === "YYYY-MM-DDTHH:mm:ssZ" ? "Z" : zone(":")), X: () => this.unix(), x: () => this.time,
      };
      return pattern.replace(/\[([^\]]*)\]|Y{4}|YY|M{1,4}|Do|D{1,4}|d{3,4}|d|H{1,2}|h{1,2}|m{1,2}|s{1,2}|SSS|A|a|Q|E|Z{1,2}|X|x/g, (token, literal) => (literal !== undefined ? literal : tokens[token]?.() ?? token));
    }
  }
  for (const [name, part] of Object.entries({ year: "FullYear", month: "Month", date: "Date", hour: "Hours", minute: "Minutes", second: "Seconds", millisecond: "Milliseconds" })) {
    Moment.prototype[name] = Moment.prototype[name === "date" ? name : name + "s"] = function (...given) { return given.length ? this.set(name, given[0]) : this._get(part); };
  }
  Moment.prototype.day = Moment.prototype.days = Moment.prototype.weekday = function (...given) { return given.length ? this.add(given[0] - this._get("Day"), "day") : this._get("Day"); };
  const patternsOf = (given) => (typeof given === "string" ? [given] : Array.isArray(given) ? given : undefined);
  const moment = (value, pattern) => new Moment(value, false, patternsOf(pattern));
  Object.assign(moment, { utc: (value, pattern) => new Moment(value, true, patternsOf(pattern)), ISO_8601: undefined, max: (...all) => all.flat().reduce((a, b) => (a.time > b.time ? a : b)), min: (...all) => all.flat().reduce((a, b) => (a.time < b.time ? a : b)), unix: (seconds) => new Moment(seconds * 1000), now: () => Date.now(), isMoment: (value) => value instanceof Moment, duration: (count, unit) => {
    const milliseconds = count * (units[unitOf(unit)] ?? 1);
    const as = (name) => milliseconds / units[unitOf(name)];
    return { as, valueOf: () => milliseconds, asMilliseconds: () => milliseconds, asSeconds: () => as("second"), asMinutes: () => as("minute"), asHours: () => as("hour"), asDays: () => as("day"), asWeeks: () => as("week") };
  } });

  // MARK: XML, as xml2js has it

  const entities = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
  const unescape = (text) => text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hexCode, code, name) => (hexCode ? String.fromCodePoint(parseInt(hexCode, 16)) : code ? String.fromCodePoint(Number(code)) : entities[name] ?? whole));
  const parseXML = (text, { explicitArray = true, attrkey = "$", charkey = "_", mergeAttrs = false, ignoreAttrs = false, explicitRoot = true, trim = true, explicitCharkey = false, normalizeTags = false, tagNameProcessors = [], valueProcessors = [] } = {}) => {
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
    if (root.children.length === 0) throw new Error("Non-whitespace before first tag.");
    const nameOf = ({ name }) => tagNameProcessors.reduce((text, change) => change(text), normalizeTags ? name.toLowerCase() : name);
    const value = (element) => {
      const own = valueProcessors.reduce((text, change) => change(text, element.name), trim || element.children.length > 0 ? element.text.trim() : element.text);
      const hasAttributes = !ignoreAttrs && Object.keys(element.attributes).length > 0;
      if (element.children.length === 0 && !hasAttributes && !explicitCharkey) return own;
      const made = !hasAttributes ? {} : mergeAttrs ? Object.fromEntries(Object.entries(element.attributes).map(([name, text]) => [name, explicitArray ? [text] : text])) : { [attrkey]: element.attributes };
      if (own !== "") made[charkey] = own;
      for (const child of element.children) {
        const [name, one] = [nameOf(child), value(child)];
        if (explicitArray) (made[name] ??= []).push(one);
        else if (Object.hasOwn(made, name)) made[name] = [].concat(made[name], [one]);
        else made[name] = one;
      }
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
    Parser: class { constructor(options) { this.options = options ?? {}; } parseString(text, done) { xml2js.parseString(text, this.options, done); } parseStringPromise(text) { return xml2js.parseStringPromise(text, this.options); } },
  };

  // MARK: lodash, as far as scripts use it

  const steps = (path) => (Array.isArray(path) ? path : String(path).split(/[.[\]]+/).filter((part) => part !== ""));
  const picker = (by) => (typeof by === "function" ? by : by !== null && typeof by === "object" ? (value) => Object.entries(by).every(([key, wanted]) => __isEqual(value?.[key], wanted)) : (value) => _.get(value, by));
  const values = (list) => (Array.isArray(list) ? list : Object.values(list ?? {}));
  const each = (list, body) => {
    for (const [key, value] of Array.isArray(list) ? list.entries() : Object.entries(list ?? {})) if (body(value, key, list) === false) break;
    return list;
  };
  const __isEqual = globalThis.__isEqual;
  const _ = {
    get: (value, path, usual) => steps(path).reduce((found, key) => found?.[key], value) ?? usual, has: (value, path) => steps(path).reduce(([found, there], key) => [found?.[key], there && found !== null && found !== undefined && Object.hasOwn(Object(found), key)], [value, true])[1],
    set(value, path, next) { const keys = steps(path), last = keys.pop(); keys.reduce((found, key) => (found[key] ??= {}), value)[last] = next; return value; },
    isEmpty: (value) => value === null || value === undefined || typeof value === "number" || typeof value === "boolean" || (value.size ?? value.length ?? Object.keys(value).length) === 0, isEqual: __isEqual, isArray: Array.isArray,
    isObject: (value) => value !== null && ["object", "function"].includes(typeof value), isString: (value) => typeof value === "string", isNumber: (value) => typeof value === "number", isNil: (value) => value === null || value === undefined,
    isUndefined: (value) => value === undefined, isNull: (value) => value === null, isFunction: (value) => typeof value === "function", pick: (value, ...keys) => Object.fromEntries(keys.flat().filter((key) => key in value).map((key) => [key, value[key]])),
    omit: (value, ...keys) => Object.fromEntries(Object.entries(value).filter(([key]) => !keys.flat().includes(key))), find: (list, by) => values(list).find(picker(by)), findIndex: (list, by) => list.findIndex(picker(by)), filter: (list, by) => values(list).filter(picker(by)),
    map: (list, by) => (Array.isArray(list) ? list.map(picker(by)) : Object.entries(list ?? {}).map(([key, value]) => picker(by)(value, key))), forEach: (list, body) => each(list, body), each: (list, body) => each(list, body),
    some: (list, by) => values(list).some(picker(by)), every: (list, by) => values(list).every(picker(by)), includes: (list, value) => (typeof list === "string" ? list.includes(value) : values(list).includes(value)), keys: Object.keys, values, size: (value) => value?.length ?? Object.keys(value ?? {}).length,
    uniq: (list) => [...new Set(list)], sortBy: (list, by = (value) => value) => [...list].sort((left, right) => { const [a, b] = [picker(by)(left), picker(by)(right)]; return a < b ? -1 : a > b ? 1 : 0; }), groupBy: (list, by) => Object.groupBy ? { ...Object.groupBy(list, picker(by)) } : list.reduce((made, value) => ((made[picker(by)(value)] ??= []).push(value), made), {}),
    first: (list) => list?.[0], head: (list) => list?.[0], last: (list) => list?.at(-1), sum: (list) => list.reduce((a, b) => a + b, 0), random: (low, high) => low + Math.floor(Math.random() * (high - low + 1)), times: (count, body) => Array.from({ length: count }, (_, index) => body(index)),
    cloneDeep: (value) => globalThis.structuredClone(value), clone: (value) => (Array.isArray(value) ? [...value] : value !== null && typeof value === "object" ? { ...value } : value),
    merge: (into, ...others) => { for (const other of others) for (const [key, value] of Object.entries(other ?? {})) into[key] = value !== null && typeof value === "object" && into[key] !== null && typeof into[key] === "object" ? _.merge(into[key], value) : value; return into; }, assign: Object.assign, capitalize: (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase(), trim: (text) => String(text).trim(), join: (list, mark) => list.join(mark), flatten: (list) => list.flat(), range: (from, to) => Array.from({ length: to === undefined ? from : to - from }, (_, index) => (to === undefined ? index : from + index)),
  };
  const wordsIn = (text) => String(text).match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  const key = (by, value) => (by === undefined ? value : picker(by)(value));
  Object.assign(_, {
    sample: (list) => values(list)[_.random(0, values(list).length - 1)], sampleSize: (list, count = 1) => _.shuffle(list).slice(0, count),
    shuffle: (list) => values(list).map((value) => [Math.random(), value]).sort(([a], [b]) => a - b).map(([, value]) => value),
    orderBy: (list, bys, ways = []) => [...values(list)].sort((left, right) => { for (const [index, by] of [].concat(bys).entries()) { const [a, b] = [picker(by)(left), picker(by)(right)]; if (a !== b) return (a < b ? -1 : 1) * ([].concat(ways)[index] === "desc" ? -1 : 1); } return 0; }),
    reject: (list, by) => values(list).filter((value) => !picker(by)(value)), reduce: (list, ...given) => values(list).reduce(...given), flatMap: (list, by) => values(list).flatMap(picker(by)), flattenDeep: (list) => list.flat(Infinity), compact: (list) => list.filter(Boolean),
    difference: (list, ...others) => list.filter((value) => !others.flat().includes(value)), intersection: (list, ...others) => _.uniq(list).filter((value) => others.every((other) => other.includes(value))), union: (...lists) => _.uniq(lists.flat()), without: (list, ...gone) => list.filter((value) => !gone.includes(value)),
    uniqBy: (list, by) => list.filter((value, index) => list.findIndex((other) => __isEqual(key(by, other), key(by, value))) === index), countBy: (list, by) => _.mapValues(_.groupBy(list, by), (all) => all.length), keyBy: (list, by) => Object.fromEntries(values(list).map((value) => [picker(by)(value), value])), partition: (list, by) => [_.filter(list, by), _.reject(list, by)],
    sumBy: (list, by) => _.sum(list.map(picker(by))), mean: (list) => _.sum(list) / list.length, meanBy: (list, by) => _.sumBy(list, by) / list.length, max: (list) => list.reduce((a, b) => (b > a ? b : a), list[0]), min: (list) => list.reduce((a, b) => (b < a ? b : a), list[0]),
    maxBy: (list, by) => _.orderBy(list, [by], ["desc"])[0], minBy: (list, by) => _.sortBy(list, by)[0], chunk: (list, count = 1) => Array.from({ length: Math.ceil(list.length / count) }, (_, index) => list.slice(index * count, (index + 1) * count)), take: (list, count = 1) => list.slice(0, count), drop: (list, count = 1) => list.slice(count),
    tail: (list) => list.slice(1), initial: (list) => list.slice(0, -1), nth: (list, index = 0) => list.at(index), concat: (list, ...more) => list.concat(...more), reverse: (list) => list.reverse(), indexOf: (list, value) => list.indexOf(value), zip: (...lists) => lists[0].map((_, index) => lists.map((list) => list[index])),
    zipObject: (keys, all) => Object.fromEntries(keys.map((name, index) => [name, all[index]])), fromPairs: Object.fromEntries, toPairs: Object.entries, entries: Object.entries, mapValues: (value, by) => Object.fromEntries(Object.entries(value).map(([name, each]) => [name, picker(by)(each, name)])), mapKeys: (value, by) => Object.fromEntries(Object.entries(value).map(([name, each]) => [by(each, name), each])),
    pickBy: (value, by = Boolean) => Object.fromEntries(Object.entries(value).filter(([name, each]) => by(each, name))), omitBy: (value, by) => Object.fromEntries(Object.entries(value).filter(([name, each]) => !by(each, name))), invert: (value) => Object.fromEntries(Object.entries(value).map(([name, each]) => [each, name])), forOwn: each, forIn: each, findKey: (value, by) => Object.keys(value).find((name) => picker(by)(value[name])),
    unset: (value, path) => { const all = steps(path), last = all.pop(); const found = _.get(value, all, all.length ? undefined : value); return found ? delete found[last] : true; }, defaults: (value, ...others) => Object.assign(value, ...[...others].reverse(), { ...value }), isBoolean: (value) => typeof value === "boolean", isPlainObject: (value) => Object.prototype.toString.call(value) === "[object Object]", isDate: (value) => value instanceof Date, isInteger: Number.isInteger, isFinite: Number.isFinite, isNaN: Number.isNaN, isMatch: (value, by) => picker(by)(value),
    toLower: (text) => String(text).toLowerCase(), toUpper: (text) => String(text).toUpperCase(), upperFirst: (text) => text.charAt(0).toUpperCase() + text.slice(1), lowerFirst: (text) => text.charAt(0).toLowerCase() + text.slice(1), camelCase: (text) => _.lowerFirst(wordsIn(text).map((word) => _.capitalize(word)).join("")), snakeCase: (text) => wordsIn(text).join("_").toLowerCase(), kebabCase: (text) => wordsIn(text).join("-").toLowerCase(), startCase: (text) => wordsIn(text).map(_.upperFirst).join(" "),
    startsWith: (text, part) => String(text).startsWith(part), endsWith: (text, part) => String(text).endsWith(part), padStart: (text, ...given) => String(text).padStart(...given), padEnd: (text, ...given) => String(text).padEnd(...given), repeat: (text, count) => String(text).repeat(count), replace: (text, ...given) => String(text).replace(...given), split: (text, mark) => String(text).split(mark), truncate: (text, { length = 30 } = {}) => (text.length > length ? text.slice(0, length - 3) + "..." : text),
    toString: (value) => (value === null || value === undefined ? "" : String(value)), toNumber: Number, toInteger: Math.trunc, parseInt, round: (value, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits, floor: Math.floor, ceil: Math.ceil, clamp: (value, low, high) => Math.min(Math.max(value, low), high), inRange: (value, low, high) => (high === undefined ? value >= 0 && value < low : value >= low && value < high), toArray: values, noop() {}, identity: (value) => value, now: Date.now, uniqueId: (start = "") => start + ++counted,
    template: (text) => (data) => text.replace(/<%[=-]\s*([\w.]+)\s*%>|\$\{\s*([\w.]+)\s*\}/g, (_whole, name, other) => _.get(data, name ?? other) ?? ""),
  });
  let counted = 0;

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
  class URL {
    constructor(text, base) {
      const found = /^([a-z][a-z0-9+.-]*:)\/\/(?:([^:@\/?#]*)(?::([^@\/?#]*))?@)?([^:\/?#]*|\[[^\]]*\])(?::(\d+))?([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(String(text));
      if (!found) {
        if (base === undefined) throw new TypeError(`Invalid URL: ${text}`);
        const root = new URL(base), rest = String(text);
        return new URL(rest.startsWith("/") ? root.origin + rest : root.origin + root.pathname.replace(/[^\/]*$/, "") + rest);
      }
      const usual = { "http:": "80", "https:": "443" };
      this.protocol = found[1].toLowerCase();
      [this.username, this.password] = [found[2] ?? "", found[3] ?? ""];
      this.hostname = found[4].toLowerCase();
      this.port = found[5] === usual[this.protocol] ? "" : found[5] ?? "";
      this.pathname = found[6] || "/";
      this.searchParams = new URLSearchParams(found[7] ?? "");
      this._search = found[7] === "?" ? "" : found[7] ?? "";
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
    url: { URL, URLSearchParams, parse: (text) => new URL(text), format: String }, util: { inspect: globalThis.__show, format: (...all) => all.join(" "), promisify: (call) => (...given) => new Promise((resolve, reject) => call(...given, (error, value) => (error ? reject(error) : resolve(value)))), isDeepStrictEqual: __isEqual },
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
  for (const [name, value] of Object.entries({ Buffer, CryptoJS, moment, _, xml2js, tv4, Ajv, cheerio: modules.cheerio, uuid: modules.uuid, crypto, xml2Json: (text) => parseXML(String(text), { explicitArray: false }) })) define(name, value);
})();
