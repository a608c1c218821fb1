public import OpenCollection
import Quoting
import Spelling

extension Collection {
    /// Returns the folder that was meant by what was typed: its path, otherwise its name; a request counts as a folder of one.
    ///
    /// - Throws: ``UsageError`` that lists folders when there is none, or several have the name.
    public func requireFolder(_ text: String) throws(UsageError) -> ItemPath {
        let path = text.droppingDirectoryMarks
        if path.isEmpty || path == "." { return .root }
        let folders = allFolders
        if folders.contains(where: { $0.path == ItemPath(path) }) { return ItemPath(path) }
        let named = folders.filter { $0.name == text }.map(\.path)
        if named.count == 1 { return named[0] }
        if named.count > 1 {
            let list = named.map(\.text).joined(separator: ", ")
            throw UsageError("\(named.count) folders are named \"\(text)\"", advice: "name one by its path: \(list)")
        }
        if case .one(let request) = RequestMatch.find(text, in: self) { return request }
        let paths = folders.map(\.path.text)
        let near = NearestWord.find(path, among: paths)
        let some = paths.prefix(RequestMatch.mostCandidates).joined(separator: ", ")
        let list = paths.isEmpty ? "the collection has no folders" : "there are: \(some)"
        throw UsageError("there is no folder \"\(text)\"", advice: near.map { "did you mean \($0)?" } ?? list)
    }

    /// The folders of all levels, depth first.
    private var allFolders: [CollectionItem] {
        func folders(_ items: [CollectionItem]) -> [CollectionItem] {
            items.flatMap { item -> [CollectionItem] in
                guard case .folder(_, let children) = item.kind else { return [] }
                return [item] + folders(children)
            }
        }
        return folders(items)
    }
}

extension String {
    /// The path without the marks of a directory: "./users/" and "users" are the same.
    fileprivate var droppingDirectoryMarks: String {
        var text = droppingBytes(before: "./").unicodeScalars[...]
        while text.last == "/" { text.removeLast() }
        return String(text)
    }
}
