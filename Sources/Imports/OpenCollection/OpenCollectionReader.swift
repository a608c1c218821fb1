import OpenCollection
import Quoting
import YAMLTree

/// Reads a collection that is one file of OpenCollection: what is not known in it is missing, and named.
struct OpenCollectionReader {
    private var collection: ImportedCollection
    private let document: SourceNode
    private let places: [ItemPath: YAMLPath]

    /// - Throws: ``ImportProblem`` when it is no such file.
    static func read(_ document: SourceNode, source: String) throws(ImportProblem) -> ImportedCollection {
        var collection = ImportedCollection(format: .openCollection, source: source)
        let document = document.withoutRepeatedKeys { lost in
            let text = "this key is there more than once; all but the last are left out"
            collection.notes.append(ImportNote(.error, lost.origin, text))
        }
        let text = document.value.json()
        do throws(FileProblem) {
            guard let bundle = try CollectionBundle(text: text, path: .root) else {
                throw FileProblem(path: .root, message: "it has no items")
            }
            let root = try CollectionRootFile.read(text: text, path: .root)
            var reader = OpenCollectionReader(collection: collection, document: document, places: bundle.places)
            reader.read(root, bundle)
            return reader.collection
        } catch {
            throw ImportProblem(source, "this is not a collection: \(error.message)", advice: "fix it there")
        }
    }

    private mutating func read(_ root: CollectionRootFile, _ bundle: CollectionBundle) {
        collection.countedKinds = [.folders, .requests, .environments, .variables, .headers, .scripts, .examples]
        collection.sourceCounts = ImportCounts(openCollection: document)
        collection.info = root.info
        collection.defaults = root.defaults
        // The format has no collection that inherits.
        if collection.defaults.auth == .inherit { collection.defaults.auth = .none }
        note(root.defaults.notes, document.origin)
        collection.items = items(bundle.items)
        collection.environments = bundle.environments.map { environment in
            let origin = origin(environment.path)
            note(environment.notes, origin)
            return ImportedEnvironment(environment, origin: origin)
        }
    }

    /// Returns the place of an item as a JSON pointer.
    private func origin(_ path: ItemPath) -> ImportOrigin { (node(at: path) ?? document).origin }

    private func node(at path: ItemPath) -> SourceNode? {
        places[path]?.components.reduce(document) { node, step in
            switch step {
            case .key(let key): node?[key]
            case .index(let index): node?.elements?[safe: index]
            }
        }
    }

    // MARK: - Notes

    /// Takes over what was found while a part was read.
    private mutating func note(_ problems: [FileProblem], _ origin: ImportOrigin) {
        for problem in problems {
            let isUnknown = problem.message.endsWithBytes(of: Self.keptMark)
            let text =
                isUnknown ? problem.message.droppingBytes(behind: Self.keptMark) + "is left out" : problem.message
            // What has another shape than expected is not read.
            let isLost = isUnknown || problem.isAboutIgnoredValue && text.contains("expected")
            collection.notes.append(ImportNote(isLost ? .error : .note, origin, text))
        }
    }

    /// The end of a remark on a key that the format does not have: files keep it, but these are made from values.
    private static let keptMark = "is kept"

    // MARK: - Items

    private mutating func items(_ items: [CollectionItem]) -> [ImportedItem] {
        items.compactMap { item in content(of: item).map { ImportedItem($0, origin: origin(item.path)) } }
    }

    private mutating func content(of item: CollectionItem) -> ImportedItem.Content? {
        let origin = origin(item.path)
        switch item.kind {
        case .folder(var folder, let children):
            folder.name = item.name
            note(folder.notes, origin)
            return .folder(folder, self.items(children))
        case .request(let file):
            note(file.notes, origin)
            var request = file.definition
            request.name = item.name
            return .request(request)
        case .unsupported(let other):
            if case .mapping(let file)? = (try? YAMLDocument(text: other.text))?.root.value {
                return .other(name: item.name, file)
            }
            return nil
        case .broken(let problem):
            let lost = node(at: item.path).map { -ImportCounts(openCollectionItem: $0) } ?? [:]
            collection.notes.append(ImportNote(.error, origin, "an item is left out: \(problem.message)", lost))
            return nil
        case .unopened: return nil
        }
    }
}
