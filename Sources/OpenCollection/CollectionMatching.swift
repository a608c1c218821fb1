extension Collection {
    /// The requests that a person means by a text: by path without `.yml` first, then by name; exactly first, then in any case.
    ///
    /// - Returns: one when it is clear, several when it is not, none when nothing fits.
    public func requests(matching text: String) -> [(item: CollectionItem, file: RequestFile)] {
        let all = allRequests
        let wanted = text.hasSuffix(".yml") ? String(text.dropLast(4)) : text
        let tests: [(CollectionItem) -> Bool] = [
            { $0.path.withoutExtension == wanted }, { $0.name == text },
            { $0.path.withoutExtension.lowercased() == wanted.lowercased() },
            { $0.name.lowercased() == text.lowercased() },
        ]
        for test in tests {
            let found = all.filter { test($0.item) }
            if !found.isEmpty { return found }
        }
        return []
    }
}

extension ItemPath {
    /// "users/get" of "users/get.yml".
    public var withoutExtension: String { text.hasSuffix(".yml") ? String(text.dropLast(4)) : text }
}
