import OpenCollection
import Text

/// Writes a load test as a file for Locust: one class of users, who send the requests in their order.
///
/// - Source: https://docs.locust.io, "Writing a locustfile" and "Distributed load generation".
struct LocustFile {
    private let test: LoadTest

    init(_ test: LoadTest) { self.test = test }

    var text: String {
        let parts = [head, variables, test.rows == nil ? nil : rows, tasks, Self.user, Self.reading]
        return parts.compactMap(\.self).joined(separator: "\n\n\n") + "\n"
    }

    // MARK: - The top of the file

    private var head: String {
        let environment = test.environmentName.map { ", environment \($0)" } ?? ""
        let outside = test.outside.filter {
            test.rows == nil || $0.meaning != ShellPlaceholders.Meaning.missing.rawValue
        }
        let comments =
            [
                "\(test.title)\(environment), for Locust (https://locust.io). Written by microscope export.", "",
                "One machine:      locust -f FILE --headless --users 10 --run-time 1m",
                "Several:          locust -f FILE --master, and on each machine locust -f FILE --worker --master-host HOST",
                "ITERATIONS=5      each user stops after 5 rounds; without it, users go on until the end",
                "COLLECTION=DIR    the directory of files in bodies; without it, that of this file",
            ] + outside.map { "\(Self.padded($0.name)) to set: \($0.meaning)" }
            + (test.limits.isEmpty ? [] : ["", "Not in this file:"] + test.limits.map { "- \($0)" })
        return comments.map { $0.isEmpty ? "#" : "# " + Self.comment($0) }.joined(separator: "\n") + "\n" + Self.imports
    }

