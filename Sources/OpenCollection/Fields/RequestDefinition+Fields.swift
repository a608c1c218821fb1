import Quoting
import YAMLTree

extension RequestDefinition {
    /// The keys of a request's file; its kind names the section with the details.
    static func fields(of kind: RequestKind) -> FieldTable<RequestDefinition> { kind == .graphQL ? graphQL : http }

    private static let http = table(of: .http)
    private static let graphQL = table(of: .graphQL)

    private static func table(of kind: RequestKind) -> FieldTable<RequestDefinition> {
        [
            .section(
                "info", isLasting: true,
                [
                    .text("name", \.name, "Name").text(.shown, \.name), .fixed("type", kind.rawValue),
                    .number("seq", \.sequence, "Place in the folder"), .texts("tags", \.tags, "Tag"),
                    .documentation("description", \.description, "Description"),
                ]),
            .section(
                kind.rawValue, isLasting: true,
                [
                    .text("method", \.method, "Method"), .url, .rows("headers", \.headers, "Header"),
                    .rows("params", \.parameters, "Parameter"),
                    .body.checked(by: Schema.body(of: kind)), .auth(\.auth),
                ]),
            .section(
                "runtime", "a runtime",
                [
                    .rows("variables", \.variables, "Variable"), .rows("scripts", \.scripts, "Script"),
                    .rows("assertions", \.assertions, "Assertion"), .rows("actions", \.actions, "Capture"),
                ]),
            .ownSettings,
            // Nothing sends the texts of examples.
            .rows("examples", \.examples, "Example").texts(.shown) {
                $0.examples.changeTexts(.sent, $1)
                $0.examples.changeTexts(.shown, $1)
            },
            .documentation("docs", \.docs, "Docs").checked(by: .text),
            .part("app", \.app, "App", in: .prefix("App")) { $0.code },
        ]
    }
}

extension FieldRow<RequestDefinition> {
    /// Its query is merged pair by pair, since two people who change different parameters change one text.
    fileprivate static var url: Self {
        var row = FieldRow.text("url", \.url, "URL")
        row.merge = { $3.mergeURL($2, &$0) }
        return row.text(.sent, \.url)
    }

    fileprivate static var body: Self {
        FieldRow(
            keys: ["body"], order: { RequestBody.order },
            read: { reading, mapping, name, definition in
                reading.readBody(mapping["body"], "\(name).body", into: &definition)
            },
            written: { .rows($0.writtenVariants) ?? $0.body.written },
            save: { (writing, path, old, new) throws(FileProblem) in
                try writing.saveBody(at: path.appending(key: "body"), old, new)
            },
            merge: { $3.mergeBody($2, &$0) },
            forgetOrigins: { definition in
                definition.body.forgetOrigins()
                definition.bodyVariants.forgetOrigins()
            },
            changeTexts: { definition, use, change in
                definition.body.changeTexts(use, change)
                definition.bodyVariants.changeTexts(use, change)
            })
    }

    fileprivate static var ownSettings: Self {
        var row = FieldRow.settings("settings", \.settings)
        row.written = { $0.settings.rewritten }
        row.save = { (writing, _, old, new) throws(FileProblem) in try writing.save(old.settings, new.settings) }
        return row
    }
}

extension RequestBody {
    fileprivate static let order = KeyOrder(["type", "query", "data", "variables"]) { component in
        switch component {
        case .key("data"): KeyOrder(BodyFile.fields.keys + MultipartPart.fields.keys)
        case .index: BodyVariant.fields.order
        case .key: nil
        }
    }
}

extension BodyVariant: SelectableRow, FileRow {
    init() { self.init(title: "", body: RequestBody()) }
    static let title = "a variant"
    static let fields: FieldTable<BodyVariant> = [
        .text("title", \.title, "title"), .mark("selected", \.isSelected, "selected"), .body,
    ]

    var identity: String { title }
    var mergeText: String { body.mergeText }
}

extension FieldRow<BodyVariant> {
    fileprivate static var body: Self {
        FieldRow(
            keys: ["body"], order: { RequestBody.order },
            read: { reading, mapping, name, variant in
                variant.body = reading.body(mapping["body"], "\(name).body", of: reading.requestKind)
            },
            written: { $0.body.written },
            save: { (writing, path, old, new) throws(FileProblem) in
                try writing.save(old.body, new.body, at: path.appending(key: "body"))
            },
            merge: { merging, prefix, versions, variant in
                variant.body = merging.within(prefix ?? "") { RequestBody.merged(versions.body, &$0) }
            }, forgetOrigins: { $0.body.forgetOrigins() }, changeTexts: { $0.body.changeTexts($1, $2) })
    }
}

extension RequestApp: FileValue {
    static let title = "a request's app"

    init() { self.init(code: "") }

    static let fields: FieldTable<RequestApp> = [
        .flag("enabled", \.isEnabled, "on"), .text("code", \.code, "").text(.shown, \.code),
    ]
}

// MARK: - Settings

