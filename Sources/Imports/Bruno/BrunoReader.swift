import OpenCollection
import Quoting

/// Reads collections, folders, requests and environments that Bruno keeps in `.bru` files. What is broken costs only itself.
///
/// - Source: https://docs.usebruno.com/bru-lang/overview
struct BrunoReader {
    var collection: ImportedCollection
    /// The file that is read, for the places of notes; empty when it is the source itself.
    private var path = ""
    private let isDirectory: Bool
    private let files: [String: BrunoFile]

    /// - Parameter files: bytes by their paths below the collection; one alone is the source itself.
    static func read(
        _ files: [String: [UInt8]], isDirectory: Bool, source: String, as format: ImportFormat
    ) -> ImportedCollection {
        var reader = BrunoReader(files, isDirectory, ImportedCollection(format: format, source: source))
        reader.readAll(files["bruno.json"])
        reader.collection.sourceCounts = ImportCounts(bruno: Array(reader.files.values))
        return reader.collection
    }

    private init(_ files: [String: [UInt8]], _ isDirectory: Bool, _ collection: ImportedCollection) {
        self.isDirectory = isDirectory
        var collection = collection
        var read: [String: BrunoFile] = [:]
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) where path.endsWithBytes(of: ".bru") {
            do throws(ImportProblem) {
                let content = BruFile(try DecodedSource.decode(bytes, source: path))
                let isOfFolder = isDirectory && path.contains("/")
                read[path] = BrunoFile(path: path, content: content, folder: isOfFolder ? .folder : nil)
            } catch {
                let origin = ImportOrigin(isDirectory ? path : "")
                collection.notes.append(ImportNote(.error, origin, "a file is left out: \(error.message)"))
            }
        }
        (self.collection, self.files) = (collection, read)
    }

    func origin(_ line: Int) -> ImportOrigin {
        path.isEmpty ? ImportOrigin(line: line) : ImportOrigin("\(path):\(line)")
    }

    mutating func note(
        _ severity: ImportNote.Severity, _ line: Int, _ text: String, _ differences: ImportCounts = [:]
    ) {
        collection.notes.append(ImportNote(severity, origin(line), text, differences))
    }

    /// Returns a name on one line; nil when nothing is left of it.
    static func name(_ text: String?) -> String? { text.flatMap { SourceNode(.text($0)).title } }

    private mutating func readAll(_ configuration: [UInt8]?) {
        readConfiguration(configuration)
        for name in ["collection.bru", "folder.bru"] {
            guard let file = files[name], file.role == .collection else { continue }
            begin(file)
            collection.info.name = collection.info.name ?? Self.name(file.content.value("meta", "name"))
            var defaults = collection.defaults
            readFolder(file.content, into: &defaults)
            if defaults.auth == .inherit { defaults.auth = .none }
            collection.defaults = defaults
            break
        }
        if let file = files["folder.bru"], files["collection.bru"] != nil {
            begin(file)
            note(.error, 1, "a folder.bru beside a collection.bru is left out", -ImportCounts(bruno: file))
        }
        collection.items = items(in: "")
        for file in files.values.sorted(by: { $0.path < $1.path }) where file.role == .environment {
            begin(file)
            readEnvironment(file)
        }
        if collection.info.name?.isEmpty != false {
            collection.info.name = collection.items.first?.name ?? collection.environments.first?.definition.name
        }
    }

    /// Begins a file: what is no part of the language in it is noted.
    private mutating func begin(_ file: BrunoFile) {
        path = isDirectory ? file.path : ""
        let inner = file.content.blocks.filter { BrunoParts.hasRows($0) }.flatMap { $0.rows().problems }
        for problem in file.content.problems + inner { note(.error, problem.line, problem.text) }
        for row in file.content.rows where row.name != "color" || file.role != .environment {
            note(.error, row.line, "a line outside of all blocks is left out")
        }
        for block in file.content.blocks where !BrunoParts.isKnown(block.name, in: file.role) {
            note(.error, block.line, "a block \(block.name) has no counterpart here and is left out")
        }
        for (name, line) in file.content.blocks.flatMap(BrunoParts.strangeAnnotations) {
            note(.warning, line, "an annotation @\(name) has no counterpart and is left out")
        }
    }

    // MARK: - Folders

    /// Returns the folders and requests in a directory, in Bruno's order.
    private mutating func items(in folder: String) -> [ImportedItem] {
        let prefix = folder.isEmpty ? "" : folder + "/"
        let below = files.keys.filter { $0.beginsWithBytes(of: prefix) }.map { $0.droppingBytes(before: prefix) }
        var made: [ItemPath: ImportedItem] = [:]
        var order: [CollectionItem] = []
        for name in Set(below.map { $0.cut(at: "/")?.before ?? $0 }).sorted() {
            guard let (item, sequence) = item(prefix + name, isFolder: files[prefix + name] == nil) else { continue }
            let path = ItemPath(name)
            made[path] = item
            var kind = CollectionItem.Kind.unsupported(UnsupportedItem(kind: "", sequence: sequence))
            if case .folder(var definition, _) = item.content {
                definition.sequence = sequence.flatMap { Int(exactly: $0) }
                kind = .folder(definition, [])
            }
            order.append(CollectionItem(path: path, name: item.name, kind: kind))
        }
        return CollectionOrder.sorted(order).compactMap { made[$0.path] }
    }

    /// Returns a folder or a request with its place among its siblings; nil for a file that is neither.
    private mutating func item(_ path: String, isFolder: Bool) -> (ImportedItem, sequence: Double?)? {
        guard isFolder else {
            guard let file = files[path], file.role == .request else { return nil }
            begin(file)
            var item = request(file)
            item.stem = file.stem
            return (item, file.content.value("meta", "seq").flatMap(Double.init))
        }
        let children = items(in: path)
        var definition = FolderDefinition.fresh(named: path.split(at: "/").last ?? path)
        let file = files[path + "/folder.bru"].flatMap { $0.role == .folder ? $0 : nil }
        // A directory with environments alone is no folder.
        guard file != nil || !children.isEmpty else { return nil }
        self.path = path
        guard let file else {
            let item = Self.folder(definition, children, path, ImportOrigin(path))
            note(.note, 1, "a directory without a folder.bru is a folder", [.folders: 1])
            return (item, nil)
        }
        begin(file)
        definition.name = Self.name(file.content.value("meta", "name")) ?? definition.name
        readFolder(file.content, into: &definition)
        let item = Self.folder(definition, children, path, origin(1))
        return (item, file.content.value("meta", "seq").flatMap(Double.init))
    }

    private static func folder(
        _ definition: FolderDefinition, _ children: [ImportedItem], _ path: String, _ origin: ImportOrigin
    ) -> ImportedItem {
        var item = ImportedItem(.folder(definition, children), origin: origin)
        item.stem = path.split(at: "/").last
        return item
    }

    /// Reads what all items of a folder or a collection share.
    private mutating func readFolder(_ bru: BruFile, into folder: inout FolderDefinition) {
        folder.headers = fields(bru.rows("headers"))
        folder.variables = variables(bru)
        folder.actions = actions(bru)
        folder.scripts = scripts(bru)
        folder.tags = bru.rows("meta").last { $0.name == "tags" }?.items ?? []
        var docs: [String] = []
        folder.auth = auth(bru, absent: .inherit, &docs)
        folder.docs = added(docs, to: bru.text("docs"))
    }

    /// Returns docs with the texts for what has no other place in the format.
    mutating func added(_ parts: [String], to docs: String?) -> String? {
        guard !parts.isEmpty else { return docs }
        if docs == nil {
            note(.note, 1, "docs are added, for what the format has no place for", [.descriptions: 1])
        }
        return ([docs].compactMap(\.self) + parts).paragraphs
    }

    // MARK: - Rows

    func fields(_ rows: [BruRow]) -> [Field] {
        rows.map { Field($0.name, $0.value, isEnabled: $0.isEnabled, description: $0.annotations["description"]) }
    }

    mutating func variables(_ bru: BruFile) -> [Variable] {
        bru.rows("vars", "vars:pre-request").map { row in
            let types: [(String, Variable.ValueType)] = [
                ("number", .number), ("boolean", .boolean), ("object", .object),
            ]
            let type = types.first { row.annotations[$0.0] != nil }?.1 ?? .string
            var isText = false
            if case .string = TypedValue(row.value, as: type) { isText = true }
            return Variable(
                localName(row), row.value, type: isText ? .string : type, isEnabled: row.isEnabled,
                description: row.annotations["description"])
        }
    }

    /// Reads variables that take a part of the response.
    mutating func actions(_ bru: BruFile) -> [VariableAction] {
        bru.rows("vars:post-response").map { row in
            VariableAction(
                localName(row), from: row.value, isEnabled: row.isEnabled, description: row.annotations["description"])
        }
    }

    private mutating func localName(_ row: BruRow) -> String {
        guard row.name.utf8.first == UInt8(ascii: "@") else { return row.name }
        note(.note, row.line, "the mark @ of a local variable is left out")
        return row.name.droppingBytes(before: "@")
    }

    /// Returns the scripts, whole; the requests that they run have files without `.bru` here.
    mutating func scripts(_ bru: BruFile) -> [Script] {
        var scripts: [Script] = []
        for (block, type) in BrunoParts.scripts {
            guard let text = bru.text(block) else { continue }
            let renamed = text.replacing(/(\bbru\.runRequest\(\s*["'`][^"'`\n]+)\.bru(["'`])/) { $0.1 + $0.2 }
            if renamed != text {
                note(.note, bru.line(block), "the requests that a script runs are named without .bru")
            }
            scripts.append(Script(type, renamed))
        }
        return scripts
    }

    // MARK: - Environments

    private mutating func readEnvironment(_ file: BrunoFile) {
        var variables = variables(file.content)
        for name in file.content.names("vars:secret") {
            let isEnabled = name.utf8.first != UInt8(ascii: "~")
            let plain = isEnabled ? name : name.droppingBytes(before: "~")
            variables.append(Variable(plain, "", isEnabled: isEnabled, isSecret: true))
        }
        var definition = EnvironmentDefinition(name: file.stem, variables: variables)
        definition.color = file.content.rows.last { $0.name == "color" }?.value
        collection.environments.append(ImportedEnvironment(definition, origin: origin(1)))
    }
}

extension BrunoParts {
    /// Whether a block holds rows.
    static func hasRows(_ block: BruBlock) -> Bool {
        let isText =
            ["tests", "docs", "example", "body"].contains(block.name) || block.name.beginsWithBytes(of: "script:")
            || ["body:json", "body:text", "body:xml", "body:sparql", "body:graphql", "body:graphql:vars"].contains(
                block.name)
        return !block.isList && !isText
    }

    /// Whether blocks of a name are read in a file.
    static func isKnown(_ name: String, in role: BrunoFile.Role) -> Bool {
        if role == .environment || name == "auth" || name.beginsWithBytes(of: "auth:") { return true }
        let shared: Set = ["meta", "headers", "vars", "vars:pre-request", "vars:post-response", "docs"]
        if shared.contains(name) || scripts.contains(where: { $0.block == name }) { return true }
        guard role == .request else { return false }
        return methods.contains(name) || bodies.contains { $0.block == name }
            || ["params:query", "params:path", "params", "query", "assert", "settings", "example"].contains(name)
            || ["metadata", "body:grpc", "body:ws"].contains(name)
    }

    /// Returns the annotations of a block that nothing reads.
    static func strangeAnnotations(_ block: BruBlock) -> [(name: String, line: Int)] {
        guard hasRows(block) else { return [] }
        let known: Set = ["description", "number", "boolean", "object", "string"]
        return block.rows().rows.flatMap { row in
            row.annotations.keys.filter { !known.contains($0) }.sorted().map { ($0, row.line) }
        }
    }
}
