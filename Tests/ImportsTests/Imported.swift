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

    init(_ sources: [ImportSource], movesSecrets: Bool, grouping: ImportGrouping? = nil) throws {
        let read = try ImportReading.collections(in: sources.map { try RecognizedSource($0) }, groupedBy: grouping)
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

    var requests: [(path: ItemPath, definition: RequestDefinition)] { collection.items.flatMap(Self.requests) }

    private static func requests(_ item: CollectionItem) -> [(ItemPath, RequestDefinition)] {
        switch item.kind {
        case .request(let file): [(item.path, file.definition)]
        case .folder(_, let children): children.flatMap(requests)
        default: []
        }
    }

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
    func unexplainedNames() -> Set<String> {
        let environments: [EnvironmentDefinition?] = collection.environments.isEmpty ? [nil] : collection.environments
        let listed = Set(report.undefinedNames.map(\.name))
        var missing: Set<String> = []
        for environment in environments {
            let secrets = Set((environment?.variables ?? []).filter(\.isSecret).map(\.name))
            for (path, definition) in requests {
                let scopes = VariableScopes(
                    collection: collection, environment: environment, itemPath: path, dynamic: .example)
                let rendered = RequestRenderer.render(
                    definition, at: path, in: collection, scopes: scopes, defaults: ClientDefaults(userAgent: "test"))
                missing.formUnion(rendered.missing.map(\.name).filter { !secrets.contains($0) && !listed.contains($0) })
            }
        }
        return missing
    }

    /// Asserts what holds for every import: valid files, explained counts, no missing name.
    func expectWhole(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try problems() == [], sourceLocation: sourceLocation)
        #expect(unexplainedNames() == [], sourceLocation: sourceLocation)
        #expect(!remarks.contains { $0.contains("no remark says why") }, "\(remarks)", sourceLocation: sourceLocation)
    }
}

/// A Postman collection with one request.
func postman(request: String, item: String = "", root: String = "") -> String {
    """
    {"info": {"name": "API", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}\(root),
     "item": [{"name": "One", "request": \(request)\(item)}]}
    """
}
