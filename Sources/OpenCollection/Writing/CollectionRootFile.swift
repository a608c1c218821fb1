import Quoting
import YAMLTree

/// `opencollection.yml` with the text it came from.
public struct CollectionRootFile: Sendable, Hashable {
    /// From which edits are made.
    public var text: String
    public var info: CollectionInfo
    /// Defaults of everything in the collection.
    public var defaults: FolderDefinition
    /// Why the file can be read but not edited; nil when it can be.
    public var readOnlyReason: String?

    public init(
        text: String, info: CollectionInfo, defaults: FolderDefinition, readOnlyReason: String? = nil
    ) {
        self.text = text
        self.info = info
        self.defaults = defaults
        self.readOnlyReason = readOnlyReason
    }

    /// The text with only that edited in which the new values differ; the same values give the same text.
    ///
    /// The collection's name stands in `info`; that in `defaults` is not looked at.
    /// - Throws: when the file can only be read, or an edit has no spelling that leaves everything else as it is.
    public func saving(
        _ newInfo: CollectionInfo, defaults newDefaults: FolderDefinition
    ) throws(FileProblem) -> String {
        guard differ(newInfo, info) || differ(newDefaults, defaults) else { return text }
        if let readOnlyReason { throw FileProblem(path: .root, readOnly: readOnlyReason) }
        var writing = try FileWriting(text: text, path: .root, keyOrder: .root)
        try writing.save(info, newInfo)
        try writing.saveDefaults(defaults, newDefaults)
        return writing.text
    }

    /// A whole new `opencollection.yml` as Bruno begins one.
    public static func newText(named name: String) -> String {
        let ignored: YAMLValue = ["node_modules", ".git"]
        let file: YAMLValue = [
            "opencollection": .string(formatVersion), "info": ["name": .string(name)], "bundled": false,
            "extensions": ["bruno": ["ignore": ignored]],
        ]
        return file.emitted(blankLineBefore: .separatedKeys)
    }

    /// The version of the format that is written.
    public static let formatVersion = "1.0.0"
}

extension FileWriting {
    fileprivate mutating func save(_ old: CollectionInfo, _ new: CollectionInfo) throws(FileProblem) {
        try save(["opencollection"], .text(old.formatVersion), .text(new.formatVersion))
        try save(["info", "name"], .text(old.name), .text(new.name))
        try save(["info", "summary"], .text(old.summary), .text(new.summary))
        try save(["info", "version"], .text(old.version), .text(new.version))
        try saveRows(["info", "authors"], old.authors, new.authors)
        try save(["config", "proxy"], old.proxy?.written, new.proxy?.written)
        try saveRows(["config", "clientCertificates"], old.certificates, new.certificates)
        try save(["config", "protobuf"], old.protobuf.written, new.protobuf.written)
        try save(["bundled"], .flag(old.isBundled), .flag(new.isBundled))
        try save(["extensions"], old.extensions.nonEmpty, new.extensions.nonEmpty)
    }
}

extension CollectionInfo.Author: SavedRow {
    var identity: String { name ?? email ?? "" }
    var written: YAMLValue {
        .mapping(YAMLMapping(said: [("name", .text(name)), ("email", .text(email)), ("url", .text(url))]))
    }
}

extension ClientCertificate: SavedRow {
    var identity: String { domain }
    var written: YAMLValue {
        .mapping(
            YAMLMapping(said: [
                ("domain", .string(domain)), ("type", .string(type)), (Self.pathKey(of: type), .string(path)),
                ("privateKeyFilePath", .text(keyPath)), ("passphrase", .text(passphrase)),
                ("disabled", .disabled(unless: isEnabled)),
            ]))
    }
}

extension ProxySettings {
    fileprivate var written: YAMLValue {
        .mapping(
            YAMLMapping(said: [
                ("disabled", .flag(isDisabled)), ("inherit", .flag(inherits)), ("config", server?.written),
            ]))
    }
}

extension ProxySettings.Server {
    fileprivate var written: YAMLValue {
        .mapping(
            YAMLMapping(said: [
                ("protocol", .text(`protocol`)), ("hostname", .text(host)), ("port", writtenPort),
                ("auth", auth?.written), ("bypassProxy", .text(bypass)),
            ]))
    }

    /// The format wants a number; what is none stays a text.
    private var writtenPort: YAMLValue? { port.map { port in Int(port).map { .int($0) } ?? .string(port) } }
}

extension ProxySettings.Credentials {
    fileprivate var written: YAMLValue {
        .mapping(
            YAMLMapping(said: [
                ("disabled", .flag(isDisabled)), ("username", .text(username)), ("password", .text(password)),
            ]))
    }
}

extension ProtobufFiles {
    fileprivate var written: YAMLValue? {
        let files: [YAMLValue] = files.map { ["type": "file", "path": .string($0)] }
        return YAMLMapping(said: [
            ("protoFiles", files.isEmpty ? .none : .sequence(files)), ("importPaths", .rows(importPaths)),
        ]).nonEmpty
    }
}

extension ProtobufFiles.ImportPath: SavedRow {
    var identity: String { path }
    var written: YAMLValue {
        .mapping(YAMLMapping(said: [("path", .string(path)), ("disabled", .disabled(unless: isEnabled))]))
    }
}
