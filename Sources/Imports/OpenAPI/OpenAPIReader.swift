import OpenCollection
import Quoting

/// Reads OpenAPI documents of versions 2.0 to 3.2. What is broken costs only itself.
///
/// - Source: https://spec.openapis.org/oas/v3.2.0.html
struct OpenAPIReader {
    var collection: ImportedCollection
    var sample: OpenAPISample
    let document: SourceNode
    /// Whether it is version 2.0.
    let isSwagger: Bool
    /// Names of variables that credentials need; the user fills in their values.
    var credentialNames: [String] = []
    /// Names of variables that are no credentials.
    let takenNames: Set<String>
    private let folders: OpenAPIFolders
    /// Requests that the API sends to its users.
    var webhooks: [ImportedItem] = []
    /// The name of the webhook or the callback that is read; nil while operations are read.
    var callback: String?
    /// The credentials of requests that have none of their own.
    var inherited = OpenAPICredential()
    /// The URL from which the document was downloaded; nil if it was not.
    let address: String?
    /// Whether examples are made for responses of which the document shows none.
    let makesExamples: Bool

    static func read(
        _ document: SourceNode, source: String, nearby: NearbyFiles, address: String?,
        _ options: ImportReading.OpenAPIOptions
    ) -> ImportedCollection {
        var reader = OpenAPIReader(document, source: source, nearby, address, options)
        reader.readAll()
        return reader.collection
    }

    private init(
        _ document: SourceNode, source: String, _ nearby: NearbyFiles, _ address: String?,
        _ options: ImportReading.OpenAPIOptions
    ) {
        self.address = address
        makesExamples = options.makesExamples
        collection = ImportedCollection(format: .openAPI, source: source)
        var lost: [SourceNode] = []
        let document = document.withoutRepeatedKeys { lost.append($0) }
        self.document = document
        collection.notes = lost.map {
            ImportNote(.error, $0.origin, "this key is there more than once; all but the last are left out")
        }
        collection.countedKinds = [.folders, .requests, .environments, .bodies, .examples]
        var references = OpenAPIReferences(document, nearby: nearby)
        folders = OpenAPIFolders(document, options.grouping ?? .tags)
        collection.sourceCounts = ImportCounts(openAPI: document, &references, folders)
        sample = OpenAPISample(references)
        takenNames = Self.takenNames(document)
        isSwagger = document["swagger"] != nil
    }

    mutating func note(
        _ severity: ImportNote.Severity, _ node: SourceNode, _ text: String, _ differences: ImportCounts = [:]
    ) {
        collection.notes.append(ImportNote(severity, node.origin, text, differences))
    }

    mutating func resolved(_ node: SourceNode?) -> SourceNode? { sample.resolved(node) }

    /// Returns the elements of the list under a key; what is no list is missing.
    mutating func elements(of node: SourceNode, _ key: String) -> [SourceNode] {
        guard let list = node[key] else { return [] }
        guard let elements = list.elements else {
            note(.error, list, "this is not a list; it is left out")
            return []
        }
        return elements
    }

    /// Returns the members of the object under a key, or the object that it refers to; what is no object is missing.
    mutating func members(of node: SourceNode, _ key: String) -> [(key: String, value: SourceNode)] {
        guard let object = resolved(node[key]) else { return [] }
        guard let members = object.members else {
            note(.error, object, "this is not an object; it is left out")
            return []
        }
        return members
    }

    private mutating func readAll() {
        readInfo()
        readSecurity()
        readServers()
        readOperations()
        for index in collection.environments.indices {
            collection.environments[index].definition.variables += credentialNames.map { Variable($0, "") }
            if !webhooks.isEmpty {
                let description = "The address that webhooks and callbacks are sent to"
                collection.environments[index].definition.variables.append(
                    Variable("callbackUrl", "http://localhost", description: description))
            }
        }
        collection.neededSecrets.formUnion(sample.neededSecrets)
        for (reference, node, isCircle) in sample.references.broken {
            let reason = isCircle ? "refers to itself" : reasonForBreaking(reference, from: node.file)
            note(.error, node, "the reference \(reference) \(reason)")
        }
    }

    private func reasonForBreaking(_ reference: String, from file: String) -> String {
        if reference.contains("://") { return "leads to another machine, and is not followed" }
        if reference.beginsWithBytes(of: "/") { return "is an absolute path, and is not followed" }
        guard sample.references.place(of: reference, from: file) == nil else { return "was not found" }
        return "leads out of the directory whose files are read; --root DIR of microscope import names one around it"
    }

