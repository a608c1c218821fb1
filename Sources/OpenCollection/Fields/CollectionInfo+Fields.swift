import Quoting
import YAMLTree

// `opencollection.yml` beside the defaults of requests.

extension CollectionInfo: FileValue {
    static let title = "a collection"
    static let fields: FieldTable<CollectionInfo> = [
        .text("opencollection", \.formatVersion, "Version of the format"),
        .section(
            "info", "the collection's info",
            [
                .text("name", \.name, "Name").text(.shown, \.name),
                .text("summary", \.summary, "Summary").shown(place: 1, kind: .text(breaks: true)).text(
                    .shown, \.summary),
                .text("version", \.version, "Version").text(.shown, \.version), .rows("authors", \.authors, "Author"),
            ]),
        .section(
            "config", "the collection's config",
            [
                .section(
                    "protobuf", "protobuf files",
                    [.protoFiles, .rows("importPaths", \.protobuf.importPaths, "Import path")]),
                .part("proxy", \.proxy, "Proxy", in: .prefix("Proxy")) {
                    $0.server?.host ?? "no server"
                },
                .rows("clientCertificates", \.certificates, "Certificate"),
                .elsewhere("environments", .list(of: .object(EnvironmentDefinition.rule))),
            ]),
        .elsewhere("items", .list(of: .item)), .elsewhere("request", .object(FolderDefinition.requestRule)),
        .elsewhere("docs", Schema.description), .flag("bundled", \.isBundled, "Bundled"),
        .extensions,
    ]
}

extension FieldRow<CollectionInfo> {
    fileprivate static var protoFiles: Self {
        @Sendable func rows(_ info: CollectionInfo) -> [ProtoFile] { info.protobuf.files.map { ProtoFile(path: $0) } }
        return FieldRow(
            keys: ["protoFiles"], rule: .list(of: ProtoFile.rowRule), order: { ProtoFile.fields.order },
            read: { reading, mapping, name, info in
                let files: [ProtoFile] = reading.rows(mapping["protoFiles"], "\(name).protoFiles")
                info.protobuf.files = files.map(\.path)
            },
            written: { .rows(rows($0)) },
            save: { (writing, path, old, new) throws(FileProblem) in
                let path = path.appending(key: "protoFiles")
                try writing.save(path, YAMLValue.rows(rows(old)), YAMLValue.rows(rows(new)))
            },
            merge: { $3.protobuf.files = $0.texts("Protobuf file", $2.protobuf.files) })
    }

    fileprivate static var extensions: Self {
        FieldRow(
            "extensions", \.extensions, "Extensions", .map(of: .anything),
            read: { reading, node, name in
                guard case .mapping(let extensions)? = reading.mapping(node, name)?.value else { return YAMLMapping() }
                return extensions
            }, written: { $0.nonEmpty }, merged: { $0.mapping($1, $2) }
        ).texts(.sent) { $0.extensions = $0.extensions.changingTexts(nil, $1) }
    }
}

private struct ProtoFile: FileRow {
    static let title = "a proto file"
    static let fields: FieldTable<ProtoFile> = [.fixed("type", "file").required, .text("path", \.path, "").required]
    static var rowRule: SchemaRule { .byWord(key: "type", [("file", .object(rule))]) }

    var path = ""
    var origin: Int?

    var identity: String { path }
    var mergeText: String { path }
}

extension ProtobufFiles.ImportPath: FileRow {
    init() { self.init("") }
    static let title = "an import path"
    static let fields: FieldTable<ProtobufFiles.ImportPath> = [
        .text("path", \.path, "").required, .disabled(\.isEnabled),
    ]

    var identity: String { path }
    var mergeText: String { path.off(unless: isEnabled) }
}

extension CollectionInfo.Author: FileRow {
    init() { self.init(name: nil) }
    static let title = "an author"
    static let fields: FieldTable<CollectionInfo.Author> = [
        .text("name", \.name, "name").text(.shown, \.name), .text("email", \.email, "email").text(.shown, \.email),
        .text("url", \.url, "URL").text(.shown, \.url),
    ]

    var identity: String { name ?? email ?? "" }
    var mergeText: String { [name, email, url].compactMap { $0 }.joined(separator: ", ") }
}

// MARK: - The proxy