extension RequestSettings: FileValue {
    static let title = "settings"
    static let fields: FieldTable<RequestSettings> = [
        .flag(.encodeUrl, \.encodesURL, "Encode URL").shown(hint: "on or off", place: 1, fallback: "off"),
        .wholeNumber(.timeout, \.timeoutInMilliseconds, "Timeout")
            .shown(
                hint: "milliseconds, 0: no timeout", fallback: "0", expected: "whole milliseconds, 0: no timeout"),
        .flag(.followRedirects, \.followsRedirects, "Follow redirects").shown(hint: "on or off", fallback: "on"),
        .wholeNumber(.maxRedirects, \.maximumRedirects, "Max redirects")
            .shown(hint: "hops", fallback: "5", expected: "a whole number"),
        .flag(.forwardAuthorizationHeader, \.forwardsAuthorization, "Forward authorization")
            .shown("Forward auth", hint: "to other hosts on redirect; asks first", place: 2, fallback: "on"),
    ]

    /// The settings as the file has them.
    var written: YAMLMapping { Self.fields.written(self) }

    static func merged(_ versions: Versions<RequestSettings>, _ merging: inout FieldMerging) -> RequestSettings {
        if let agreed = versions.agreed { return agreed }
        var merged = versions.theirs
        merged.isPresent = merging.value("Settings", versions.isPresent)
        fields.merge(versions, into: &merged, nil, &merging)
        if !merged.written.entries.isEmpty { merged.isPresent = true }
        return merged
    }
}

extension FieldRow<RequestSettings> {
    /// A setting that may say `inherit` in place of its value: both are one field, since only one of them counts.
    fileprivate static func setting(_ key: RequestSettings.Key, _ title: String, _ value: Self) -> Self {
        let name = key.rawValue
        @Sendable func written(_ settings: RequestSettings) -> YAMLValue? {
            value.written(settings) ?? (settings.inherited.contains(key) ? .string("inherit") : .none)
        }
        return FieldRow(
            keys: [name], rule: .either([value.rule, .word(["inherit"])]),
            read: { reading, mapping, place, settings in
                guard mapping[name]?.string != "inherit" else {
                    settings.inherited.insert(key)
                    return
                }
                value.read(&reading, mapping, place, &settings)
            },
            written: { written($0) },
            save: { (writing, path, old, new) throws(FileProblem) in
                try writing.save(path.appending(key: name), written(old), written(new))
            },
            merge: { merging, _, versions, settings in
                let said = versions.map(written)
                let side = said.agreedSide ?? merging.side(title, said.map(\.settingText))
                let chosen = side == .mine ? versions.mine : versions.theirs
                value.merge(&merging, nil, Versions(base: chosen, mine: chosen, theirs: chosen), &settings)
                settings.inherited.remove(key)
                if chosen.inherited.contains(key) { settings.inherited.insert(key) }
            }, entries: value.entries.map { $0.inheritable(key) })
    }

    fileprivate static func flag(_ key: RequestSettings.Key, _ member: Member<Bool?>, _ title: String) -> Self {
        setting(key, title, .flag(key.rawValue, member, title))
    }

    fileprivate static func wholeNumber(
        _ key: RequestSettings.Key, _ member: Member<Int?>, _ title: String
    ) -> Self {
        setting(
            key, title,
            FieldRow(
                key.rawValue, member, title, .number,
                read: { $0.number($1, $2).map { Int(exactly: $0.rounded(.towardZero)) ?? .max } },
                written: { $0.map { .int($0) } }, merged: { $0.value($1, $2) }
            ).typed(member, title, .plain, textOfValue: { String($0) }) { text in
                Int(text).flatMap { $0 < 0 ? nil : $0 }
            })
    }
}

extension FormEntry<RequestSettings> {
    /// The word for what is inherited takes the place of a value.
    fileprivate func inheritable(_ key: RequestSettings.Key) -> Self {
        let (text, write) = (text, write)
        var entry = self
        entry.text = { settings in
            let said = text(settings)
            return said.isEmpty && settings.inherited.contains(key) ? "inherit" : said
        }
        entry.write = { text, settings in
            guard write(text == "inherit" ? "" : text, &settings) else { return false }
            if text == "inherit" { settings.inherited.insert(key) } else { settings.inherited.remove(key) }
            // The block alone switches encoding on where nothing says otherwise.
            if text == "inherit", key == .encodeUrl { settings.isPresent = true }
            return true
        }
        if case .words(let words) = kind { entry.kind = .words(words + ["inherit"]) }
        return entry
    }
}

extension YAMLValue? {
    fileprivate var settingText: String? {
        if case .bool(let flag)? = self { flag.mergeText } else { mergeText }
    }
}

