import CollectionFiles
import Foundation
import Imports
import OpenCollection
import Testing

/// A source read, written into a new collection on disk, and loaded again.
final class Imported {
    let directory: URL
    let collections: [ImportedCollection]
    let report: ImportReport
    let files: ImportedFiles
    let collection: OpenCollection.Collection

    /// - Parameter texts: sources that belong together.
    convenience init(_ texts: String..., movesSecrets: Bool = true) throws {
        try self.init(
            texts.enumerated().map { ImportSource(name: "source\($0).json", bytes: Array($1.utf8)) },
            movesSecrets: movesSecrets)
    }

    /// - Parameter files: a directory of Bruno's.
    convenience init(files: [String: String]) throws {
        try self.init([ImportSource(name: "shop", files: files.mapValues { Array($0.utf8) })], movesSecrets: true)
    }

    init(_ sources: [ImportSource], movesSecrets: Bool, grouping: ImportGrouping? = nil, makesExamples: Bool = false)
        throws
    {
        var options = ImportReading.OpenAPIOptions()
        (options.grouping, options.makesExamples) = (grouping, makesExamples)
        let read = try ImportReading.collections(in: sources.map { try RecognizedSource($0) }, options)
        collections = movesSecrets ? read.fitted(to: .newCollection) : read
        report = ImportReport(collections)
        files = try ImportedFiles(collections, in: .newCollection)
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("imported-\(UUID().uuidString)")
            .appendingPathComponent("api")
        _ = try NewCollection(at: directory).write(files.newCollection)
        collection = try CollectionLoader(root: directory).load()
    }

    deinit { try? FileManager.default.removeItem(at: directory.deletingLastPathComponent()) }

    /// The first request, as it was written and read again.
    var request: RequestDefinition { get throws { try #require(requests.first).definition } }

    var requests: [(path: ItemPath, definition: RequestDefinition)] { collection.readRequests }

    var remarks: [String] { report.remarks.map { "\($0.severity.rawValue): \($0.text)" } }

    func text(_ path: String) throws -> String {
        try String(contentsOf: directory.appendingPathComponent(path), encoding: .utf8)
    }

    /// Everything that `check` finds but for what the source itself lacks: values, and names of their own for siblings.
    func problems() throws -> [String] {
        try CollectionCheck(CollectionSources(root: directory)).problems()
            .filter {
                ![.undefinedVariable, .duplicateName, .emptyPathParameter, .missingFile, .connection].contains($0.rule)
            }
            .map { "\($0.path):\($0.lineAfterPath)" }
    }

    /// Names that are missing in rendered requests, with each environment, beyond secrets and what the report lists.
    func unexplainedNames() -> Set<String> { collection.missingNames(besides: report) }

    /// Asserts what holds for every import: valid files, explained counts, no missing name.
    func expectWhole(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try problems() == [], sourceLocation: sourceLocation)
        #expect(unexplainedNames() == [], sourceLocation: sourceLocation)
        #expect(!remarks.contains { $0.contains("no remark says why") }, "\(remarks)", sourceLocation: sourceLocation)
    }
}

extension OpenCollection.Collection {
    /// The requests of all folders, as they were read.
    var readRequests: [(path: ItemPath, definition: RequestDefinition)] {
        allItems.compactMap { item in
            if case .request(let file) = item.kind { (item.path, file.definition) } else { nil }
        }
    }

    /// Names that are missing in rendered requests, with each environment, beyond secrets and what a report lists.
    func missingNames(besides report: ImportReport) -> Set<String> {
        let listed = Set(report.undefinedNames.map(\.name))
        var missing: Set<String> = []
        for environment in environments.isEmpty ? [nil] : environments.map(Optional.some) {
            let secrets = Set((environment?.variables ?? []).filter(\.isSecret).map(\.name))
            for (path, definition) in readRequests {
                let scopes = VariableScopes(
                    collection: self, environment: environment, itemPath: path, dynamic: .example)
                let rendered = RequestRenderer.render(
                    definition, at: path, in: self, scopes: scopes, defaults: ClientDefaults(userAgent: "test"))
                missing.formUnion(rendered.missing.map(\.name).filter { !secrets.contains($0) && !listed.contains($0) })
            }
        }
        return missing
    }

    /// A collection of files that were made and not written.
    init(made files: [TreeFile]) throws {
        let texts = Dictionary(files.map { ($0.path, $0.text) }) { first, _ in first }
        let root = try CollectionRootFile.read(text: texts[ItemPath.root.folderFile] ?? "", path: .root)
        self.init(name: root.info.name ?? "", root: root.defaults, info: root.info)
        items = try Self.items(in: .root, of: texts)
        environments = try texts.filter { $0.key.parent == .environments }.map { path, text in
            try EnvironmentDefinition.read(text: text, name: path.baseName, path: path)
        }
    }

    private static func items(in folder: ItemPath, of texts: [ItemPath: String]) throws -> [CollectionItem] {
        try texts.keys.sorted().compactMap { path -> CollectionItem? in
            if path.lastName == "folder.yml", path.parent != .root, path.parent.parent == folder {
                let definition = try FolderFile.read(text: texts[path] ?? "", path: path).definition
                let items = try items(in: path.parent, of: texts)
                return CollectionItem(
                    path: path.parent, name: definition.name ?? "", kind: .folder(definition, items))
            }
            let others: Set<ItemPath> = [ItemPath.root.folderFile, CompanionFile.path, folder.folderFile]
            guard path.parent == folder, !others.contains(path) else { return nil }
            return CollectionItem.read(text: texts[path] ?? "", path: path)
        }
    }
}

/// A Postman collection with one request.
func postman(request: String, item: String = "", root: String = "") -> String {
    """
    {"info": {"name": "API", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}\(root),
     "item": [{"name": "One", "request": \(request)\(item)}]}
    """
}
