import YAMLTree

extension RequestPolicies: FileValue {
    static let title = "policies"
    static let fields = FieldTable(shared.rows + ofRequests)
    /// The policies that folders and the collection have, too.
    static let shared: FieldTable<RequestPolicies> = [
        .retry.meaning("Further attempts after the first. Times are in seconds."),
        .section(
            "tls", "tls",
            [
                .flag("verify", \.verifiesTLS, "Verify TLS").meaning(
                    "Whether the server's certificate is checked."
                ).standard(true)
            ]
        ).orNothing
            .shown(hint: "on or off, microscope.yaml", place: -1, fallback: "on"),
        .connection(\.connection).shown(place: 4).meaning("The connection to the server."),
        .login.orNothing.shown(
            "Login on 401", hint: "a request, microscope.yaml", place: 2, fallback: LoginRule.off.text
        )
        .meaning("The request that is sent after a 401, relative to the root; none: no request."),
        .flag("history", \.keepsHistory, "Keep in history")
            .typedFlag(\.keepsHistory, "Keep in history", words: ["yes", "no"])
            .shown(hint: "yes or no, microscope.yaml", place: 3, fallback: "yes")
            .meaning("Whether exchanges are recorded in the history.").standard(true),
        FieldRow.texts("literal", \.literals, "Sent as text").orNothing
            .typed(
                \.literals, "Sent as text", .plain, text: { $0.joined(separator: ", ") }, value: { $0.commaSeparated }
            )
            .shown(hint: "names in braces that are not variables, comma-separated, microscope.yaml", place: 5)
            .meaning("Names in braces that are sent as written; * is any number of characters."),
        FieldRow.text("graphqlSchema", \.graphQLSchema, "GraphQL schema").notEmpty.orNothing
            .shown(hint: "a file, microscope.yaml", place: 6, fallback: "as the server says")
            .meaning(
                "The file with the schema of GraphQL requests, relative to the root: SDL, or the JSON of an introspection."
            ),
    ]
}

extension FieldRow<RequestPolicies> {
    /// The number of retries makes the policy, and takes it out.
    fileprivate static var retry: Self {
        FieldRow.part("retry", \.retry, "Retries") { String($0.count) }.orNothing.changingEntries { entry in
            let (write, isCount) = (entry.write, entry.key == "retry.count")
            entry.write = { text, policies in
                if isCount && text.isEmpty { policies.retry = nil }
                guard isCount ? !text.isEmpty : policies.retry != nil else { return true }
                guard write(text, &policies) else { return false }
                // No retries are a policy, too.
                policies.retry = policies.retry ?? RetrySettings()
                return true
            }
        }
    }

    fileprivate static var login: Self {
        FieldRow(
            "login", \.login, "Log in with", .notEmpty(.text),
            read: { reading, node, name in
                guard !node.isNull, let text = reading.text(node, name) else { return nil }
                if text.isEmpty {
                    reading.note(node, "\(name) is empty; the path of a request or none was expected")
                }
                return LoginRule(text)
            }, written: { .text($0?.text) }, merged: { $0.value($1, $2) { $0?.text } }
        ).typed(
            \.login, "Log in with", .request(orWords: [LoginRule.off.text]), textOfValue: { $0.text },
            value: { LoginRule($0) })
    }
}

extension RetrySettings: FileValue {
    static let title = "retry"

    init() { self.init(count: 0) }

    static let fields: FieldTable<RetrySettings> = [
        FieldRow(
            "count", \.count, "Retries", .numberWithin(0...1_000_000, isWhole: true), read: { $0.count($1, $2) },
            written: { .int($0) }, merged: { $0.value($1, $2) }
        ).typed(\.count, "Retries", .plain, text: { String($0) }) { text in
            Int(text).flatMap { (0...100).contains($0) ? $0 : nil }
        }.shown(
            hint: "extra attempts, microscope.yaml", fallback: "0", expected: "a whole number from 0 to 100"
        )
        .meaning("Attempts after the first; 0 turns retries off.").standard(.number(0)),
        .word("backoff", \.backoff, "Retry backoff", of: ["exponential", "constant"]).standard("exponential"),
        .seconds("base", \.base, "Retry first wait").shown(fallback: "0.1").meaning(
            "The wait before the first retry."
        ).standard(.number(0.1)),
        .seconds("cap", \.cap, "Max retry wait").shown(fallback: "30").meaning("The longest wait.").standard(
            .number(30)),
        .seconds("budget", \.budget, "Retry budget").shown(fallback: "no limit")
            .meaning("The time from the start of the send within which the last attempt must begin."),
        .seconds("retryAfterCap", \.retryAfterCap, "Max Retry-After").shown(fallback: "60")
            .meaning("The longest wait that a server can ask for with Retry-After.").standard(.number(60)),
        .word("jitter", \.jitter, "Retry jitter", of: ["full", "none"]).standard("full"),
        FieldRow(
            "methods", \.methods, "Retried methods", .list(of: .text), read: { $0.list($1, $2) },
            written: { $0.map { .sequence($0.map { .string($0) }) } }, merged: { $0.value($1, $2) }
        ).typed(\.methods, "Retried methods", .plain, textOfValue: { $0.joined(separator: ", ") }) { $0.commaSeparated }
            .shown(hint: "comma-separated, microscope.yaml", fallback: "GET, HEAD, PUT, DELETE, OPTIONS, TRACE")
            .meaning("Methods that are repeated even if the server may have acted already."),
        FieldRow(
            "statuses", \.statuses, "Retried statuses", .list(of: .numberWithin(100...599, isWhole: true)),
            read: { $0.statuses($1, $2) },
            written: { $0.map { .sequence($0.map { .int($0) }) } },
            merged: { $0.value($1, $2) { $0.map { $0.map(String.init).joined(separator: ", ") } } }
        ).typed(
            \.statuses, "Retried statuses", .plain,
            textOfValue: { $0.map(String.init).joined(separator: ", ") }
        ) { text in
            let statuses = text.commaSeparated.map { Int($0).flatMap { (100...599).contains($0) ? $0 : nil } }
            return statuses.contains(nil) ? nil : statuses.compactMap(\.self)
        }.shown(
            hint: "comma-separated, microscope.yaml", fallback: "408, 425, 429, 500 to 599",
            expected: "statuses from 100 to 599, comma-separated"
        )
        .meaning("Statuses after which a request is repeated."),
    ]
}

