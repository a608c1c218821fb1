public import OpenCollection

/// The place of a received request in a collection: a path that is not taken, and its place among its neighbours.
public struct NewRequest: Sendable, Hashable {
    public var path: ItemPath
    public var file: RequestFile
    public var policies: RequestPolicies

    /// - Parameters:
    ///   - folder: the root, or a folder of the collection.
    ///   - taken: further paths that cannot be used.
    ///   - isNewFolder: whether the folder comes into being with the request.
    /// - Throws: when the folder is not one, or the text cannot be adapted to its new place.
    public init(
        _ received: ReceivedRequest, in folder: ItemPath, of collection: Collection, besides taken: Set<ItemPath> = [],
        isNewFolder: Bool = false
    ) throws(SharingRefusal) {
        let siblings = isNewFolder ? [] : try Self.items(in: folder, of: collection)
        let used = Set((siblings.map(\.path) + taken).map { $0.text.lowercased() })
        func place(_ name: String) -> ItemPath { folder.appending(FileName.request(for: name)) }
        let names = Self.names(received.file.definition.name ?? "request")
        // Two with the same name could not be distinguished in the tree.
        let name = names.first { !used.contains(place($0).text.lowercased()) } ?? "request"
        path = place(name)
        var definition = received.file.definition
        definition.name = name
        definition.sequence = Double(siblings.count + taken.count + 1)
        do throws(FileProblem) {
            let text = try received.file.saving(definition)
            file = try RequestFile.read(text: text, path: path)
        } catch {
            throw SharingRefusal("It cannot be written: \(error.message)")
        }
        policies = received.policies(in: collection)
    }

    /// The folder that gets received requests: the one that was asked for, or for several of them a new one in it, named like their host.
    ///
    /// - Throws: when the folder that was asked for is not one.
    public static func folder(
        for requests: [ReceivedRequest], in folder: ItemPath, of collection: Collection
    ) throws(SharingRefusal) -> ItemPath {
        let siblings = try items(in: folder, of: collection)
        guard requests.count > 1, let first = requests.first else { return folder }
        let used = Set(siblings.map { $0.path.text.lowercased() })
        let names = names(FileName.safe(for: RequestName.host(of: first.file.definition)))
        return names.map { folder.appending($0) }.first { !used.contains($0.text.lowercased()) } ?? folder
    }

    private static func items(in folder: ItemPath, of collection: Collection) throws(SharingRefusal) -> [CollectionItem]
    {
        if folder == .root { return collection.items }
        guard case .folder(_, let children)? = collection.item(at: folder)?.kind else {
            throw SharingRefusal("There is no folder \(folder) in this collection.")
        }
        return children
    }

    /// "name", "name 2", "name 3"
    private static func names(_ name: String) -> [String] { [name] + (2...999).map { "\(name) \($0)" } }
}

extension CurlExport {
    /// The final URL, with variables in the place of secrets and of what has no value.
    public func url() throws(SharingRefusal) -> String {
        let url = try command().url
        return url.pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .variable(let name): "{{\(name)}}"
            }
        }.joined()
    }
}
