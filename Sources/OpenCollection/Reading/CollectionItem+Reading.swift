import YAMLTree

extension CollectionItem {
    /// Reads an item's file, whatever its kind. One that cannot be read is an item that says why.
    public static func read(text: String, path: ItemPath) -> CollectionItem {
        do throws(FileProblem) {
            return try readOrThrow(text: text, path: path)
        } catch {
            return CollectionItem(path: path, name: path.baseName, kind: .broken(error))
        }
    }

    /// The item of a request's file whose head is plain enough to be read alone; nil when the whole file must be.
    public static func readHead(of bytes: ArraySlice<UInt8>, path: ItemPath) -> CollectionItem? {
        guard let head = HeadScanner.head(of: bytes) else { return nil }
        return CollectionItem(path: path, name: head.name ?? path.baseName, kind: .unopened(head.request))
    }

    private static func readOrThrow(text: String, path: ItemPath) throws(FileProblem) -> CollectionItem {
        var reading = try FileReading(text: text, path: path)
        let root = try reading.rootMapping()
        let info = reading.mapping(root["info"], "info")
        let type = (info?["type"] ?? root["type"])?.string
        let name = info?["name"]?.string ?? path.baseName
        switch type {
        case "http", "graphql":
            return CollectionItem(path: path, name: name, kind: .request(try RequestFile(reading)))
        case "grpc", "websocket", "script", "app":
            let sequence = reading.number(info?["seq"], "info.seq")
            let item = UnsupportedItem(kind: type ?? "", sequence: sequence, text: text)
            return CollectionItem(path: path, name: name, kind: .unsupported(item))
        case let type?:
            throw reading.problem(
                info?["type"] ?? root,
                "info.type is \"\(type)\"; http, graphql, grpc, websocket, script or app was expected")
        case nil:
            throw reading.problem(info ?? root, "info.type is missing; `type: http` makes it a request")
        }
    }
}

/// The order of the tree: folders first, then everything else.
public enum CollectionOrder {
    /// - Parameter items: The items of one directory, in the order of their file names.
    public static func sorted(_ items: [CollectionItem]) -> [CollectionItem] {
        var folders: [(item: CollectionItem, sequence: Int?)] = []
        var others: [(item: CollectionItem, sequence: Double)] = []
        for item in items {
            switch item.kind {
            case .folder(let definition, _): folders.append((item, definition.sequence))
            case .unsupported(let content): others.append((item, weight(content.sequence)))
            default: others.append((item, weight(item.kind.requestHead?.sequence)))
            }
        }
        let sorted = others.enumerated().sorted { ($0.element.sequence, $0.offset) < ($1.element.sequence, $1.offset) }
        return sortedFolders(folders) + sorted.map(\.element.item)
    }

    /// Returns the number to sort by: missing and 0 count as 1.
    private static func weight(_ sequence: Double?) -> Double {
        guard let sequence, sequence != 0 else { return 1 }
        return sequence
    }

    /// Sorts folders by name; a positive sequence is a slot: such folders are taken out and put in at that place of the rest.
    private static func sortedFolders(_ folders: [(item: CollectionItem, sequence: Int?)]) -> [CollectionItem] {
        let byName = folders.sorted { $0.item.name.utf8.lexicographicallyPrecedes($1.item.name.utf8) }
        var result = byName.filter { ($0.sequence ?? 0) <= 0 }.map(\.item)
        let placed = byName.filter { ($0.sequence ?? 0) > 0 }.enumerated().sorted {
            ($0.element.sequence ?? 0, $0.offset) < ($1.element.sequence ?? 0, $1.offset)
        }.map(\.element)
        var previous: (sequence: Int, index: Int)?
        for folder in placed {
            let sequence = folder.sequence ?? 1
            let index = previous?.sequence == sequence ? (previous?.index ?? 0) + 1 : min(sequence - 1, result.count)
            result.insert(folder.item, at: index)
            previous = (sequence, index)
        }
        return result
    }
}