extension FieldRow {
    /// - Parameter surroundings: The owner of the settings, for the user; nil: what is merged.
    static func settings(_ key: String, _ member: Member<RequestSettings>, in surroundings: String? = nil) -> Self {
        FieldRow(
            keys: [key], rule: .object(RequestSettings.rule), order: { RequestSettings.fields.order },
            read: { reading, mapping, name, owner in
                let name = name.isEmpty ? key : "\(name).\(key)"
                guard let node = mapping[key] else { return }
                owner[keyPath: member].isPresent = node.isNull || node.entries != nil
                RequestSettings.fields.read(
                    reading.mapping(node, name), name, into: &owner[keyPath: member], &reading)
            },
            written: { $0[keyPath: member].written.nonEmpty },
            save: { (writing, path, old, new) throws(FileProblem) in
                let (old, new) = (old[keyPath: member].written.nonEmpty, new[keyPath: member].written.nonEmpty)
                try writing.save(path.appending(key: key), old, new)
            },
            merge: { merging, _, versions, owner in
                let settings = versions.map { $0[keyPath: member] }
                owner[keyPath: member] =
                    surroundings.map { merging.within($0) { RequestSettings.merged(settings, &$0) } }
                    ?? RequestSettings.merged(settings, &merging)
            })
    }
}

// MARK: - Examples

extension RequestExample: FileRow {
    init() { self.init(name: nil) }
    static let title = "an example"
    static let fields: FieldTable<RequestExample> = [
        .text("name", \.name, "Name").text(.shown, \.name),
        .documentation("description", \.description, "Description"),
        .part("request", \.request, "Request") { $0.mergeText },
        .part("response", \.response, "Response", in: .outer("Response")) { $0.mergeText },
    ]

    var identity: String { name ?? "" }
    var mergeText: String { [request?.mergeText, response?.mergeText].compactMap { $0 }.joined(separator: ", ") }

    static func merged(
        _ versions: Versions<RequestExample>, _ name: String, _ merging: inout FieldMerging
    ) -> RequestExample {
        merging.within(name) { fields.merged(versions, nil, &$0) }
    }
}

extension RequestExample.Request: FileValue {
    static let title = "an example's request"
    static let fields: FieldTable<RequestExample.Request> = [
        .text("url", \.url, "URL").text(.shown, \.url),
        .text("method", \.method, "Method").typed(
            \.method, "Method", .choice(["GET", "POST", "PUT", "PATCH", "DELETE"], other: true), textOfValue: { $0 },
            value: { $0.uppercased() }),
        .rows("headers", \.headers, "Header"), .rows("params", \.parameters, "Parameter"), .body,
    ]

    fileprivate var mergeText: String { [method, url].compactMap { $0 }.joined(separator: " ") }
}

extension FieldRow<RequestExample.Request> {
    fileprivate static var body: Self {
        FieldRow(
            keys: ["body"], rule: Schema.body, order: { RequestBody.order },
            read: { reading, mapping, name, request in
                request.body = reading.body(mapping["body"], "\(name).body", of: .http)
            },
            written: { $0.body.written },
            save: { (writing, path, old, new) throws(FileProblem) in
                let path = path.appending(key: "body")
                guard differ(new.body, old.body) else { return }
                // The index of the example is no index of a variant: the body may go.
                if new.body.kind == .none { return try writing.remove(path) }
                try writing.save(old.body, new.body, at: path)
            },
            merge: { merging, _, versions, request in
                request.body = RequestBody.merged(versions.body, &merging)
            }, forgetOrigins: { $0.body.forgetOrigins() }, changeTexts: { $0.body.changeTexts($1, $2) })
    }
}

extension RequestExample.Response: FileValue {
    static let title = "an example's response"
    static let fields: FieldTable<RequestExample.Response> = [
        .number("status", \.status, "Status").typed(
            \.status, "Status", .plain, textOfValue: { Int(exactly: $0).map(String.init) ?? "" },
            value: { Int($0).flatMap { (100...599).contains($0) ? Double($0) : nil } }
        ).shown(expected: "a number from 100 to 599"),
        .text("statusText", \.statusText, "Status text").shown("Reason").text(.shown, \.statusText),
        .rows("headers", \.headers, "Header").checked(
            by: .list(of: .object(ObjectRule("a response's header", required: ["name": .text, "value": .text])))),
        .part("body", \.body, "Body", in: .prefix("Body")) { $0.data },
    ]

    fileprivate var mergeText: String { [status?.mergeText, statusText].compactMap { $0 }.joined(separator: " ") }
}

extension RequestExample.Body: FileValue {
    static let title = "a response's body"

    init() { self.init(type: "", data: "") }

    static let fields: FieldTable<RequestExample.Body> = [
        .text("type", \.type, "type").checked(by: .word(types)).required.shown(
            "Body", fallback: "none", kind: .choice(types, other: false)),
        .text("data", \.data, "").required.shown("Body", kind: .text(breaks: true)).changingEntries {
            $0.write = { text, body in
                body.data = text
                if body.type.isEmpty, !text.isEmpty { body.type = "json" }
                return true
            }
        }.text(.shown, \.data),
    ]

    private static let types = ["json", "text", "xml", "html", "binary"]
}