    /// Returns the names of variables of servers and of parts of paths.
    private static func takenNames(_ document: SourceNode) -> Set<String> {
        let paths = (document["paths"]?.members ?? []) + (document["x-ms-paths"]?.members ?? [])
        let nodes = [document] + paths.map(\.value) + paths.flatMap { ($0.value.members ?? []).map(\.value) }
        let servers = nodes.flatMap { $0["servers"]?.elements ?? [] }
        return Set(
            servers.flatMap { ($0["variables"]?.members ?? []).map(\.key) } + paths.flatMap { url(for: $0.key).literal }
        )
    }

    // MARK: - Info

    private mutating func readInfo() {
        let info = resolved(document["info"])
        collection.info.name = info?["title"].flatMap(\.title) ?? "API"
        collection.info.version = info?["version"]?.text
        collection.info.summary = info?["summary"]?.string
        if let contact = info?["contact"], contact.isObject {
            let author = CollectionInfo.Author(
                name: contact["name"]?.string, email: contact["email"]?.string, url: contact["url"]?.string)
            if author != CollectionInfo.Author() { collection.info.authors = [author] }
        }
        let license = info?["license"].flatMap(Self.license)
        let terms = info?["termsOfService"]?.string.map { "Terms of service: \($0)" }
        let parts = [info?["description"]?.string, license, terms, Self.externalDocs(document)].compactMap { $0 }
            .filter { !$0.isEmpty }
        collection.defaults.docs = parts.paragraphs
    }

    /// Returns a line for the docs with the name or the identifier of a licence and its URL; nil if it has none of them.
    private static func license(_ node: SourceNode) -> String? {
        let (name, identifier) = (node["name"]?.title, node["identifier"]?.title)
        let further = name == nil || name == identifier ? nil : identifier.map { "(\($0))" }
        let words = [name ?? identifier, further, node["url"]?.title].compactMap(\.self)
        return words.isEmpty ? nil : "Licence: \(words.joined(separator: " "))"
    }

    /// Returns a line for the docs that names further documentation; nil if there is none.
    static func externalDocs(_ node: SourceNode) -> String? {
        guard let docs = node["externalDocs"], let url = docs["url"]?.string else { return nil }
        return "\(docs["description"]?.title ?? "Further documentation"): \(url)"
    }

    // MARK: - Servers

    private mutating func readServers() {
        let servers = isSwagger ? [] : elements(of: document, "servers")
        collection.environments = isSwagger ? swaggerServers() : servers.compactMap { environment($0) }
        guard collection.environments.isEmpty else { return }
        let url = joined(isSwagger ? basePath : "/")
        let definition = EnvironmentDefinition(name: "default", variables: [Variable("baseUrl", Self.baseURL(url))])
        collection.environments = [ImportedEnvironment(definition, origin: .whole)]
        note(relativeSeverity, document, "the document names no server: \(relativeStart)", [.environments: 1])
    }

    /// Returns the URL that a relative one means: joined to the address of the document, else to this machine.
    private func joined(_ url: String) -> String {
        // "https:", "", the host, and the steps to the document
        let parts = (address?.cut(at: "?")?.before ?? address ?? "http://localhost").split(at: "/")
        var steps = url.beginsWithBytes(of: "/") ? [] : Array(parts.dropFirst(3).dropLast())
        for step in url.split(at: "/") where !step.isEmpty && step != "." {
            if step == ".." { _ = steps.popLast() } else { steps.append(step) }
        }
        return (parts.prefix(3) + steps).joined(separator: "/")
    }

    private var relativeSeverity: ImportNote.Severity { address == nil ? .warning : .note }
    private var relativeStart: String {
        address == nil ? "baseUrl begins with http://localhost" : "baseUrl begins with the server of the document"
    }

    private mutating func environment(_ server: SourceNode) -> ImportedEnvironment? {
        guard let url = server["url"]?.string else {
            note(.error, server, "a server without a URL is left out", [.environments: -1])
            return nil
        }
        let title = server["name"]?.title ?? server["description"]?.title
        let variables = variables(of: server)
        let isRelative = address != nil && !url.containsBytes(of: "://")
        let place =
            isRelative
            ? joined(url).split(at: "/").dropFirst(2).joined(separator: "/") : Self.host(of: Self.baseURL(url))
        let name = title.map { $0.count <= 60 ? $0 : String($0.prefix(60)) } ?? place
        return ImportedEnvironment(EnvironmentDefinition(name: name, variables: variables), origin: server.origin)
    }

