// Times, as moment has them, in English. Source: https://momentjs.com/docs/
(() => {
  const own = globalThis.__worker;
  const pad = (value, width = 2) => (value < 0 ? "-" : "") + String(Math.abs(value)).padStart(width, "0");
  const [monthNames, dayNames] = ["January February March April May June July August September October November December", "Sunday Monday Tuesday Wednesday Thursday Friday Saturday"].map((text) => text.split(" "));
  const units = { millisecond: 1, second: 1e3, minute: 6e4, hour: 36e5, day: 864e5, week: 6048e5 };
  const short = { ms: "millisecond", s: "second", m: "minute", h: "hour", d: "day", D: "day", date: "day", w: "week", W: "isoWeek", isoweek: "isoWeek", M: "month", y: "year", Q: "quarter" };
  const unitOf = (name = "millisecond") => short[name] ?? short[String(name).toLowerCase().replace(/s$/, "")] ?? String(name).toLowerCase().replace(/s$/, "");
  const rounded = (value) => (value < 0 ? -1 : 1) * Math.round(Math.abs(value));
  const monthLength = (year, month) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  // A year below 100 is that year, and none of the last century.
  const utc = (values) => {
    const time = Date.UTC(...values);
    return values[0] < 0 || values[0] > 99 ? time : new Date(time).setUTCFullYear(values[0]);
  };
  const offsetIn = (text) => {
    if (/^z$/i.test(text)) return 0;
    const [, sign, hours, minutes = 0] = /([+-])(\d\d):?(\d\d)?/.exec(text);
    return Number(sign + "1") * (Number(hours) * 60 + Number(minutes));
  };
  // The time of year, month, ..., millisecond; NaN if there is none.
  const timeOf = (values, { isUTC, offset }) => {
    const [year, month, day, hour, minute, second, millisecond] = values;
    const limits = [[month, 0, 11], [day, 1, monthLength(year, month)], [hour, 0, 24], [minute, 0, 59], [second, 0, 59], [millisecond, 0, 999]];
    if (values.some(Number.isNaN) || limits.some(([value, low, high]) => value < low || value > high)) return NaN;
    return offset !== undefined ? utc(values) - offset * 6e4 : isUTC ? utc(values) : new Date(...values).getTime();
  };

  // MARK: Reading

  // The first day of a week, or the day of it, by ISO 8601.
  const dayOfWeek = (year, week, day) => {
    const fourth = new Date(Date.UTC(year, 0, 4));
    return new Date(fourth.getTime() + ((week - 1) * 7 + day - (fourth.getUTCDay() || 7)) * 864e5);
  };
  const iso = /^\s*([+-]\d{6}|\d{4})(?:-?W(\d\d)(?:-?(\d))?|-?(\d{3})(?!\d)|-(\d\d)(?:-(\d\d))?|(\d\d)(\d\d)?)?(?:[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?\s*$/i;
  const timeOfText = (text, isUTC) => {
    const found = iso.exec(text);
    if (!found) return { time: new Date(text).getTime() };
    const [, yearText, week, weekday = 1, dayOfYear, month = found[7] ?? 1, day = found[8] ?? 1] = found;
    const year = Number(yearText);
    let date = [year, Number(month) - 1, Number(day)];
    const other = week ? dayOfWeek(year, Number(week), Number(weekday)) : dayOfYear ? new Date(Date.UTC(year, 0, Number(dayOfYear))) : undefined;
    if (other) date = [other.getUTCFullYear(), other.getUTCMonth(), other.getUTCDate()];
    const offset = found[13] === undefined ? undefined : offsetIn(found[13]);
    const clock = [found[9], found[10], found[11]].map((part) => Number(part ?? 0));
    return { time: timeOf([...date, ...clock, Math.floor(Number(`0.${found[12] ?? 0}`) * 1000)], { isUTC, offset }), offset };
  };
  const longNames = { LTS: "h:mm:ss A", LT: "h:mm A", LLLL: "dddd, MMMM D, YYYY h:mm A", LLL: "MMMM D, YYYY h:mm A", LL: "MMMM D, YYYY", L: "MM/DD/YYYY", llll: "ddd, MMM D, YYYY h:mm A", lll: "MMM D, YYYY h:mm A", ll: "MMM D, YYYY", l: "M/D/YYYY" };
  const spelledOut = (pattern) => pattern.replace(/\[[^\]]*\]|\\.|LTS|LT|LL?L?L?|ll?l?l?/g, (token) => longNames[token] ?? token);
  const tokens = /\[([^\]]*)\]|\\(.)|YYYYYY|YYYY|YY|Y|MMMM|MMM|MM|Mo|M|DDDD|DDD|DD|Do|D|dddd|ddd|dd|do|d|HH|H|hh|h|kk|k|mm|m|ss|s|S{1,9}|GGGG|GG|gggg|gg|WW|Wo|W|ww|wo|w|Qo|Q|E|e|A|a|ZZ|Z|zz|z|X|x|N/g;
  // Reads a text by a pattern. Without `isStrict` signs between the parts may differ, and what the text lacks at its end is left out.
  const timeBy = (text, pattern, isUTC, isStrict) => {
    const names = [];
    const digits = (token) => {
      if (/^S/.test(token)) return isStrict ? `\\d{${token.length}}` : "\\d{1,9}";
      if (token === "X" || token === "x") return token === "X" ? "-?\\d+(?:\\.\\d+)?" : "-?\\d+";
      const most = /^Y{4}|^G{4}|^g{4}/.test(token) ? 4 : /^DDD/.test(token) ? 3 : 2;
      return isStrict && token.length > 1 && token !== "DDD" ? `\\d{${most}}` : `\\d{1,${most}}`;
    };
    const steps = [];
    let end = 0;
    const literal = (part) => { for (const sign of part) steps.push(isStrict ? sign.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : /\w/.test(sign) ? `${sign}?` : /\s/.test(sign) ? "[^\\w+-]*" : "\\W*"); };
    const spelled = spelledOut(pattern);
    for (const found of spelled.matchAll(tokens)) {
      literal(spelled.slice(end, found.index));
      end = found.index + found[0].length;
      const [token, quoted, escaped] = found;
      if (quoted !== undefined || escaped !== undefined) { literal(quoted ?? escaped); continue; }
      names.push(token);
      steps.push(/^(MMMM?|d+|N)$/.test(token) ? "([A-Za-z.]+)" : /^[Aa]$/.test(token) ? "([AaPp]\\.?[Mm]?\\.?)" : /^Z/.test(token) ? "\\s*(Z|[+-]\\d\\d:?\\d\\d)" : /o$/.test(token) ? "(\\d{1,2})(?:st|nd|rd|th)?" : /^z/.test(token) ? "([A-Za-z]*)" : `(${digits(token)})`);
    }
    literal(spelled.slice(end));
    const source = isStrict ? `^${steps.join("")}$` : "^\\s*" + steps.reduceRight((rest, step) => `${step}(?:${rest})?`, "");
    const found = new RegExp(source, "i").exec(text);
    if (!found || found.slice(1).every((part) => part === undefined)) return { time: NaN };
    const part = (...wanted) => { const index = names.findIndex((name) => wanted.includes(name)); return index < 0 ? undefined : found[index + 1]; };
    const number = (...wanted) => { const text = part(...wanted); return text === undefined ? undefined : Number(text); };
    if (part("X")) return { time: number("X") * 1000 };
    if (part("x")) return { time: number("x") };
    const name = part("MMMM", "MMM")?.toLowerCase();
    const named = name === undefined ? undefined : monthNames.findIndex((each) => (isStrict ? [each, each.slice(0, 3)].map((one) => one.toLowerCase()).includes(name) : each.slice(0, 3).toLowerCase() === name.slice(0, 3)));
    if (named === -1) return { time: NaN };
    const now = new Moment(Date.now(), isUTC)._fields();
    const years = number("YY");
    let year = number("YYYY", "YYYYYY", "Y") ?? (years === undefined ? undefined : years + (years > 68 ? 1900 : 2000));
    let month = named ?? (number("MM", "M", "Mo") === undefined ? undefined : number("MM", "M", "Mo") - 1);
    let day = number("DD", "D", "Do");
    const dayOfYear = number("DDDD", "DDD"), quarter = number("Q");
    if (quarter !== undefined && month === undefined) month = (quarter - 1) * 3;
    const week = number("WW", "W");
    if (week !== undefined && month === undefined) {
      const date = dayOfWeek(number("GGGG") ?? year ?? now[0], week, number("E") ?? 1);
      [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
    } else if (dayOfYear !== undefined && month === undefined) {
      const date = new Date(Date.UTC(year ?? now[0], 0, dayOfYear));
      [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
    } else if (year === undefined && month === undefined) {
      [year, month, day] = [now[0], now[1], day ?? now[2]];
    }
    const half = part("A", "a")?.toLowerCase();
    const hour = number("HH", "H", "hh", "h", "kk", "k") ?? 0;
    if (isStrict && half === undefined && part("hh", "h") !== undefined && hour > 12) return { time: NaN };
    const fraction = names.find((name) => /^S/.test(name));
    const zone = part("ZZ", "Z");
    const offset = zone === undefined ? undefined : offsetIn(zone);
    const values = [year ?? now[0], month ?? 0, day ?? 1, half ? (hour % 12) + (half.startsWith("p") ? 12 : 0) : hour, number("mm", "m") ?? 0, number("ss", "s") ?? 0, fraction ? Math.floor(Number(`0.${part(fraction)}`) * 1000) || 0 : 0];
    return { time: timeOf(values, { isUTC, offset }), offset };
  };
  const timeOfAny = (value, isUTC, pattern, isStrict) => {
    if (value === undefined) return { time: Date.now() };
    if (value === null) return { time: NaN };
    if (value instanceof Moment) return { time: value.time };
    if (pattern === ISO) return isStrict && !iso.test(String(value)) ? { time: NaN } : timeOfText(String(value), isUTC);
    if (Array.isArray(pattern)) return pattern.map((each) => timeOfAny(value, isUTC, each, isStrict)).find(({ time }) => !Number.isNaN(time)) ?? { time: NaN };
    if (typeof pattern === "string" && !(value instanceof Date)) return timeBy(String(value), pattern, isUTC, isStrict);
    if (typeof value === "string") return timeOfText(value, isUTC);
    if (Array.isArray(value)) return { time: timeOf([value[0], value[1] ?? 0, value[2] ?? 1, ...[3, 4, 5, 6].map((index) => value[index] ?? 0)].map(Number), { isUTC }) };
    if (typeof value === "object" && !(value instanceof Date)) {
      const given = Object.fromEntries(Object.entries(value).map(([name, each]) => [unitOf(name), Number(each)]));
      const now = new Moment(Date.now(), isUTC)._fields();
      return { time: Object.keys(given).length === 0 ? Date.now() : timeOf([given.year ?? now[0], given.month ?? (given.year === undefined ? now[1] : 0), given.day ?? (given.year ?? given.month) === undefined ? given.day ?? now[2] : given.day ?? 1, given.hour ?? 0, given.minute ?? 0, given.second ?? 0, given.millisecond ?? 0], { isUTC }) };
    }
    return { time: new Date(value).getTime() };
  };

  // MARK: Moments

  const parts = ["year", "month", "day", "hour", "minute", "second", "millisecond"];
  class Moment {
    // `offset` is that to UTC in minutes; undefined: that of the zone.
    constructor(time, isUTC = false, offset = isUTC ? 0 : undefined) { Object.assign(this, { time, isUTC, offset }); }
    _offset() { return this.offset ?? -new Date(this.time).getTimezoneOffset(); }
    _fields() {
      const date = new Date(this.time + this._offset() * 6e4);
      return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), date.getUTCMilliseconds()];
    }
    _day() { return new Date(this.time + this._offset() * 6e4).getUTCDay(); }
    _take(values) {
      this.time = this.offset === undefined ? new Date(...values).getTime() : utc(values) - this.offset * 6e4;
      return this;
    }
    // Another time, shown as this one is. A text is one of the zone here.
    _other(value) { return new Moment(timeOfAny(value, false).time, this.isUTC, this.offset); }
    clone() { return new Moment(this.time, this.isUTC, this.offset); }
    utc() { [this.isUTC, this.offset] = [true, 0]; return this; }
    local() { [this.isUTC, this.offset] = [false, undefined]; return this; }
    utcOffset(given) {
      if (given === undefined) return this._offset();
      this.offset = typeof given === "string" ? offsetIn(given) : Math.abs(given) < 16 ? given * 60 : given;
      this.isUTC = true;
      return this;
    }
    isUtc() { return this.offset === 0; }
    isLocal() { return this.offset === undefined; }
    valueOf() { return this.time; }
    unix() { return Math.floor(this.time / 1000); }
    toDate() { return new Date(this.time); }
    toISOString(keepsOffset) { return !this.isValid() ? null : keepsOffset ? this.format("YYYY-MM-DDTHH:mm:ss.SSSZ") : new Date(this.time).toISOString(); }
    toJSON() { return this.toISOString(); }
    toString() { return this.format("ddd MMM DD YYYY HH:mm:ss [GMT]ZZ"); }
    toArray() { return this._fields(); }
    toObject() { return Object.fromEntries(["years", "months", "date", "hours", "minutes", "seconds", "milliseconds"].map((name, index) => [name, this._fields()[index]])); }
    isValid() { return !Number.isNaN(this.time); }
    locale() { return this; }
    add(count, unit) { return this._add(count, unit, 1); }
    subtract(count, unit) { return this._add(count, unit, -1); }
    _add(count, unit, sign) {
      if (count instanceof Duration) [count, unit] = [{ months: count._months, days: count._days, milliseconds: count._time }, undefined];
      if (count !== null && typeof count === "object") {
        for (const [name, value] of Object.entries(count)) this._add(value, name, sign);
        return this;
      }
      // The unit was first once.
      if (typeof count === "string" && Number.isNaN(Number(count))) [count, unit] = [unit, count];
      const [name, number] = [unitOf(unit), Number(count) * sign];
      const months = { month: 1, quarter: 3, year: 12 }[name];
      const values = this._fields();
      if (months) {
        const month = values[0] * 12 + values[1] + rounded(number * months);
        const [year, rest] = [Math.floor(month / 12), ((month % 12) + 12) % 12];
        return this._take([year, rest, Math.min(values[2], monthLength(year, rest)), ...values.slice(3)]);
      }
      if (name === "day" || name === "week") return this._take([...values.slice(0, 2), values[2] + rounded(number * (name === "week" ? 7 : 1)), ...values.slice(3)]);
      if (!units[name]) throw new Error(`moment: there is no unit ${unit}`);
      this.time += number * units[name];
      return this;
    }
    diff(given, unit, isExact) {
      const [other, name] = [this._other(given), unitOf(unit)];
      const months = { month: 1, quarter: 3, year: 12 }[name];
      const zones = name === "day" || name === "week" ? (other._offset() - this._offset()) * 6e4 : 0;
      const value = months ? Moment._months(this, other) / months : (this.time - other.time - zones) / (units[name] ?? 1);
      return isExact ? value : Math.trunc(value) || 0;
    }
    static _months(left, right) {
      if (left._fields()[2] < right._fields()[2]) return -Moment._months(right, left);
      const [a, b] = [left._fields(), right._fields()];
      const whole = (b[0] - a[0]) * 12 + (b[1] - a[1]);
      const [anchor, before, after] = [whole, whole - 1, whole + 1].map((count) => left.clone().add(count, "month").time);
      const rest = right.time - anchor;
      return -(whole + rest / (rest < 0 ? anchor - before : after - anchor)) || 0;
    }
    startOf(unit) {
      const name = unitOf(unit);
      const values = this._fields();
      if (name === "week" || name === "isoWeek") return this._take([values[0], values[1], values[2] - (name === "week" ? this._day() : (this._day() + 6) % 7), 0, 0, 0, 0]);
      if (name === "quarter") return this._take([values[0], values[1] - (values[1] % 3), 1, 0, 0, 0, 0]);
      const last = parts.indexOf(name);
      return last < 0 ? this : this._take(values.map((value, index) => (index <= last ? value : index === 2 ? 1 : 0)));
    }
    endOf(unit) {
      if (unitOf(unit) === "millisecond") return this;
      this.startOf(unit)._add(1, unitOf(unit) === "isoWeek" ? "week" : unit, 1);
      this.time -= 1;
      return this;
    }
    isAfter(other, unit) { return this._other(other).time < (unit ? this.clone().startOf(unit) : this).time; }
    isBefore(other, unit) { return (unit ? this.clone().endOf(unit) : this).time < this._other(other).time; }
    isSame(other, unit) {
      const time = this._other(other).time;
      return unit ? this.clone().startOf(unit).time <= time && time <= this.clone().endOf(unit).time : this.time === time;
    }
    isSameOrBefore(other, unit) { return this.isSame(other, unit) || this.isBefore(other, unit); }
    isSameOrAfter(other, unit) { return this.isSame(other, unit) || this.isAfter(other, unit); }
    isBetween(from, to, unit, ends = "()") { return (ends[0] === "(" ? this.isAfter(from, unit) : !this.isBefore(from, unit)) && (ends[1] === ")" ? this.isBefore(to, unit) : !this.isAfter(to, unit)); }
    daysInMonth() { return monthLength(...this._fields()); }
    isLeapYear() { return monthLength(this.year(), 1) === 29; }
    dayOfYear(given) {
      if (given !== undefined) return this.add(given - this.dayOfYear(), "day");
      const [year, month, day] = this._fields();
      return Math.round((Date.UTC(year, month, day) - Date.UTC(year, 0, 1)) / 864e5) + 1;
    }
    quarter(given) { return given === undefined ? Math.floor(this.month() / 3) + 1 : this.month((given - 1) * 3 + (this.month() % 3)); }
    // Weeks begin on Sunday; that of the first of January is the first.
    _week() {
      const [year, month, day] = this._fields();
      const saturday = new Date(Date.UTC(year, month, day + 6 - this._day()));
      return [saturday.getUTCFullYear(), Math.ceil((Math.round((saturday.getTime() - Date.UTC(saturday.getUTCFullYear(), 0, 1)) / 864e5) + 1) / 7)];
    }
    _isoWeek() {
      const [year, month, day] = this._fields();
      const thursday = new Date(Date.UTC(year, month, day + 4 - (this._day() || 7)));
      return [thursday.getUTCFullYear(), Math.ceil((Math.round((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 864e5) + 1) / 7)];
    }
    week(given) { return given === undefined ? this._week()[1] : this.add((given - this.week()) * 7, "day"); }
    weekYear() { return this._week()[0]; }
    isoWeek(given) { return given === undefined ? this._isoWeek()[1] : this.add((given - this.isoWeek()) * 7, "day"); }
    isoWeekYear() { return this._isoWeek()[0]; }
    isoWeekday(given) { return given === undefined ? this._day() || 7 : this.add(given - this.isoWeekday(), "day"); }
    day(given) {
      if (given === undefined) return this._day();
      const number = Number.isNaN(Number(given)) ? dayNames.findIndex((name) => name.slice(0, 3).toLowerCase() === String(given).slice(0, 3).toLowerCase()) : Number(given);
      return this.add(number - this._day(), "day");
    }
    set(unit, value) {
      if (unit !== null && typeof unit === "object") {
        for (const name of parts) for (const [key, each] of Object.entries(unit)) if (unitOf(key) === name) this.set(key, each);
        return this;
      }
      const name = unitOf(unit);
      const values = this._fields();
      const index = parts.indexOf(name);
      if (index < 0) return this[unit](value);
      values[index] = name === "month" && Number.isNaN(Number(value)) ? monthNames.findIndex((each) => each.slice(0, 3).toLowerCase() === String(value).slice(0, 3).toLowerCase()) : Number(value);
      if (index < 2) values[2] = Math.min(values[2], monthLength(values[0], values[1]));
      return this._take(values);
    }
    get(unit) { const index = parts.indexOf(unitOf(unit)); return unit === "day" || unit === "d" ? this._day() : index < 0 ? this[unit]() : this._fields()[index]; }
    from(other, isBare) { return new Duration(this.time - this._other(other).time).humanize(!isBare); }
    to(other, isBare) { return new Duration(this._other(other).time - this.time).humanize(!isBare); }
    fromNow(isBare) { return this.from(Date.now(), isBare); }
    toNow(isBare) { return this.to(Date.now(), isBare); }
    calendar() {
      const days = this.clone().startOf("day").diff(new Moment(Date.now(), this.isUTC, this.offset).startOf("day"), "day", true);
      return this.format(days < -6 ? "L" : days < -1 ? "[Last] dddd [at] LT" : days < 0 ? "[Yesterday at] LT" : days < 1 ? "[Today at] LT" : days < 2 ? "[Tomorrow at] LT" : days < 7 ? "dddd [at] LT" : "L");
    }
    format(pattern) {
      if (!this.isValid()) return "Invalid date";
      const [year, month, date, hour, minute, second, millisecond] = this._fields();
      const [offset, day] = [this._offset(), this._day()];
      const zone = (mark) => `${offset < 0 ? "-" : "+"}${pad(Math.floor(Math.abs(offset) / 60))}${mark}${pad(Math.abs(offset) % 60)}`;
      const ordinal = (number) => number + (number % 100 > 3 && number % 100 < 21 ? "th" : ["th", "st", "nd", "rd"][number % 10] ?? "th");
      const made = {
        YYYY: () => pad(year, 4), YYYYYY: () => (year < 0 ? "-" : "+") + pad(Math.abs(year), 6), Y: () => year, YY: () => pad(year % 100), MMMM: () => monthNames[month], MMM: () => monthNames[month].slice(0, 3), MM: () => pad(month + 1), Mo: () => ordinal(month + 1), M: () => month + 1,
        DDDD: () => pad(this.dayOfYear(), 3), DDD: () => this.dayOfYear(), DD: () => pad(date), Do: () => ordinal(date), D: () => date, dddd: () => dayNames[day], ddd: () => dayNames[day].slice(0, 3), dd: () => dayNames[day].slice(0, 2), do: () => ordinal(day), d: () => day, e: () => day, E: () => day || 7,
        HH: () => pad(hour), H: () => hour, hh: () => pad(hour % 12 || 12), h: () => hour % 12 || 12, kk: () => pad(hour || 24), k: () => hour || 24, mm: () => pad(minute), m: () => minute, ss: () => pad(second), s: () => second,
        GGGG: () => pad(this.isoWeekYear(), 4), GG: () => pad(this.isoWeekYear() % 100), gggg: () => pad(this.weekYear(), 4), gg: () => pad(this.weekYear() % 100), WW: () => pad(this.isoWeek()), Wo: () => ordinal(this.isoWeek()), W: () => this.isoWeek(), ww: () => pad(this.week()), wo: () => ordinal(this.week()), w: () => this.week(), Qo: () => ordinal(this.quarter()), Q: () => this.quarter(),
        A: () => (hour < 12 ? "AM" : "PM"), a: () => (hour < 12 ? "am" : "pm"), ZZ: () => zone(""), Z: () => zone(":"), zz: () => (this.offset === 0 ? "Coordinated Universal Time" : ""), z: () => (this.offset === 0 ? "UTC" : ""), X: () => this.unix(), x: () => this.time, N: () => "AD",
      };
      const usual = this.offset === 0 ? "YYYY-MM-DDTHH:mm:ss[Z]" : "YYYY-MM-DDTHH:mm:ssZ";
      return spelledOut(pattern ?? usual).replace(tokens, (token, quoted, escaped) => quoted ?? escaped ?? (/^S/.test(token) ? String(pad(millisecond, 3)).padEnd(9, "0").slice(0, token.length) : made[token]()));
    }
  }
  for (const name of ["year", "month", "date", "hour", "minute", "second", "millisecond"])
    Moment.prototype[name] = Moment.prototype[name === "date" ? "dates" : name + "s"] = function (given) { return given === undefined ? this._fields()[parts.indexOf(unitOf(name))] : this.set(name, given); };
  Moment.prototype.days = Moment.prototype.weekday = Moment.prototype.day;
  [Moment.prototype.weeks, Moment.prototype.isoWeeks, Moment.prototype.quarters] = [Moment.prototype.week, Moment.prototype.isoWeek, Moment.prototype.quarter];

  // MARK: Durations

  const perMonth = 146097 / 4800;
  class Duration {
    constructor(time = 0, days = 0, months = 0) { [this._time, this._days, this._months] = [time, days, months]; }
    static of_(given, unit) {
      if (given instanceof Duration) return new Duration(given._time, given._days, given._months);
      if (typeof given === "string" && Number.isNaN(Number(given))) return Duration.ofText(given);
      const made = new Duration();
      const values = given !== null && typeof given === "object" ? given : { [unit ?? "millisecond"]: Number(given ?? 0) };
      for (const [name, value] of Object.entries(values)) made.add(Number(value), name);
      return made;
    }
    static ofText(text) {
      const iso = /^([+-])?P(?:([\d.]+)Y)?(?:([\d.]+)M)?(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/.exec(text);
      const clock = /^([+-])?(?:(\d+)[. ])?(\d+):(\d+)(?::(\d+)(\.\d*)?)?$/.exec(text);
      const [sign, names, values] = iso ? [iso[1], ["y", "M", "w", "d", "h", "m", "s"], iso.slice(2)] : clock ? [clock[1], ["d", "h", "m", "s", "s"], clock.slice(2)] : ["", [], []];
      const made = new Duration();
      names.forEach((name, index) => made.add(Number(sign === "-" ? -1 : 1) * Number(values[index] ?? 0), name));
      return made;
    }
    add(given, unit) {
      if (given !== null && typeof given === "object") {
        const other = Duration.of_(given);
        [this._time, this._days, this._months] = [this._time + other._time, this._days + other._days, this._months + other._months];
        return this;
      }
      const name = unitOf(unit);
      const months = { month: 1, quarter: 3, year: 12 }[name];
      if (months) this._months += given * months;
      else if (name === "day" || name === "week") this._days += given * (name === "week" ? 7 : 1);
      else this._time += given * (units[name] ?? 1);
      return this;
    }
    subtract(given, unit) { const other = Duration.of_(given, unit); return this.add(new Duration(-other._time, -other._days, -other._months)); }
    clone() { return Duration.of_(this); }
    abs() { return new Duration(Math.abs(this._time), Math.abs(this._days), Math.abs(this._months)); }
    valueOf() { return this._time + this._days * 864e5 + (this._months % 12) * 2592e6 + Math.trunc(this._months / 12) * 31536e6; }
    as(unit) {
      const name = unitOf(unit);
      const months = { month: 1, quarter: 3, year: 12 }[name];
      if (months) return (this._months + (this._days + this._time / 864e5) / perMonth) / months;
      return (this._time + (this._days + Math.round(this._months * perMonth)) * 864e5) / (units[name] ?? 1);
    }
    // Years, months, days and what follows, each as much as is left.
    _parts() {
      let [time, days, months] = [this._time, this._days, this._months];
      const isMixed = !((time >= 0 && days >= 0 && months >= 0) || (time <= 0 && days <= 0 && months <= 0));
      if (isMixed) [time, days, months] = [time + Math.ceil(months * perMonth + days) * 864e5, 0, 0];
      days += Math.trunc(time / 864e5);
      const more = Math.trunc(days / perMonth);
      months += more;
      days -= Math.sign(more) * Math.ceil(Math.abs(more) * perMonth);
      return { years: Math.trunc(months / 12), months: months % 12, days, hours: Math.trunc(time / 36e5) % 24, minutes: Math.trunc(time / 6e4) % 60, seconds: Math.trunc(time / 1000) % 60, milliseconds: time % 1000 };
    }
    get(unit) { return unitOf(unit) === "week" ? this.weeks() : this._parts()[`${unitOf(unit)}s`]; }
    weeks() { return Math.trunc(this._parts().days / 7); }
    isValid() { return !Number.isNaN(this.valueOf()); }
    toISOString() {
      const [time, days, months] = [this._time, this._days, this._months].map(Math.abs);
      const whole = this.valueOf();
      const part = (value, mark, own) => (value ? `${Math.sign(own) === Math.sign(whole) ? "" : "-"}${value}${mark}` : "");
      const clock = [[Math.trunc(time / 36e5), "H"], [Math.trunc(time / 6e4) % 60, "M"], [(time % 6e4) / 1000, "S"]].map(([value, mark]) => part(value, mark, this._time)).join("");
      const date = part(Math.trunc(months / 12), "Y", this._months) + part(months % 12, "M", this._months) + part(days, "D", this._days);
      return whole === 0 ? "P0D" : `${whole < 0 ? "-" : ""}P${date}${clock && "T" + clock}`;
    }
    toJSON() { return this.toISOString(); }
    toString() { return this.toISOString(); }
    humanize(hasSuffix) {
      const size = this.abs();
      const [seconds, minutes, hours, days, months, years] = ["s", "m", "h", "d", "M", "y"].map((unit) => Math.round(size.as(unit)));
      const rows = [[seconds <= 44, "a few seconds"], [minutes <= 1, "a minute"], [minutes < 45, `${minutes} minutes`], [hours <= 1, "an hour"], [hours < 22, `${hours} hours`], [days <= 1, "a day"], [days < 26, `${days} days`], [months <= 1, "a month"], [months < 11, `${months} months`], [years <= 1, "a year"], [true, `${years} years`]];
      const words = rows.find(([fits]) => fits)[1];
      return !hasSuffix ? words : this.valueOf() > 0 ? `in ${words}` : `${words} ago`;
    }
  }
  for (const name of ["years", "months", "days", "hours", "minutes", "seconds", "milliseconds"]) {
    Duration.prototype[`as${name.charAt(0).toUpperCase()}${name.slice(1)}`] = function () { return this.as(name); };
    Duration.prototype[name] = function () { return this._parts()[name]; };
  }
  Duration.prototype.asWeeks = function () { return this.as("week"); };

  // MARK: moment itself

  const ISO = () => {};
  const made = (isUTC, value, pattern, given) => {
    const isStrict = given === true;
    if (value instanceof Moment) return isUTC ? value.clone().utc() : value.clone();
    return new Moment(timeOfAny(value, isUTC, pattern, isStrict).time, isUTC);
  };
  const moment = (value, pattern, ...rest) => made(false, value, pattern === true ? undefined : pattern, rest.at(-1));
  const list = (names) => (index) => (index === undefined ? [...names] : names[index]);
  Object.assign(moment, {
    utc: (value, pattern, ...rest) => made(true, value, pattern, rest.at(-1)), unix: (seconds) => new Moment(seconds * 1000), now: () => Date.now(), ISO_8601: ISO, isMoment: (value) => value instanceof Moment, isDate: (value) => value instanceof Date, isDuration: (value) => value instanceof Duration, invalid: () => new Moment(NaN),
    parseZone: (value, pattern) => { const { time, offset = 0 } = timeOfAny(value, true, pattern); return new Moment(time, true, offset); },
    max: (...all) => all.flat().reduce((a, b) => (b.time > a.time ? b : a)), min: (...all) => all.flat().reduce((a, b) => (b.time < a.time ? b : a)), duration: (given, unit) => Duration.of_(given, unit), locale: () => "en",
    months: list(monthNames), monthsShort: list(monthNames.map((name) => name.slice(0, 3))), weekdays: list(dayNames), weekdaysShort: list(dayNames.map((name) => name.slice(0, 3))), weekdaysMin: list(dayNames.map((name) => name.slice(0, 2))), normalizeUnits: unitOf,
    HTML5_FMT: { DATE: "YYYY-MM-DD", TIME: "HH:mm", DATETIME_LOCAL: "YYYY-MM-DDTHH:mm" },
  });
  own.moment = moment;
})();
