import OpenCollection
import Quoting

/// Reads Postman collections of versions 2.0 and 2.1: by their shape, whatever version they name. What is broken costs only itself.
///
/// - Source: https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html
struct PostmanReader {
    var collection: ImportedCollection
    private var itemCount = 0

    /// The most items that are read from one file.
    static let maximumItems = 100_000

    static func read(_ document: SourceNode, source: String) -> ImportedCollection {
        let root = document["info"] == nil ? document["collection"] ?? document : document
        var reader = PostmanReader(collection: ImportedCollection(format: .postman, source: source))
        reader.read(root)
        reader.collection.sourceCounts = ImportCounts(postman: root)
        return reader.collection
    }

    init(collection: ImportedCollection) { self.collection = collection }

    private mutating func read(_ root: SourceNode) {
        let info = root["info"]
        collection.info.name = Self.name(info?["name"] ?? root["name"]) ?? "Postman collection"
        collection.info.version = info?["version"].flatMap(Self.version)
        collection.defaults.docs = (info?["description"] ?? root["description"]).flatMap(PostmanParts.documentation)
        let behavior = PostmanBehavior(root["protocolProfileBehavior"])
        collection.policies = Self.policies(root)
        var folder = collection.defaults
        readCommon(root, into: &folder, inheriting: .none)
        collection.defaults = folder
        collection.items = items(of: root, behavior)
    }

    /// Reads a version: a text, or an object with its numbers.
    private static func version(_ node: SourceNode) -> String? {
        if let text = node.text { return text }
        let numbers = ["major", "minor", "patch"].compactMap { node[$0]?.text }
        return numbers.isEmpty ? nil : numbers.joined(separator: ".")
    }

    /// Returns a name on one line; nil when nothing is left of it.
    static func name(_ node: SourceNode?) -> String? { node?.title }

    mutating func note(
        _ severity: ImportNote.Severity, _ node: SourceNode, _ text: String, _ differences: ImportCounts = [:]
    ) {
        collection.notes.append(ImportNote(severity, node.origin, text, differences))
    }

    // MARK: - Items

    private mutating func items(of node: SourceNode, _ behavior: PostmanBehavior) -> [ImportedItem] {
        var items: [ImportedItem] = []
        for child in PostmanParts.items(of: node) {
            guard let kind = PostmanParts.kind(of: child) else {
                note(.error, child, "this is neither a folder nor a request; it is left out")
                continue
            }
            itemCount += 1
            guard itemCount <= Self.maximumItems else {
                note(.error, child, "more than \(Self.maximumItems) items are not read; the rest is left out")
                break
            }
            if kind != .folder { items.append(request(child, behavior)) }
            if kind == .both { note(.warning, child, "a request that holds items: they are in a folder beside it") }
            if kind == .request { continue }
            items.append(folder(child, behavior, kind))
        }
        return items
    }

    private mutating func folder(
        _ node: SourceNode, _ behavior: PostmanBehavior, _ kind: PostmanParts.ItemKind
    ) -> ImportedItem {
        var folder = FolderDefinition.fresh(named: Self.name(node["name"]) ?? "Folder")
        if kind == .folder {
            folder.docs = node["description"].flatMap(PostmanParts.documentation)
            readCommon(node, into: &folder, inheriting: .inherit)
        }
        let behavior = behavior.overlaid(by: node["protocolProfileBehavior"])
        let children = items(of: node, behavior)
        var item = ImportedItem(.folder(folder, children), origin: node.origin)
        item.policies = Self.policies(node)
        return item
    }

    /// Reads the verification of certificates of a folder, a request or the collection itself.
    static func policies(_ node: SourceNode) -> RequestPolicies {
        var policies = RequestPolicies()
        policies.verifiesTLS = node["protocolProfileBehavior"]?["strictSSL"].map(\.isTrue)
        return policies
    }

