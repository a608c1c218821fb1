import YAMLTree

/// A step of an operation as it concerns items, wherever they are kept: in files of their own, or in one file together.
enum TreeEdit: Hashable {
    case create(ItemPath, text: String)
    case createFolder(ItemPath, text: String)
    /// Keys of the file at the path.
    case set(ItemPath, [KeyEdit])
    /// A copy; for a folder, the keys are those of its `folder.yml`.
    case copy(ItemPath, to: ItemPath, [KeyEdit])
    case move(ItemPath, to: ItemPath)
    case remove(ItemPath)
}

/// A new value of a key of a file.
struct KeyEdit: Hashable {
    var place: YAMLPath
    var value: YAMLValue
    /// Whether nothing is done where there is no such key.
    var isOnlyIfThere = false

    static func name(_ name: String, isOnlyIfThere: Bool = false) -> KeyEdit {
        KeyEdit(place: ["info", "name"], value: .string(name), isOnlyIfThere: isOnlyIfThere)
    }

    static func sequence(_ number: Int, isOnlyIfThere: Bool = false) -> KeyEdit {
        KeyEdit(place: ["info", "seq"], value: .int(number), isOnlyIfThere: isOnlyIfThere)
    }
}

/// A change of an item that its entries in `microscope.yaml` follow.
enum CompanionChange: Hashable {
    case follow(PathChange)
    case copy(ItemPath, to: ItemPath)
    case forget(ItemPath)
}

extension FileWriting {
    mutating func apply(_ changes: [KeyEdit]) throws(FileProblem) {
        for change in changes where !change.isOnlyIfThere || node(at: change.place) != nil {
            try set(change.place, change.value)
        }
    }
}

extension KeyOrder {
    /// Returns the order for the file at a path.
    static func of(_ path: ItemPath) -> KeyOrder {
        if path.isEnvironment { return .environment }
        if path == ItemPath.root.folderFile { return .root }
        return path.lastName == "folder.yml" ? .folder : .request
    }
}
