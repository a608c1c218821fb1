import ExplorerKit
public import OpenCollection

/// All requests of the open collections, made ready to be found. Made outside of the handling of keys: for 20,000 it takes longer than a frame may.
public struct RequestIndex: Sendable {
    /// A request as the list of found ones shows it.
    struct Entry: Sendable {
        /// ``CollectionState/path``
        let collection: String
        let path: ItemPath
        let name: String
        /// The folders around it, after the name of the collection if several are open: "Users/Admins".
        let folder: String
        let method: String
        /// A template, as written.
        let url: String
        let tags: String

        /// "Users/Admins/Get one"
        var place: String { folder.isEmpty ? name : "\(folder)/\(name)" }
    }

    /// A collection, as it was when the index was ordered.
    public struct Source: Sendable {
        /// ``CollectionState/path``
        public let path: String
        /// The revision of its items; another number means other items.
        public let revision: Int
        public let collection: Collection
    }

    /// The entries in the tree's order.
    let entries: [Entry]
    let texts: FuzzyTexts
    /// The revision of each collection's items that the index was made from.
    let revisions: [Revision]

    struct Revision: Sendable, Hashable {
        let path: String
        let number: Int
    }

    public init(_ sources: [Source]) {
        var entries: [Entry] = []
        for source in sources {
            let folder = sources.count > 1 ? source.collection.name : ""
            Self.collect(source.collection.items, folder: folder, of: source.path, into: &entries)
        }
        var texts = FuzzyTexts()
        texts.reserve(texts: entries.count, bytes: entries.reduce(0) { $0 + $1.lengthInBytes })
        for entry in entries { texts.append(entry.fields) }
        (self.entries, self.texts) = (entries, texts)
        revisions = sources.map { Revision(path: $0.path, number: $0.revision) }
    }

    private static func collect(
        _ items: [CollectionItem], folder: String, of collection: String, into entries: inout [Entry]
    ) {
        for item in items {
            if case .folder(_, let children) = item.kind {
                let inside = folder.isEmpty ? item.name : "\(folder)/\(item.name)"
                collect(children, folder: inside, of: collection, into: &entries)
            } else if let head = item.kind.requestHead {
                entries.append(
                    Entry(
                        collection: collection, path: item.path, name: item.name, folder: folder,
                        method: head.method.uppercased(), url: head.url, tags: head.tags.joined(separator: " ")))
            }
        }
    }
}

extension RequestIndex.Entry {
    /// The offsets in bytes where the fields of an entry's text begin.
    struct Starts {
        let name, method, url, tags: Int
    }

    var starts: Starts {
        let name = folder.isEmpty ? 0 : folder.utf8.count + 1
        let method = name + self.name.utf8.count + 1
        let url = method + self.method.utf8.count + 1
        return Starts(name: name, method: method, url: url, tags: url + self.url.utf8.count + 1)
    }

    fileprivate var fields: [FuzzyTexts.Field] {
        let behindFolder = folder.isEmpty ? 0 : folder.utf8.count + 1
        return [
            FuzzyTexts.Field(text: place, weight: 3, weighsFrom: behindFolder), FuzzyTexts.Field(text: method),
            FuzzyTexts.Field(text: url), FuzzyTexts.Field(text: tags),
        ]
    }

    fileprivate var lengthInBytes: Int {
        folder.utf8.count + name.utf8.count + method.utf8.count + url.utf8.count + tags.utf8.count + 5
    }
}
