import Quoting
import YAMLTree

extension ConnectionSettings: FileValue {
    static let title = "connection"

    static let fields: FieldTable<ConnectionSettings> = [
        .path("ca", \.ca, "CA file", hint: "PEM, replaces the system's authorities").orNothing
            .meaning(
                "A PEM file of the certificate authorities to trust instead of the system's, relative to the root."),
        .path(
            "unixSocket", \.unixSocket, "Unix socket", hint: "absolute path, replaces host and port",
            isAbsolute: true
        ).orNothing.meaning("The absolute path of a Unix socket to connect to instead of host and port."),
        .version.orNothing.meaning("The HTTP version; h2c is HTTP/2 without TLS."),
        FieldRow(
            "connectTimeout", \.connectTimeout, "Connect timeout", .numberWithin(0...1_000_000, isWhole: false),
            read: { reading, node, name in
                guard !node.isNull, let value = reading.number(node, name) else { return nil }
                if !(0...1_000_000).contains(value) { reading.note(node, "\(name) is not between 0 and 1,000,000") }
                return value
            }, written: { $0.map { .number($0) } }, merged: { $0.value($1, $2) }
        ).typed(\.connectTimeout, "Connect timeout", .plain, textOfValue: { $0.mergeText ?? "" }) { text in
            Double(text).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
        }.shown(hint: "seconds, microscope.yaml", fallback: "10", expected: "a number of seconds")
            .meaning("Seconds for name lookup, TCP and TLS together; 0 is any time.").orNothing
            .standard(.number(10)),
        .resolve.orNothing.meaning("Addresses of hosts that are not looked up: host:port:address."),
        .connectTo.orNothing.meaning("host:port to connect to instead of the URL's."),
    ]
}

extension FieldRow<ConnectionSettings> {
    fileprivate static func path(
        _ key: String, _ member: Member<String?>, _ title: String, hint: String, isAbsolute: Bool = false
    ) -> Self {
        FieldRow(
            key, member, title, isAbsolute ? .matching("^/", expectation: "an absolute path") : .notEmpty(.text),
            read: { reading, node, name in
                guard !node.isNull, let path = reading.text(node, name) else { return nil }
                if path.isEmpty { reading.note(node, "\(name) is empty; a path was expected") }
                if isAbsolute, !path.hasPrefix("/") { reading.note(node, "\(name) is not an absolute path") }
                return path
            }, written: { .text($0) }, merged: { $0.value($1, $2) }
        ).typed(member, title, .plain, textOfValue: { $0 }) { isAbsolute && !$0.hasPrefix("/") ? nil : $0 }
            .shown(hint: "\(hint), microscope.yaml", expected: isAbsolute ? "an absolute path" : "a path")
    }

    fileprivate static var version: Self {
        let words = ConnectionSettings.HTTPVersion.allCases.map(\.rawValue)
        return FieldRow(
            "http", \.http, "HTTP version", .word(words),
            read: { reading, node, name in
                guard !node.isNull, let text = reading.text(node, name) else { return nil }
                let version = ConnectionSettings.HTTPVersion(rawValue: text)
                if version == nil {
                    reading.note(node, "\(name) is \"\(text.shownInLine())\"; '1.1', '2' or h2c was expected")
                }
                return version
            }, written: { .text($0?.rawValue) }, merged: { $0.value($1, $2) { $0?.rawValue } }
        ).typed(\.http, "HTTP version", .words(words), textOfValue: { $0.rawValue }) {
            ConnectionSettings.HTTPVersion(rawValue: $0)
        }.shown(hint: "h2c is HTTP/2 without TLS, microscope.yaml", fallback: "automatic")
    }

    fileprivate static var resolve: Self {
        FieldRow(
            "resolve", \.resolve, "Addresses", .list(of: .text),
            read: { reading, node, name in
                (reading.list(node, name)?.compactMap { text -> ResolvedHost? in
                    let host = ResolvedHost(text)
                    if host == nil { reading.note(node, "\(name): \"\(text.shownInLine())\" is not host:port:address") }
                    return host
                })
            }, written: { $0.map { .sequence($0.map { .string($0.description) }) } },
            merged: { $0.value($1, $2) { $0.map { $0.map(\.description).joined(separator: " ") } } }
        ).typed(\.resolve, "Addresses", .plain, textOfValue: { $0.map(\.description).joined(separator: " ") }) { text in
            let hosts = text.split(separator: " ").map { ResolvedHost(String($0)) }
            return hosts.contains(nil) ? nil : hosts.compactMap(\.self)
        }.shown(
            hint: "host:port:address, space-separated, microscope.yaml",
            expected: "host:port:address, space-separated")
    }

    fileprivate static var connectTo: Self {
        FieldRow(
            "connectTo", \.connectTo, "Connect to", .text,
            read: { reading, node, name in
                guard !node.isNull, let text = reading.text(node, name) else { return nil }
                let place = NetworkPlace(text)
                if place == nil { reading.note(node, "\(name): \"\(text.shownInLine())\" is not host:port") }
                return place
            }, written: { .text($0?.description) }, merged: { $0.value($1, $2) { $0?.description } }
        ).typed(\.connectTo, "Connect to", .plain, textOfValue: { $0.description }) { NetworkPlace($0) }
            .shown(hint: "host:port, replaces the URL's, microscope.yaml", expected: "host:port")
    }
}

extension FieldRow {
    static func connection(_ member: Member<ConnectionSettings?>) -> Self {
        FieldRow.part("connection", member, "Connection") { $0.text }.orNothing
    }
}

extension ConnectionSettings {
    /// The settings as one text, for a choice as a whole.
    fileprivate var text: String? {
        let texts = Self.fields.rows.flatMap(\.entries).map { $0.text(self) }.filter { !$0.isEmpty }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}