extension ProxySettings: FileValue {
    static let title = "a proxy"
    static let fields: FieldTable<ProxySettings> = [
        .flag("disabled", \.isDisabled, "off").shown("Disabled", hint: "on: no proxy at all"),
        .flag("inherit", \.inherits, "the system's").shown("System's proxy", hint: "off: settings below", place: -1),
        .part("config", \.server, "server") { $0.host ?? "" },
    ]
}

extension ProxySettings.Server: FileValue {
    static let title = "a proxy's address"
    static let fields: FieldTable<ProxySettings.Server> = [
        .text("protocol", \.protocol, "protocol").shown(kind: .words(["http", "https", "socks4", "socks5"])),
        .text("hostname", \.host, "host"), .port,
        .part("auth", \.auth, "user") { $0.username ?? "" },
        .text("bypassProxy", \.bypass, "not for").shown("Bypass hosts", hint: "comma-separated", place: 2),
    ]
}

extension FieldRow<ProxySettings.Server> {
    /// The format wants a number; another value stays a text, and Bruno writes an empty one.
    fileprivate static var port: Self {
        FieldRow(
            "port", \.port, "port", .either([.number, .word([""])]), read: { $0.text($1, $2) },
            written: { $0.map { port in Int(port).map { .int($0) } ?? .string(port) } }, merged: { $0.value($1, $2) }
        ).typed(\.port, "port", .text(breaks: false), textOfValue: { $0 }) { text in
            text.contains("{{") || Int(text).map { (1...65_535).contains($0) } == true ? text : nil
        }.shown(expected: "a number from 1 to 65535")
    }
}

extension ProxySettings.Credentials: FileValue {
    static let title = "a proxy's credentials"
    static let fields: FieldTable<ProxySettings.Credentials> = [
        .flag("disabled", \.isDisabled, "user, off").shown("Auth disabled", place: 1),
        .text("username", \.username, "user").shown("User name"),
        .text("password", \.password, "password", isSecret: true).text(.sent, \.password, named: "password"),
    ]
}

// MARK: - Certificates

extension ClientCertificate: FileRow {
    init() { self.init(type: "", domain: "", path: "") }
    static let title = "a certificate"
    static var rowRule: SchemaRule { Schema.clientCertificate }
    static let fields: FieldTable<ClientCertificate> = [
        .text("domain", \.domain, "domain"),
        .text("type", \.type, "type").shown("Type", kind: .words(["pem", "pkcs12"])), .path,
        .text("privateKeyFilePath", \.keyPath, "key").shown("Key file"),
        .text("passphrase", \.passphrase, "passphrase", isSecret: true)
            .text(.sent, \.passphrase, named: "passphrase"), .disabled(\.isEnabled),
    ]

    var identity: String { domain }
    var mergeText: String { path.off(unless: isEnabled) }

    fileprivate var pathKey: String { type == "pkcs12" ? "pkcs12FilePath" : "certificateFilePath" }
}

extension FieldRow<ClientCertificate> {
    /// The kind of the certificate says under which key its file is named.
    fileprivate static var path: Self {
        .keyed(["certificateFilePath", "pkcs12FilePath"], \.path) { $0.pathKey }.checked(by: .text)
            .typed(\.path, "File", .text(breaks: false), text: { $0 }, value: { $0 })
            .shown(hint: "from the collection's root")
    }
}

extension FieldRow {
    /// A text whose key says something, too.
    static func keyed(
        _ keys: [String], _ member: Member<String>, _ key: @escaping @Sendable (Owner) -> String
    ) -> Self {
        @Sendable func value(_ owner: Owner) -> YAMLValue { .string(owner[keyPath: member]) }
        return FieldRow(
            keys: keys,
            read: { reading, mapping, name, owner in
                let key = key(owner)
                owner[keyPath: member] = reading.text(mapping[key], "\(name).\(key)") ?? ""
            },
            writtenKey: key, written: { value($0) },
            save: { (writing, path, old, new) throws(FileProblem) in
                let (former, current) = (path.appending(key: key(old)), path.appending(key: key(new)))
                if former != current { try writing.save(former, value(old), nil) }
                try writing.save(current, former == current ? value(old) : nil, value(new))
            },
            merge: { merging, prefix, versions, owner in
                owner[keyPath: member] = merging.value(prefix ?? "", versions.map { $0[keyPath: member] })
            })
    }
}