    private static func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(0, 17 - name.count))
    }

    /// Returns a comment of one line in ASCII.
    private static func comment(_ text: String) -> String { String(PythonLiteral.text(text).dropFirst().dropLast()) }

    private static let imports = """
        import csv
        import json
        import os
        import random
        import re
        import time
        import uuid
        from datetime import datetime, timezone
        from urllib.parse import quote

        from locust import HttpUser, SequentialTaskSet, events, task
        from locust.exception import StopUser
        from locust.runners import MasterRunner, WorkerRunner
        """

    private var variables: String {
        let plain = test.variables.map { ($0.name, PythonLiteral.text($0.value)) }
        let fromRows = test.rows == nil ? [] : [ShellPlaceholders.Meaning.missing.rawValue]
        let outside = test.outside.filter { !fromRows.contains($0.meaning) }
            .map { ($0.name, "os.environ[\(PythonLiteral.text($0.name))]") }
        let rows = (plain + outside).map { "    \(PythonLiteral.text($0.0)): \($0.1),\n" }
        return
            "# Each user has its own copy, to which values of responses\(test.rows == nil ? "" : " and of a row") are added.\n"
            + "VARIABLES = {\n\(rows.joined())}\nITERATIONS = int(os.environ.get(\"ITERATIONS\", \"0\"))\n"
            + "COLLECTION = os.environ.get(\"COLLECTION\", os.path.dirname(os.path.abspath(__file__)))"
    }

    private var rows: String {
        """
        # The rows are shared out among the workers, and by each to its users.
        ROWS = os.path.join(os.path.dirname(os.path.abspath(__file__)), \(PythonLiteral.text(test.rows ?? "")))
        rows = []


        def read_rows():
            with open(ROWS, newline="", encoding="utf-8-sig") as file:
                if ROWS.endswith(".json"):
                    return json.load(file)
                if ROWS.endswith(".csv"):
                    return list(csv.DictReader(file))
                return [json.loads(line) for line in file if line.strip()]


        def take_rows(environment, msg, **_):
            rows[:] = msg.data


        @events.init.add_listener
        def listen(environment, **_):
            if isinstance(environment.runner, WorkerRunner):
                environment.runner.register_message("rows", take_rows)


        @events.test_start.add_listener
        def share_rows(environment, **_):
            runner = environment.runner
            if isinstance(runner, MasterRunner):
                for index, worker in enumerate(list(runner.clients)):
                    runner.send_message("rows", read_rows()[index :: runner.worker_count], worker)
            elif not isinstance(runner, WorkerRunner):
                rows[:] = read_rows()


        def next_row():
            if not rows:
                return {}
            row = rows.pop(0)
            rows.append(row)
            return {re.sub(r"[^A-Za-z0-9_]", "_", name): text(value) for name, value in row.items()}
        """
    }

    // MARK: - Requests

    private var tasks: String {
        let start = """
            class Requests(SequentialTaskSet):
                rounds = 0

                @task
                def begin(self):
                    if ITERATIONS and self.rounds == ITERATIONS:
                        raise StopUser()
                    self.rounds += 1
                    self.v = {**VARIABLES\(test.rows == nil ? "" : ", **next_row()")}
            """
        var taken: Set = ["begin", "rounds", "v", "client", "user", "parent", "tasks", "interrupt", "run", "wait"]
        return ([start] + test.steps.map { task($0, named: Self.functionName($0.name, &taken)) }).joined(
            separator: "\n\n")
    }

    private static func functionName(_ name: String, _ taken: inout Set<String>) -> String {
        let plain = "send_" + ShellPlaceholders.shellName(name)
        let free = taken.contains(plain) ? "\(plain)_\(taken.count)" : plain
        taken.insert(free)
        return free
    }

    private func task(_ step: LoadTest.Step, named name: String) -> String {
        let generated = test.generated.filter { uses($0.name, step) }.map { value in
            "v[\(PythonLiteral.text(value.name))] = \(Self.dynamic[value.dynamicName] ?? "\"\"")"
        }
        let arguments = ([PythonLiteral.text(step.rendered.method), expression(step.url)] + options(step))
            .map { "            \($0),\n" }.joined()
        let after =
            step.captures.map { "keep(v, \(PythonLiteral.text($0.variable)), \(Self.value($0.value)))" } + checks(step)
        let lines =
            ["    @task", "    def \(name)(self):", "        v = self.v"] + generated.map { "        \($0)" }
            + ["        with self.client.request(", arguments.dropLast().description, "        ) as r:"]
            + (after.isEmpty ? ["            pass"] : after.map { "            \($0)" })
        return lines.joined(separator: "\n")
    }

    private func uses(_ variable: String, _ step: LoadTest.Step) -> Bool {
        var texts =
            [step.url] + step.headers.flatMap { [$0.name, $0.value ?? ShellText("")] } + step.checks.map(\.expected)
        switch step.body {
        case .text(let text), .file(let text): texts.append(text)
        case .parts(let parts): texts += parts.flatMap { [$0.name, $0.value] }
        case .none, .bytes: break
        }
        return texts.contains { $0.pieces.contains(.variable(variable)) }
    }

    private func options(_ step: LoadTest.Step) -> [String] {
        var options = ["name=\(PythonLiteral.text(step.name))", "catch_response=True"]
        if !step.parameters.isEmpty {
            let rows = step.parameters.map { "\(PythonLiteral.text($0.name)): \(expression($0.value))" }
            options.append("params={\(rows.joined(separator: ", "))}")
        }
        if !step.headers.isEmpty {
            let rows = step.headers.map { name, value in
                "                \(expression(name)): \(value.map(header) ?? "None"),\n"
            }
            options.append("headers={\n\(rows.joined())            }")
        }
        if let (user, password) = step.basic {
            options.append("auth=((\(expression(user))).encode(), (\(expression(password))).encode())")
        }
        options += proxies(step.proxy) + body(step.body)
        if !step.rendered.followsRedirects { options.append("allow_redirects=False") }
        if let timeout = step.rendered.timeout { options.append("timeout=\(CurlSpelling.seconds(timeout))") }
        if !step.rendered.verifiesTLS { options.append("verify=False") }
        return options
    }

    private func proxies(_ proxy: LoadTest.Proxy) -> [String] {
        switch proxy {
        case .ofEnvironment: return []
        case .none: return ["proxies=through(\"\")"]
        case .server(let scheme, let host, let port, let user, let password):
            let credentials = [user, password].map { "quote(\(expression($0)), safe=\"\")" }
            let isAnonymous = user.pieces.isEmpty && password.pieces.isEmpty
            let parts =
                [PythonLiteral.text("\(scheme)://")]
                + (isAnonymous ? [] : [credentials[0], "\":\"", credentials[1], "\"@\""])
                + [expression(host)] + (port.map { [PythonLiteral.text(":\($0)")] } ?? [])
            return ["proxies=through(\(parts.joined(separator: " + ")))"]
        }
    }

    private func body(_ body: LoadTest.Body) -> [String] {
        switch body {
        case .none: return []
        case .bytes(let bytes): return ["data=\(PythonLiteral.bytes(bytes))"]
        case .file(let path): return ["data=read(\(expression(path)))"]
        case .text(let text):
            let indent = String(repeating: " ", count: 16)
            return ["data=(\n\(indent)\(expression(text, indent: indent))\n            ).encode()"]
        case .parts(let parts):
            let rows = parts.map { part in
                let value = part.isFile ? "read(\(expression(part.value)))" : expression(part.value)
                let name = part.isFile ? "os.path.basename(\(expression(part.value)))" : "None"
                let type = part.contentType.map { ", \(PythonLiteral.text($0))" } ?? ""
                return "                (\(expression(part.name)), (\(name), \(value)\(type))),\n"
            }
            return ["files=[\n\(rows.joined())            ]"]
        }
    }

    /// Returns an expression for a text with variables.
    private func expression(_ text: ShellText, indent: String = "") -> String {
        if text.pieces.isEmpty { return "\"\"" }
        let parts = text.pieces.map { piece in
            switch piece {
            case .variable(let name): "v[\(PythonLiteral.text(name))]"
            case .text(let text): indent.isEmpty ? PythonLiteral.text(text) : PythonLiteral.lines(text, indent: indent)
            }
        }
        return parts.joined(separator: indent.isEmpty ? " + " : "\n\(indent)+ ")
    }

    /// Returns a header's value: as bytes where it may be more than ASCII, which Python would send in Latin-1.
    private func header(_ value: ShellText) -> String {
        let isPlain = value.pieces.allSatisfy {
            if case .text(let text) = $0 { text.utf8.allSatisfy { $0 < 0x80 } } else { false }
        }
        return isPlain ? expression(value) : "(\(expression(value))).encode()"
    }

    // MARK: - Responses

    private func checks(_ step: LoadTest.Step) -> [String] {
        guard !step.checks.isEmpty else { return [] }
        let rows = step.checks.map { check in
            "    (\(PythonLiteral.text(check.title)), \(Self.value(check.value)), "
                + "\(PythonLiteral.text(check.operator.rawValue)), \(expression(check.expected))),"
        }
        return ["check(r, ["] + rows + ["])"]
    }

    private static func value(_ value: LoadTest.Value) -> String {
        switch value {
        case .pattern(let pattern): return "found(\(PythonLiteral.text(pattern)), r.text)"
        case .expression(let served):
            let steps = served.steps.map { ", \(PythonLiteral.text($0.name))" }.joined()
            switch served.root {
            case .status: return "at(r.status_code\(steps))"
            case .statusText: return "at(r.reason\(steps))"
            case .responseTime: return "at(r.elapsed.total_seconds() * 1000\(steps))"
            case .url: return "at(r.url\(steps))"
            case .header(let name): return "at(r.headers.get(\(PythonLiteral.text(name)), MISSING)\(steps))"
            case .body: return "at(body(r)\(steps))"
            case .query(let query): return "at(find(body(r)\(query.steps.map(step).joined()))\(steps))"
            case .variable(let name): return "v.get(\(PythonLiteral.text(name)), MISSING)"
            }
        }
    }

    private static func step(_ step: ResponseQuery.Step) -> String {
        switch step {
        case .name(let name): ", (\".\", \(PythonLiteral.text(name)))"
        case .anyDepth(let name): ", (\"..\", \(PythonLiteral.text(name)))"
        case .index(let index): ", (\"[]\", \(index))"
        }
    }

    private static let dynamic = [
        "$guid": "str(uuid.uuid4())", "$randomUUID": "str(uuid.uuid4())", "$timestamp": "str(int(time.time()))",
        "$isoTimestamp":
            "datetime.now(timezone.utc).isoformat(timespec=\"milliseconds\").replace(\"+00:00\", \"Z\")",
        "$randomInt": "str(random.randint(0, 1000))",
    ]

    private static let user = """
        class User(HttpUser):
            # Each request has its own.
            host = "http://127.0.0.1"
            tasks = [Requests]
        """

    /// Reading of responses. Operators compare as in Bruno: numbers, texts, true and false are different things.
    private static let reading = ##"""
        MISSING = object()
        WORDS = {"true": True, "false": False, "null": None, "undefined": MISSING}


        def read(path):
            with open(os.path.join(COLLECTION, path), "rb") as file:
                return file.read()


        def through(proxy):
            return {"http": proxy, "https": proxy}


        def body(response):
            try:
                return response.json()
            except ValueError:
                return response.text


        def text(value):
            if isinstance(value, str):
                return value
            if isinstance(value, float) and value.is_integer():
                return str(int(value))
            return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


        def at(value, *steps):
            for step in steps:
                if isinstance(value, dict):
                    value = value.get(step, MISSING)
                elif isinstance(value, (list, str)) and step == "length":
                    value = len(value)
                elif isinstance(value, (list, str)) and step.isdigit() and int(step) < len(value):
                    value = value[int(step)]
                else:
                    return MISSING
            return value


        def deep(value, name):
            if isinstance(value, list):
                return [one for element in value for one in deep(element, name)]
            if not isinstance(value, dict):
                return []
            own = [value[name]] if name in value else []
            return own + [one for key, other in value.items() if key != name for one in deep(other, name)]


        def find(value, *steps):
            for kind, step in steps:
                if kind == "[]":
                    value = value[step] if isinstance(value, list) and step < len(value) else MISSING
                elif kind == ".." or isinstance(value, list):
                    all = deep(value, step) if kind == ".." else [at(one, step) for one in value]
                    flat = [one for each in all for one in (each if isinstance(each, list) else [each])]
                    value = [one for one in flat if one is not MISSING and one is not None] or MISSING
                else:
                    value = at(value, step)
            return value


        def found(pattern, text):
            match = re.search(pattern, text, re.MULTILINE)
            return MISSING if match is None else match.group(1 if match.re.groups else 0)


        def keep(variables, name, value):
            if value is not MISSING:
                variables[name] = text(value)


        def is_number(value):
            return isinstance(value, (int, float)) and not isinstance(value, bool)


        def same(one, other):
            if is_number(one) and is_number(other):
                return one == other
            return type(one) is type(other) and not isinstance(one, (list, dict)) and one == other


        def literal(written):
            word = written.strip()
            if word in WORDS:
                return WORDS[word]
            if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"":
                return word[1:-1]
            if re.fullmatch(r"[+-]?\d+", word):
                return int(word)
            if re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", word):
                return float(word)
            return word


        def without(ends, written):
            word = written.strip()
            return word[1:-1] if len(word) > 1 and word[0] == ends[0] and word[-1] == ends[1] else word


        def contains(value, other):
            if isinstance(value, list):
                return any(same(one, other) for one in value)
            return text(other) in value if isinstance(value, str) else None


        def matches(value, written):
            return value is not MISSING and re.search(without("//", written), text(value)) is not None


        def between(value, ends):
            return len(ends) == 2 and all(map(is_number, [value, *ends])) and ends[0] <= value <= ends[1]


        def compared(holds):
            return lambda value, written: is_number(value) and is_number(literal(written)) and holds(value, literal(written))


        def texts(holds):
            return lambda value, written: isinstance(value, str) and isinstance(literal(written), str) and holds(value, literal(written))


        def literals(written):
            return [literal(one) for one in without("[]", written).split(",")]


        OPERATORS = {
            "eq": lambda value, written: same(value, literal(written)),
            "neq": lambda value, written: not same(value, literal(written)),
            "gt": compared(lambda one, other: one > other),
            "gte": compared(lambda one, other: one >= other),
            "lt": compared(lambda one, other: one < other),
            "lte": compared(lambda one, other: one <= other),
            "between": lambda value, written: between(value, literals(written)),
            "in": lambda value, written: any(same(value, one) for one in literals(written)),
            "notIn": lambda value, written: not any(same(value, one) for one in literals(written)),
            "contains": lambda value, written: contains(value, literal(written)) is True,
            "notContains": lambda value, written: contains(value, literal(written)) is False,
            "length": lambda value, written: same(at(value, "length"), literal(written)),
            "matches": matches,
            "notMatches": lambda value, written: not matches(value, written),
            "startsWith": texts(str.startswith),
            "endsWith": texts(str.endswith),
            "isEmpty": lambda value, _: isinstance(value, (str, list, dict)) and not value,
            "isNotEmpty": lambda value, _: isinstance(value, (str, list, dict)) and bool(value),
            "isNull": lambda value, _: value is None,
            "isUndefined": lambda value, _: value is MISSING,
            "isDefined": lambda value, _: value is not MISSING,
            "isTruthy": lambda value, _: value is True,
            "isFalsy": lambda value, _: value is False,
            "isJson": lambda value, _: isinstance(value, (dict, list)),
            "isNumber": lambda value, _: is_number(value),
            "isString": lambda value, _: isinstance(value, str),
            "isBoolean": lambda value, _: isinstance(value, bool),
            "isArray": lambda value, _: isinstance(value, list),
        }


        def check(response, checks):
            """Marks a response as failed if an assertion does not hold; otherwise its status does not count."""
            wrong = [title for title, value, operator, written in checks if not OPERATORS[operator](value, written)]
            if response.status_code and not wrong:
                response.success()
            elif wrong:
                response.failure("; ".join(wrong))
        """##
}