    /// Returns `baseUrl` and the variables in it.
    mutating func variables(of server: SourceNode) -> [Variable] {
        var url = server["url"]?.string?.trimmingWhitespaceScalars() ?? ""
        if url.beginsWithBytes(of: "//") {
            url = "https:" + url
        } else if !url.containsBytes(of: "://"), !url.beginsWithBytes(of: "{") {
            let host = url.split(at: "/").first ?? ""
            let isLocal = Self.isLocal(host)
            if isLocal || host.first != ".", host.contains(where: { $0 == "." || $0 == ":" }) {
                let scheme = isLocal ? "http://" : "https://"
                note(.warning, server, "the URL of a server has no scheme: \(scheme) is put before its host")
                url = scheme + url
            } else {
                note(relativeSeverity, server, "the URL of a server is relative: \(relativeStart)")
                url = joined(url)
            }
        }
        let members = server["variables"]?.members ?? []
        // The whole URL has the name baseUrl, so a part of it has another one.
        let part = Self.name(besides: members.map(\.key))
        let template = Self.template(url).replacingBytes(of: "{{baseUrl}}", with: "{{\(part)}}")
        var variables = [Variable("baseUrl", Self.baseURL(template))]
        for (name, variable) in members {
            let words = (variable["enum"]?.elements ?? []).compactMap(\.text)
            let choice = words.isEmpty ? nil : "one of: \(words.joined(separator: ", "))"
            let description = [variable["description"]?.string, choice].compactMap { $0 }.joined(separator: "; ")
            variables.append(
                Variable(
                    name == "baseUrl" ? part : name, variable["default"]?.text ?? words.first ?? "",
                    description: description.isEmpty ? nil : description))
        }
        return variables
    }

    /// Returns "serverUrl", with a number if it is one of the names.
    private static func name(besides names: [String]) -> String {
        (1...).lazy.map { $0 == 1 ? "serverUrl" : "serverUrl\($0)" }.first { !names.contains($0) } ?? "serverUrl"
    }

    private func swaggerServers() -> [ImportedEnvironment] {
        guard let (scheme, host, path) = self.host else { return [] }
        let schemes = (document["schemes"]?.elements ?? []).compactMap(\.string).filter {
            ["http", "https"].contains($0)
        }
        let usual = scheme ?? (Self.isLocal(host) ? "http" : "https")
        // Some documents have the base path in both places.
        let start = path == Self.baseURL(basePath) ? host : host + path
        return (schemes.isEmpty ? [usual] : schemes).map { scheme in
            let variables = [Variable("baseUrl", Self.baseURL("\(scheme)://\(start)\(basePath)"))]
            let name = schemes.count > 1 ? "\(host) (\(scheme))" : host
            return ImportedEnvironment(EnvironmentDefinition(name: name, variables: variables), origin: document.origin)
        }
    }

    /// The host of version 2.0 with the scheme and the path that some documents give it, the path with a slash before it; nil if there is none.
    private var host: (scheme: String?, host: String, path: String)? {
        var steps = (document["host"]?.string ?? "").trimmingWhitespaceScalars().split(at: "/").filter { !$0.isEmpty }
        let hasScheme = steps.count > 1 && steps[0].endsWithBytes(of: ":")
        let scheme = hasScheme ? steps.removeFirst().droppingBytes(behind: ":") : nil
        guard let host = steps.first else { return nil }
        return (scheme, host, steps.dropFirst().map { "/" + $0 }.joined())
    }

    /// The base path of version 2.0, with a slash before it.
    private var basePath: String {
        let path = document["basePath"]?.string ?? ""
        return path.isEmpty || path.beginsWithBytes(of: "/") ? path : "/" + path
    }

    /// Whether a host is this machine, which rarely has a certificate.
    private static func isLocal(_ host: String) -> Bool {
        host.beginsWithBytes(of: "localhost") || host.beginsWithBytes(of: "127.")
    }

    /// Returns a URL without slashes at its end.
    static func baseURL(_ url: String) -> String {
        let end = url.utf8.lastIndex { $0 != UInt8(ascii: "/") }
        return end.map { String(url[...$0]) } ?? ""
    }