    /// Reads variables, scripts and credentials of a folder or the collection.
    private mutating func readCommon(_ node: SourceNode, into folder: inout FolderDefinition, inheriting: Auth) {
        folder.variables = variables(node["variable"])
        folder.scripts = scripts(node["event"])
        var docs: [String] = []
        folder.auth = auth(node["auth"], inheriting: inheriting, &docs)
        folder.docs = added(docs, to: folder.docs, at: node)
    }

    /// Returns docs with the texts for what has no other place in the format.
    mutating func added(_ parts: [String], to docs: String?, at node: SourceNode) -> String? {
        guard !parts.isEmpty else { return docs }
        if docs == nil {
            note(.note, node, "docs are added, for what the format has no place for", [.descriptions: 1])
        }
        return ((docs.map { [$0] } ?? []) + parts).joined(separator: "\n\n")
    }

    // MARK: - Variables and scripts

    mutating func noteNamelessRows(_ node: SourceNode?) {
        for row in PostmanParts.namelessRows(node) { note(.note, row, "a row without a name is left out") }
    }

    mutating func variables(_ node: SourceNode?) -> [Variable] {
        noteNamelessRows(node)
        return PostmanParts.rows(node).map { row in
            let kind = row.node["type"]?.string
            return Variable(
                row.name, row.value ?? "", type: Self.type(kind, of: row.node["value"]), isEnabled: row.isEnabled,
                isSecret: kind == "secret", description: row.description)
        }
    }

    /// Returns the type of a variable; a value that does not fit its type stays a text.
    private static func type(_ word: String?, of node: SourceNode?) -> Variable.ValueType {
        let text = node?.text ?? node?.value.json(indent: nil) ?? ""
        let type: Variable.ValueType =
            switch word {
            case "number": .number
            case "boolean": .boolean
            case "json": .object
            default: node?.isObject == true || node?.elements != nil ? .object : .string
            }
        if case .string = TypedValue(text, as: type) { return .string }
        return type
    }

    /// Reads scripts, whole and in Postman's words. Several of one type are joined, since the format has one of each.
    mutating func scripts(_ node: SourceNode?) -> [Script] {
        var scripts: [Script] = []
        for event in PostmanParts.events(node) {
            guard let type = scriptType(of: event) else { continue }
            let code = PostmanParts.code(of: event)
            let isOff = event["disabled"]?.isTrue == true
            if isOff { note(.note, event, "a disabled script is kept as a comment") }
            let text = isOff ? code.split(at: "\n").map { "// \($0)" }.joined(separator: "\n") : code
            if let index = scripts.firstIndex(where: { $0.type == type }) {
                scripts[index].code += "\n\n" + text
                note(.note, event, "scripts of the same type are joined into one", [.scripts: -1])
            } else {
                scripts.append(Script(type, text))
            }
        }
        if let node, !scripts.isEmpty { note(.note, node, "scripts still use Postman's API: Bruno cannot run them") }
        return scripts
    }

    private mutating func scriptType(of event: SourceNode) -> String? {
        let code = PostmanParts.code(of: event)
        if code.isEmpty {
            note(.error, event, "a script in a file of its own is not read", [.scripts: -1])
            return nil
        }
        switch event["listen"]?.string {
        case "prerequest": return "before-request"
        case "test", nil: return code.contains("pm.test") || code.contains("tests[") ? "tests" : "after-response"
        case let word?:
            note(.error, event, "a script for the event \(word) is left out: no such event", [.scripts: -1])
            return nil
        }
    }
}

/// `protocolProfileBehavior`: settings that Postman inherits from folders.
struct PostmanBehavior {
    private(set) var values: [String: SourceNode] = [:]

    init(_ node: SourceNode?) {
        for (key, value) in node?.members ?? [] where value.value != .null { values[key] = value }
    }

    func overlaid(by node: SourceNode?) -> PostmanBehavior {
        var behavior = self
        behavior.values.merge(PostmanBehavior(node).values) { $1 }
        return behavior
    }

    subscript(key: String) -> SourceNode? { values[key] }
}
