// JSON Schema, drafts 4 to 2020-12, with the interfaces of tv4 and Ajv. What it does not know is an error, and never passes.
// Sources: https://json-schema.org/draft/2020-12/json-schema-validation, https://ajv.js.org/api.html, https://github.com/geraintluff/tv4
(() => {
  const [isEqual, show] = [globalThis.__isEqual, globalThis.__show];
  const has = Object.hasOwn;
  const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const typeOf = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);
  const isType = (value, type) => (type === "integer" ? Number.isInteger(value) : typeOf(value) === type);
  const isDate = (text) => {
    const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
    return month >= 1 && month <= 12 && day >= 1 && day <= [31, year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  };
  const isTime = (text) => /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i.test(text);
  const isIPv4 = (text) => /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/.test(text);
  const isIPv6 = (text) => {
    const [, head, last] = /^(.*:)([^:]*)$/.exec(text) ?? [];
    if (head === undefined) return false;
    const plain = last.includes(".") ? (isIPv4(last) ? head + "0:0" : "x") : text;
    const halves = plain.split("::");
    const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
    return halves.length <= 2 && groups.every((group) => /^[\da-f]{1,4}$/i.test(group)) && (halves.length === 2 ? groups.length < 8 : groups.length === 8);
  };
  const isRegex = (text) => { try { return Boolean(new RegExp(text, "u")); } catch { return false; } };
  const isReference = (text) => /^[^\s<>"{}|\\^`]*$/.test(text) && !/%(?![\da-f]{2})/i.test(text);
  const formats = {
    "date-time": (text) => { const [date, time, ...rest] = text.split(/[t\s]/i); return rest.length === 0 && isDate(date) && isTime(time ?? ""); },
    date: isDate, time: isTime, ipv4: isIPv4, ipv6: isIPv6, regex: isRegex, "uri-reference": isReference, uri: (text) => /^[a-z][a-z\d+.-]*:./i.test(text) && isReference(text),
    iri: (text) => /^[a-z][a-z\d+.-]*:\S+$/i.test(text), url: (text) => /^(https?|ftp):\/\/[^\s/?#]+\S*$/i.test(text),
    email: (text) => /^[^\s@"(),:;<>[\\\]]+(?<!\.)@[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(text) && !/^\.|\.\.(?=.*@)/.test(text),
    hostname: (text) => text.length <= 253 && /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*\.?$/i.test(text),
    uuid: (text) => /^(urn:uuid:)?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text), duration: (text) => /^P(?!$)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/.test(text),
    "json-pointer": (text) => /^(\/([^~/]|~[01])*)*$/.test(text),
  };
  const patterns = new Map();
  const pattern = (text) => {
    if (!patterns.has(text)) patterns.set(text, isRegex(text) ? new RegExp(text, "u") : new RegExp(text));
    return patterns.get(text);
  };
  const escaped = (key) => String(key).replace(/~/g, "~0").replace(/\//g, "~1");
  const absolute = (reference, base) => {
    if (reference.startsWith("#")) return base + reference;
    return /^[a-z][a-z\d+.-]*:/i.test(reference) || !/^[a-z][a-z\d+.-]*:\/\//i.test(base) ? reference : new globalThis.URL(reference, base).href;
  };
  const unknown = ["$dynamicRef", "$recursiveRef", "unevaluatedProperties", "unevaluatedItems"];

  class Validator {
    // `others` are schemas by name; `own` are formats of the script.
    constructor(root, { others = {}, own = {}, usesFormats = true, bansUnknown = false } = {}) {
      Object.assign(this, { root, own, usesFormats, bansUnknown, places: new Map(), bases: new Map(), errors: [] });
      for (const [name, schema] of Object.entries(others)) { this.collect(schema, name); this.places.set(name, schema); }
      this.collect(root, "");
      this.hidesBesideRef = /draft-0[3467]/.test(root?.$schema ?? "");
    }
    collect(schema, base) {
      if (schema === null || typeof schema !== "object") return;
      const id = schema.$id ?? schema.id;
      if (typeof id === "string" && id) {
        const whole = absolute(id, base);
        if (!id.startsWith("#")) base = whole.replace(/#$/, "");
        this.places.set(id.startsWith("#") ? whole : base, schema);
      }
      for (const anchor of [schema.$anchor, schema.$dynamicAnchor]) if (typeof anchor === "string") this.places.set(`${base}#${anchor}`, schema);
      this.bases.set(schema, base);
      for (const [key, value] of Object.entries(schema)) if (!["enum", "const", "default", "examples"].includes(key)) this.collect(value, base);
    }
    resolve(reference, schema) {
      const whole = absolute(reference, this.bases.get(schema) ?? "");
      if (this.places.has(whole)) return this.places.get(whole);
      const [document, fragment = ""] = whole.split("#");
      const start = document === "" || document === this.bases.get(this.root) ? this.root : this.places.get(document);
      const found = fragment === "" || fragment.startsWith("/") ? decodeURIComponent(fragment).split("/").slice(1).reduce((value, key) => (value !== null && typeof value === "object" ? value[key.replace(/~1/g, "/").replace(/~0/g, "~")] : undefined), start) : undefined;
      if (found === undefined) throw new Error(`the schema has no ${reference}, which it refers to; nothing is loaded from elsewhere`);
      return found;
    }
    fails(path, keyword, message, value, params = {}) { this.errors.push({ path, keyword, message, value, params }); }
    // Whether a part holds, without keeping its errors.
    holds(value, schema, path) {
      const count = this.errors.length;
      this.check(value, schema, path);
      return this.errors.splice(count).length === 0;
    }
    check(value, schema, path) {
      if (schema === true || schema === undefined) return;
      if (schema === false) return this.fails(path, "false schema", "must not be there", value);
      if (!isObject(schema)) throw new Error(`a schema is an object, true or false, and not ${show(schema)}`);
      const keyword = unknown.find((name) => has(schema, name));
      if (keyword) throw new Error(`the keyword ${keyword} of JSON Schema is not available`);
      if (typeof schema.$ref === "string") {
        this.check(value, this.resolve(schema.$ref, schema), path);
        if (this.hidesBesideRef) return;
      }
      if (value === null && schema.nullable === true) return;
      if (schema.type !== undefined) {
        const types = [].concat(schema.type);
        if (!types.some((type) => type === "any" || isType(value, type))) return this.fails(path, "type", `must be ${types.join(",")}`, value, { type: schema.type });
      }
      if (Array.isArray(schema.enum) && !schema.enum.some((each) => isEqual(each, value))) this.fails(path, "enum", `must be equal to one of the allowed values ${show(schema.enum)}`, value, { allowedValues: schema.enum });
      if (has(schema, "const") && !isEqual(schema.const, value)) this.fails(path, "const", `must be equal to constant ${show(schema.const)}`, value, { allowedValue: schema.const });
      if (typeof value === "number") this.checkNumber(value, schema, path);
      else if (typeof value === "string") this.checkText(value, schema, path);
      else if (Array.isArray(value)) this.checkItems(value, schema, path);
      else if (isObject(value)) this.checkMembers(value, schema, path);
      for (const each of schema.allOf ?? []) this.check(value, each, path);
      if (schema.anyOf && !schema.anyOf.some((each) => this.holds(value, each, path))) this.fails(path, "anyOf", "must match a schema in anyOf", value);
      if (schema.oneOf) {
        const count = schema.oneOf.filter((each) => this.holds(value, each, path)).length;
        if (count !== 1) this.fails(path, "oneOf", `must match exactly one schema in oneOf, and matches ${count}`, value);
      }
      if (has(schema, "not") && this.holds(value, schema.not, path)) this.fails(path, "not", "must NOT be valid", value);
      if (has(schema, "if")) this.check(value, this.holds(value, schema.if, path) ? schema.then : schema.else, path);
    }
    // Draft 4 has true beside a limit where later ones have the limit itself.
    limit(value, schema, path, [plain, exclusive], holds, word) {
      const [limit, other] = [schema[plain], schema[exclusive]];
      const message = (sign, number) => `must be ${word}${sign} ${number}`;
      if (typeof limit === "number" && !(other === true ? holds(value, limit) : holds(value, limit) || value === limit)) this.fails(path, plain, message(other === true ? "" : "=", limit), value, { limit });
      if (typeof other === "number" && !holds(value, other)) this.fails(path, exclusive, message("", other), value, { limit: other });
    }
    checkNumber(value, schema, path) {
      this.limit(value, schema, path, ["minimum", "exclusiveMinimum"], (left, right) => left > right, ">");
      this.limit(value, schema, path, ["maximum", "exclusiveMaximum"], (left, right) => left < right, "<");
      const step = schema.multipleOf ?? schema.divisibleBy;
      // 0.3 is three times 0.1, though not in binary digits.
      if (step !== undefined && Math.abs(value / step - Math.round(value / step)) > 1e-9) this.fails(path, "multipleOf", `must be multiple of ${step}`, value, { multipleOf: step });
    }
    count(path, schema, [least, most], count, what, value) {
      if (count < schema[least]) this.fails(path, least, `must NOT have fewer than ${schema[least]} ${what}`, value, { limit: schema[least] });
      if (count > schema[most]) this.fails(path, most, `must NOT have more than ${schema[most]} ${what}`, value, { limit: schema[most] });
    }
    checkText(value, schema, path) {
      this.count(path, schema, ["minLength", "maxLength"], [...value].length, "characters", value);
      if (schema.pattern !== undefined && !pattern(schema.pattern).test(value)) this.fails(path, "pattern", `must match pattern "${schema.pattern}"`, value, { pattern: schema.pattern });
      const format = has(this.own, schema.format) ? this.own[schema.format] : this.usesFormats && has(formats, schema.format) ? formats[schema.format] : undefined;
      const holds = format instanceof RegExp ? format.test(value) : format === undefined || format(value);
      if (!holds) this.fails(path, "format", `must match format "${schema.format}"`, value, { format: schema.format });
    }
    checkItems(value, schema, path) {
      this.count(path, schema, ["minItems", "maxItems"], value.length, "items", value);
      if (schema.uniqueItems === true && value.some((each, index) => value.findIndex((other) => isEqual(each, other)) < index)) this.fails(path, "uniqueItems", "must NOT have duplicate items", value);
      const first = schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : []);
      const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
      for (const [index, each] of value.entries()) this.check(each, index < first.length ? first[index] : rest, `${path}/${index}`);
      if (!has(schema, "contains")) return;
      const count = value.filter((each, index) => this.holds(each, schema.contains, `${path}/${index}`)).length;
      const [least, most] = [schema.minContains ?? 1, schema.maxContains ?? Infinity];
      if (count < least || count > most) this.fails(path, "contains", `must contain ${count < least ? `at least ${least}` : `at most ${most}`} valid item(s), and contains ${count}`, value);
    }
    checkMembers(value, schema, path) {
      const names = Object.keys(value);
      this.count(path, schema, ["minProperties", "maxProperties"], names.length, "properties", value);
      const requires = (list, words = "") => { for (const name of Array.isArray(list) ? list : []) if (!has(value, name)) this.fails(path, words ? "dependentRequired" : "required", `must have required property '${name}'${words}`, undefined, { missingProperty: name }); };
      requires(schema.required);
      for (const name of names) {
        const place = `${path}/${escaped(name)}`;
        const matching = Object.keys(schema.patternProperties ?? {}).filter((each) => pattern(each).test(name));
        for (const each of matching) this.check(value[name], schema.patternProperties[each], place);
        if (has(schema.properties ?? {}, name)) this.check(value[name], schema.properties[name], place);
        else if (matching.length === 0) {
          const isBanned = schema.additionalProperties === false || (this.bansUnknown && schema.properties !== undefined && schema.additionalProperties === undefined);
          if (isBanned) this.fails(path, "additionalProperties", `must NOT have additional property '${name}'`, undefined, { additionalProperty: name });
          else this.check(value[name], schema.additionalProperties, place);
        }
        if (has(schema, "propertyNames")) this.check(name, schema.propertyNames, place);
        const depends = [schema.dependentRequired, schema.dependentSchemas, schema.dependencies].filter((each) => has(each ?? {}, name)).map((each) => each[name]);
        for (const each of depends) if (Array.isArray(each)) requires(each, ` beside '${name}'`); else this.check(value, each, path);
      }
    }
    run(value) {
      this.errors = [];
      this.check(value, this.root, "");
      return this.errors;
    }
  }

  const words = (error, name) => `${error.path || name} ${error.message}${error.value === undefined ? "" : `, but is ${show(error.value)}`}`;
  globalThis.__Assertion.method(["jsonSchema"], function (value, schema) {
    let body = value?.getBody?.() ?? value;
    if (this._flags.response) try { body = JSON.parse(globalThis.__responseText()); } catch { return this.check(false, "have a JSON body"); }
    const errors = new Validator(schema).run(body);
    const more = errors.length > 5 ? `; and ${errors.length - 5} more` : "";
    this.check(errors.length === 0, `follow the schema: ${errors.slice(0, 5).map((error) => words(error, "it")).join("; ")}${more}`, undefined, "not follow the schema");
  });

  // MARK: tv4

  const codes = { type: 0, enum: 1, anyOf: 10, oneOf: 11, not: 13, multipleOf: 100, minimum: 101, exclusiveMinimum: 102, maximum: 103, exclusiveMaximum: 104, minLength: 200, maxLength: 201, pattern: 202, minProperties: 300, maxProperties: 301, required: 302, additionalProperties: 303, dependentRequired: 304, minItems: 400, maxItems: 401, uniqueItems: 402, format: 500 };
  const makeTV4 = () => {
    const [others, own] = [{}, {}];
    const errorsOf = (data, schema, bansUnknown) => new Validator(schema, { others, own, usesFormats: false, bansUnknown: bansUnknown === true }).run(data)
      .map((error) => ({ message: words(error, "it"), dataPath: error.path, schemaPath: `/${error.keyword}`, code: codes[error.keyword] ?? 1000, params: error.params, name: "ValidationError" }));
    const tv4 = {
      error: null, missing: [], valid: true, errorCodes: {},
      validate(data, schema, checksLoops, bansUnknown) { tv4.error = errorsOf(data, schema, bansUnknown)[0] ?? null; tv4.valid = tv4.error === null; return tv4.valid; },
      validateResult: (data, schema, checksLoops, bansUnknown) => { const error = errorsOf(data, schema, bansUnknown)[0] ?? null; return { valid: error === null, error, missing: [] }; },
      validateMultiple: (data, schema, checksLoops, bansUnknown) => { const errors = errorsOf(data, schema, bansUnknown); return { valid: errors.length === 0, errors, missing: [] }; },
      addSchema(name, schema) { others[schema === undefined ? name.$id ?? name.id ?? "" : name] = schema ?? name; }, getSchema: (name) => others[name], dropSchemas() { for (const name of Object.keys(others)) delete others[name]; },
      addFormat(name, check) { for (const [key, each] of Object.entries(typeof name === "string" ? { [name]: check } : name)) own[key] = (value) => !each(value); },
      getMissingUris: () => [], reset() { tv4.error = null; }, freshApi: makeTV4, language() {},
    };
    return tv4;
  };

  // MARK: Ajv

  class Ajv {
    constructor(options = {}) {
      for (const name of ["coerceTypes", "useDefaults", "removeAdditional"]) if (options[name]) throw new Error(`Ajv: the option ${name} is not available, as it changes what is checked`);
      Object.assign(this, { options, errors: null, schemas: {}, formats: {} });
      for (const schema of [options.schemas ?? []].flat()) this.addSchema(schema);
    }
    compile(schema) {
      const validator = new Validator(schema, { others: this.schemas, own: this.formats, usesFormats: this.options.validateFormats !== false && this.options.format !== false });
      const validate = (data) => {
        const errors = validator.run(data).map((error) => ({
          instancePath: error.path, dataPath: error.path.split("/").slice(1).map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join(""), schemaPath: `#/${error.keyword}`,
          keyword: error.keyword, params: error.params, message: error.message, data: error.value,
        }));
        validate.errors = errors.length === 0 ? null : this.options.allErrors ? errors : errors.slice(0, 1);
        return errors.length === 0;
      };
      return Object.assign(validate, { schema, errors: null });
    }
    async compileAsync(schema) { return this.compile(schema); }
    validate(schema, data) {
      const validate = this.compile(typeof schema === "string" ? this.found(schema) : schema);
      const holds = validate(data);
      this.errors = validate.errors;
      return holds;
    }
    found(name) { if (!has(this.schemas, name)) throw new Error(`no schema with key or ref "${name}"`); return this.schemas[name]; }
    addSchema(schema, name) { for (const each of [schema].flat()) this.schemas[name ?? each.$id ?? each.id ?? ""] = each; return this; }
    getSchema(name) { return has(this.schemas, name) ? this.compile(this.schemas[name]) : undefined; }
    removeSchema(name) { delete this.schemas[name]; return this; }
    addFormat(name, format) { const check = format?.validate ?? format; this.formats[name] = typeof check === "string" ? new RegExp(check) : check === true ? () => true : check; return this; }
    addKeyword(name) { throw new Error(`Ajv: keywords of one's own are not available: ${name?.keyword ?? name}`); }
    addMetaSchema() { return this; }
    addVocabulary() { return this; }
    validateSchema() { return true; }
    errorsText(errors = this.errors, { separator = ", ", dataVar = "data" } = {}) { return errors?.length ? errors.map((error) => `${dataVar}${error.instancePath} ${error.message}`).join(separator) : "No errors"; }
  }
  Object.assign(Ajv, { default: Ajv, Ajv });
  const addFormats = (ajv) => ajv;
  addFormats.default = addFormats;
  globalThis.__worker.schema = { tv4: makeTV4(), Ajv, addFormats };
})();
