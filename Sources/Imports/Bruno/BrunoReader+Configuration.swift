import OpenCollection
import Quoting
import YAMLTree

extension BrunoReader {
    /// Reads `bruno.json`.
    mutating func readConfiguration(_ bytes: [UInt8]?) {
        guard let bytes else { return }
        let file = "bruno.json"
        let root: SourceNode
        do throws(ImportProblem) {
            root = SourceNode(
                try SourceValue(json: DecodedSource.decode(bytes, source: file), source: file), file: file)
        } catch {
            let place = ImportOrigin(error.place.isEmpty ? file : "\(file):\(error.place)")
            return collection.notes.append(ImportNote(.error, place, "it is left out: \(error.message)"))
        }
        collection.info.name = root["name"]?.title
        collection.info.version = root["collectionVersion"]?.text
        if let proxy = root["proxy"], proxy.isObject { collection.info.proxy = self.proxy(proxy) }
        collection.info.certificates = (root["clientCertificates"]?["certs"]?.elements ?? []).map { certificate($0) }
        readProtobuf(root["protobuf"])
        let extensions = Self.extensions(root)
        if !extensions.entries.isEmpty { collection.info.extensions = ["bruno": .mapping(extensions)] }
        let known: Set = [
            "version", "name", "type", "collectionVersion", "proxy", "clientCertificates", "ignore", "presets",
            "scripts",
            "protobuf",
        ]
        for (key, value) in root.members ?? [] where !known.contains(key) {
            let isEmpty = value.members?.isEmpty == true || value.elements?.isEmpty == true
            if !isEmpty { noteNode(.note, value, "the setting \(key) of Bruno itself is left out") }
        }
    }

    /// Returns what Bruno keeps of its own in `opencollection.yml`.
    private static func extensions(_ root: SourceNode) -> YAMLMapping {
        var extensions = YAMLMapping()
        // Those that every collection ignores are no data of its own: a folder has no place for them.
        if root["ignore"]?.elements?.compactMap(\.string) != ["node_modules", ".git"] {
            extensions["ignore"] = yaml(root["ignore"])
        }
        var (presets, request) = (YAMLMapping(), YAMLMapping())
        request["type"] = yaml(root["presets"]?["requestType"])
        request["url"] = yaml(root["presets"]?["requestUrl"])
        if !request.entries.isEmpty { presets["request"] = .mapping(request) }
        for (key, value) in root["presets"]?.members ?? []
        where !["requestType", "requestUrl", "request"].contains(key) {
            presets[key] = yaml(value)
        }
        if !presets.entries.isEmpty { extensions["presets"] = .mapping(presets) }
        if root["scripts"]?.members?.isEmpty == false { extensions["scripts"] = yaml(root["scripts"]) }
        return extensions
    }

    private static func yaml(_ node: SourceNode?) -> YAMLValue? {
        node.flatMap { try? YAMLDocument(text: $0.value.json()).root.value }
    }

    private mutating func readProtobuf(_ node: SourceNode?) {
        collection.info.protobuf.files = (node?["protoFiles"]?.elements ?? []).compactMap {
            ($0["path"] ?? $0).text
        }
        collection.info.protobuf.importPaths = (node?["importPaths"]?.elements ?? []).compactMap { path in
            (path["path"] ?? path).text.map { .init($0, isEnabled: path["enabled"]?.text != "false") }
        }
    }

    private mutating func noteNode(_ severity: ImportNote.Severity, _ node: SourceNode, _ text: String) {
        collection.notes.append(ImportNote(severity, node.origin, text))
    }

    /// Reads the proxy: of its own, none, or the system's.
    private func proxy(_ node: SourceNode) -> ProxySettings {
        var proxy = ProxySettings()
        let config = node["config"] ?? node
        let word = node["enabled"]?.text
        proxy.inherits = node["inherit"]?.isTrue ?? (word == nil || word == "global")
        if word == "false" || node["disabled"]?.isTrue == true { proxy.isDisabled = true }
        var server = ProxySettings.Server()
        let text = { (key: String) in config[key]?.text.flatMap { $0.isEmpty ? nil : $0 } }
        (server.protocol, server.host, server.port) = (text("protocol"), text("hostname"), text("port"))
        server.bypass = text("bypassProxy")
        if let auth = config["auth"], auth["username"]?.text?.isEmpty == false {
            var credentials = ProxySettings.Credentials()
            credentials.isDisabled = auth["enabled"]?.text == "false" || auth["disabled"]?.isTrue == true ? true : nil
            credentials.username = auth["username"]?.text
            credentials.password = auth["password"]?.text.flatMap { $0.isEmpty ? nil : $0 }
            server.auth = credentials
        }
        proxy.server = server
        return proxy
    }

    private func certificate(_ node: SourceNode) -> ClientCertificate {
        let isPKCS12 = node["type"]?.text == "pfx" || node["pfxFilePath"]?.text?.isEmpty == false
        let path = node[isPKCS12 ? "pfxFilePath" : "certFilePath"]?.text ?? ""
        return ClientCertificate(
            type: isPKCS12 ? "pkcs12" : "pem", domain: node["domain"]?.text ?? "", path: path,
            keyPath: isPKCS12 ? nil : node["keyFilePath"]?.text ?? "",
            passphrase: node["passphrase"]?.text.flatMap { $0.isEmpty ? nil : $0 })
    }
}