extension FieldRow<RetrySettings> {
    fileprivate static func seconds(_ key: String, _ member: Member<Double?>, _ title: String) -> Self {
        FieldRow(
            key, member, title, .numberWithin(0...1_000_000, isWhole: false), read: { $0.seconds($1, $2) },
            written: { $0.map { .number($0) } },
            merged: { $0.value($1, $2) }
        ).typed(member, title, .plain, textOfValue: { $0.mergeText ?? "" }) { text in
            Double(text).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
        }.shown(hint: "seconds, microscope.yaml", expected: "a number such as 0.5, up to 1000000")
    }

    fileprivate static func word(
        _ key: String, _ member: Member<String?>, _ title: String, of words: [String]
    ) -> Self {
        FieldRow(
            key, member, title, .word(words),
            read: { reading, node, name in
                guard let word = reading.text(node, name) else { return nil }
                if !words.contains(word) {
                    reading.note(node, "\(name) is \"\(word)\"; \(words.joined(separator: " or ")) was expected")
                }
                return word
            }, written: { .text($0) }, merged: { $0.value($1, $2) }
        ).typedText(member, title, .words(words)).shown(hint: "microscope.yaml", fallback: words[0])
    }
}

extension PollSettings: FileValue {
    static let title = "poll"

    static let fields: FieldTable<PollSettings> = [
        FieldRow(
            "until", \.until, "Poll until",
            .either([
                .matching(conditions, expectation: "a status (200, 5xx, -503), passes or fails"),
                .numberWithin(100...999, isWhole: true), .numberWithin(-999...(-100), isWhole: true),
            ]),
            read: { reading, node, name in
                let text = reading.text(node, name) ?? ""
                if !conditions.matches(text) {
                    reading.note(
                        node, "\(name) is \"\(text)\"; a status (200, 5xx, -503), passes or fails was expected")
                }
                return text
            }, written: { .string($0) }, merged: { $0.value($1, $2) }
        ).required.meaning("A status (200, 5xx, -503), passes (all assertions) or fails."),
        .seconds("every", \.every).meaning("The time between the beginnings of two sends.").standard(.number(1)),
        .seconds("maxTime", \.maxTime)
            .meaning("The time after which the request has failed; a send that is under way is cancelled.").standard(
                .number(60)),
    ]
}

extension FieldRow<PollSettings> {
    fileprivate static func seconds(_ key: String, _ member: Member<Double?>) -> Self {
        FieldRow(
            key, member, key, .numberWithin(0...1_000_000, isWhole: false), read: { $0.seconds($1, $2) },
            written: { $0.map { .number($0) } }, merged: { $0.value($1, $2) })
    }
}

extension EnvironmentPolicies: FileValue {
    static let title = "an environment's protections"
    static let fields: FieldTable<EnvironmentPolicies> = [
        .mark("protected", \.isProtected, "Protected")
            .meaning("Whether requests that may change something need a confirmation.").standard(false),
        FieldRow(
            "history", \.keepsHistory, "Keep in history", .boolean, read: { $0.boolean($1, $2) ?? true },
            written: { $0 ? .none : .bool(false) }, merged: { $0.value($1, $2) }
        ).meaning("Whether exchanges are recorded in the history.").standard(true),
        .secretSources(\.secretSources).meaning(
            "The sources of secrets; they take precedence over those of every environment."),
        .connection(\.connection),
    ]
}

extension FileReading {
    /// The texts of a list; nil when it is null.
    mutating func list(_ node: YAMLNode, _ name: String) -> [String]? {
        guard !node.isNull else { return nil }
        var texts: [String] = []
        for item in items(node, name) { texts.append(text(item, name) ?? "") }
        return texts
    }

    fileprivate mutating func statuses(_ node: YAMLNode, _ name: String) -> [Int]? {
        guard let texts = list(node, name) else { return nil }
        let numbers = texts.compactMap { Int($0) }.filter { (100...599).contains($0) }
        if numbers.count != texts.count { note(node, "\(name) has an invalid status: 100 to 599 was expected") }
        return numbers
    }

    /// A number that is small enough for a wait or a count.
    fileprivate mutating func seconds(_ node: YAMLNode, _ name: String) -> Double? {
        guard let value = number(node, name) else { return nil }
        if !(0...1_000_000).contains(value) { note(node, "\(name) is not between 0 and 1,000,000") }
        return value
    }

    fileprivate mutating func count(_ node: YAMLNode, _ name: String) -> Int {
        guard let value = seconds(node, name) else { return 0 }
        if let count = Int(exactly: value) { return count }
        note(node, "\(name) is not a whole number")
        return 0
    }
}