    /// Returns a text with `{{x}}` for `{x}`; a brace alone stays.
    static func template(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")), !text.containsBytes(of: "{{") else { return text }
        return text.replacing(/{([^{}]+)}/) { "{{\($0.1)}}" }
    }

    private static func host(of url: String) -> String {
        let rest =
            url.contains("://") || url.beginsWithBytes(of: "//") ? url.split(at: "/").dropFirst(2).first ?? url : url
        return rest.isEmpty ? "default" : rest
    }

    // MARK: - Operations

    static let methods: Set = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    private mutating func readOperations() {
        // What is no list there is reported.
        let lists = elements(of: document, "tags") + elements(of: document, "x-tagGroups")
        var tree = OpenAPITree()
        for chain in folders.declared { tree.add([], to: chain[...]) }
        // Azure has paths of their own for those that differ in their query alone.
        let paths = members(of: document, "paths") + members(of: document, "x-ms-paths")
        for (path, node) in paths where !path.beginsWithBytes(of: "x-") {
            for (item, tag) in items(at: path.beginsWithBytes(of: "/") ? path : "/" + path, node) {
                tree.add([item], to: folders.folders(path: path, tag: tag)[...])
            }
        }
        readWebhooks()
        tree.add(webhooks, to: folders.webhooks[...])
        collection.items = tree.all(folders)
        if folders.grouping != .tags { addDocs(ofTags: lists) }
    }

    /// Lists what is said of tags where no folder says it.
    private mutating func addDocs(ofTags tags: [SourceNode]) {
        let lines = tags.compactMap { tag -> String? in
            guard let name = tag["name"]?.title else { return nil }
            let texts = [tag["description"]?.title, Self.externalDocs(tag)].compactMap { $0 }
            return texts.isEmpty ? nil : "- \(name): \(texts.joined(separator: " "))"
        }
        guard !lines.isEmpty else { return }
        let docs = "Tags:\n\n" + lines.joined(separator: "\n")
        collection.defaults.docs = [collection.defaults.docs, docs].compactMap(\.self).paragraphs
    }

    /// Returns the methods of a path with what the document has for them; null is nothing.
    private mutating func operations(of pathItem: SourceNode) -> [(method: String, operation: SourceNode)] {
        let others: Set = ["$ref", "summary", "description", "servers", "parameters", "additionalOperations"]
        var operations: [(method: String, operation: SourceNode)] = []
        for (key, node) in pathItem.members ?? [] where node.value != .null {
            if Self.methods.contains(key.lowercased()) {
                operations.append((key.lowercased(), node))
            } else if !others.contains(key), !key.beginsWithBytes(of: "x-") {
                note(.error, node, "this is not a method of a path; it is left out")
            }
        }
        return operations + members(of: pathItem, "additionalOperations").map { ($0.key, $0.value) }
    }

    /// Makes requests of the operations of a path, each with its first tag.
    mutating func items(at path: String, _ node: SourceNode) -> [(ImportedItem, tag: String?)] {
        guard let pathItem = resolved(node), pathItem.value != .null else { return [] }
        guard pathItem.isObject else {
            note(.error, node, "this path is not an object; it is left out")
            return []
        }
        return operations(of: pathItem).compactMap { method, node in
            // An operation that is elsewhere, and not there, has its method and its path still.
            let operation = resolved(node) ?? node
            guard operation.isObject else {
                note(.error, operation, "this operation is not an object; it is left out", [.requests: -1])
                return nil
            }
            return (request(method, path, pathItem, operation), Self.tags(of: operation).first?.title)
        }
    }

    /// Returns the tags of an operation; one alone need not be in a list.
    static func tags(of operation: SourceNode) -> [SourceNode] {
        operation["tags"].map { $0.elements ?? [$0] } ?? []
    }

    private mutating func readWebhooks() {
        for (name, node) in members(of: document, "webhooks") where !name.beginsWithBytes(of: "x-") {
            callback = name
            webhooks += items(at: "", node).map(\.0)
        }
        callback = nil
        guard !webhooks.isEmpty else { return }
        let place = folders.webhooks.isEmpty ? "requests" : "requests in a folder of their own"
        note(.note, document, "webhooks and callbacks are \(place), sent to {{callbackUrl}}")
    }
}
