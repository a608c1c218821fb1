/// The order of items in a directory: all folders, then all others.
public enum ItemOrder {
    /// - Parameter items: in the byte order of their file names; ties keep that order.
    public static func ordered(_ items: [CollectionItem]) -> [CollectionItem] {
        let folders = items.filter(\.isFolder)
        return placed(folders) + items.filter { !$0.isFolder }.sortedStably { $0.sequence < $1.sequence }
    }

    /// Folders by name; those with a positive `seq` are taken out and put into that slot of the rest.
    private static func placed(_ folders: [CollectionItem]) -> [CollectionItem] {
        let byName = folders.sortedStably { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
        var result = byName.filter { $0.slot == nil }
        var previous: (slot: Int, index: Int)?
        for folder in byName.filter({ $0.slot != nil }).sortedStably(by: { ($0.slot ?? 0) < ($1.slot ?? 0) }) {
            let slot = folder.slot ?? 1
            // Folders of the same slot stand together.
            let wanted = previous.map { $0.slot == slot ? $0.index + 1 : slot - 1 } ?? slot - 1
            let index = min(wanted, result.count)
            result.insert(folder, at: index)
            previous = (slot, index)
        }
        return result
    }
}

extension CollectionItem {
    var isFolder: Bool {
        if case .folder = kind { true } else { false }
    }

    fileprivate var slot: Int? {
        guard case .folder(let definition, _) = kind, let sequence = definition.sequence, sequence > 0 else {
            return nil
        }
        return sequence
    }

    /// Missing and 0 count as 1.
    fileprivate var sequence: Double {
        guard case .request(let file) = kind, let sequence = file.definition.sequence, sequence != 0 else { return 1 }
        return sequence
    }
}

extension Array {
    /// Equal elements keep their order.
    fileprivate func sortedStably(by isLess: (Element, Element) -> Bool) -> [Element] {
        enumerated().sorted { left, right in
            if isLess(left.element, right.element) { return true }
            return !isLess(right.element, left.element) && left.offset < right.offset
        }.map(\.element)
    }
}
