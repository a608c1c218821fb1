import YAMLTree

extension CollectionRootFile {
    /// Reads `opencollection.yml`.
    ///
    /// - Throws: when the text is no YAML, or no mapping. What is unknown or has another shape than expected becomes a note.
    public static func read(text: String, path: ItemPath) throws(FileProblem) -> CollectionRootFile {
        var reading = try FileReading(text: text, path: path)
        let root = try reading.rootMapping()
        let known: Set = [
            "opencollection", "info", "config", "items", "request", "docs", "bundled", "extensions",
        ]
        reading.noteUnknownKeys(of: root, known: known, in: "the file")
        let info = reading.collectionInfo(root)
        var defaults = reading.defaults(root)
        defaults.name = info.name
        defaults.notes = reading.notes
        return CollectionRootFile(
            text: text, info: info, defaults: defaults, readOnlyReason: reading.document.readOnlyReason)
    }
}

extension FileReading {
    fileprivate mutating func collectionInfo(_ root: YAMLNode) -> CollectionInfo {
        var info = CollectionInfo()
        info.formatVersion = text(root["opencollection"], "opencollection")
        let node = mapping(root["info"], "info")
        noteUnknownKeys(of: node, known: ["name", "summary", "version", "authors"], in: "info")
        info.name = text(node?["name"], "info.name")
        info.summary = text(node?["summary"], "info.summary")
        info.version = text(node?["version"], "info.version")
        info.authors = authors(node?["authors"])
        info.isBundled = boolean(root["bundled"], "bundled")
        if case .mapping(let extensions)? = mapping(root["extensions"], "extensions")?.value {
            info.extensions = extensions
        }
        readConfig(mapping(root["config"], "config"), into: &info)
        return info
    }

    private mutating func authors(_ node: YAMLNode?) -> [CollectionInfo.Author] {
        rows(node, "info.authors", known: ["name", "email", "url"]) { reading, item, name, index in
            CollectionInfo.Author(
                name: reading.text(item["name"], "\(name).name"), email: reading.text(item["email"], "\(name).email"),
                url: reading.text(item["url"], "\(name).url"), origin: index)
        }
    }

    private mutating func readConfig(_ config: YAMLNode?, into info: inout CollectionInfo) {
        let known: Set = ["environments", "protobuf", "proxy", "clientCertificates"]
        noteUnknownKeys(of: config, known: known, in: "config")
        info.proxy = proxy(config?["proxy"])
        info.certificates = certificates(config?["clientCertificates"], "config.clientCertificates")
        info.protobuf = protobuf(mapping(config?["protobuf"], "config.protobuf"))
    }

    private mutating func proxy(_ node: YAMLNode?) -> ProxySettings? {
        guard let node = mapping(node, "config.proxy") else { return nil }
        noteUnknownKeys(of: node, known: ["disabled", "inherit", "config"], in: "config.proxy")
        var proxy = ProxySettings()
        proxy.isDisabled = boolean(node["disabled"], "config.proxy.disabled")
        proxy.inherits = boolean(node["inherit"], "config.proxy.inherit")
        proxy.server = proxyServer(mapping(node["config"], "config.proxy.config"), "config.proxy.config")
        return proxy
    }

    private mutating func proxyServer(_ node: YAMLNode?, _ name: String) -> ProxySettings.Server? {
        guard let node else { return nil }
        noteUnknownKeys(of: node, known: ["protocol", "hostname", "port", "auth", "bypassProxy"], in: name)
        var server = ProxySettings.Server()
        server.protocol = text(node["protocol"], "\(name).protocol")
        server.host = text(node["hostname"], "\(name).hostname")
        server.port = text(node["port"], "\(name).port")
        server.bypass = text(node["bypassProxy"], "\(name).bypassProxy")
        guard let auth = mapping(node["auth"], "\(name).auth") else { return server }
        var credentials = ProxySettings.Credentials()
        credentials.isDisabled = boolean(auth["disabled"], "\(name).auth.disabled")
        credentials.username = text(auth["username"], "\(name).auth.username")
        credentials.password = text(auth["password"], "\(name).auth.password")
        server.auth = credentials
        return server
    }

    mutating func certificates(_ node: YAMLNode?, _ name: String) -> [ClientCertificate] {
        let known: Set = [
            "domain", "type", "certificateFilePath", "privateKeyFilePath", "pkcs12FilePath", "passphrase", "disabled",
        ]
        return rows(node, name, known: known) { reading, item, name, index in
            let type = reading.text(item["type"], "\(name).type") ?? ""
            let key = ClientCertificate.pathKey(of: type)
            return ClientCertificate(
                type: type, domain: reading.text(item["domain"], "\(name).domain") ?? "",
                path: reading.text(item[key], "\(name).\(key)") ?? "",
                keyPath: reading.text(item["privateKeyFilePath"], "\(name).privateKeyFilePath"),
                passphrase: reading.text(item["passphrase"], "\(name).passphrase"),
                isEnabled: reading.isEnabled(item, name), origin: index)
        }
    }

    private mutating func protobuf(_ node: YAMLNode?) -> ProtobufFiles {
        noteUnknownKeys(of: node, known: ["protoFiles", "importPaths"], in: "config.protobuf")
        var protobuf = ProtobufFiles()
        protobuf.files = rows(node?["protoFiles"], "config.protobuf.protoFiles", known: ["type", "path"]) {
            reading, item, name, _ in reading.text(item["path"], "\(name).path") ?? ""
        }
        let name = "config.protobuf.importPaths"
        protobuf.importPaths = rows(node?["importPaths"], name, known: ["path", "disabled"]) {
            ProtobufFiles.ImportPath(
                $0.text($1["path"], "\($2).path") ?? "", isEnabled: $0.isEnabled($1, $2), origin: $3)
        }
        return protobuf
    }
}

extension ClientCertificate {
    static func pathKey(of type: String) -> String { type == "pkcs12" ? "pkcs12FilePath" : "certificateFilePath" }
}
