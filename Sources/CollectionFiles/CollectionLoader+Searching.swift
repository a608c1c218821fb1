public import OpenCollection

extension CollectionLoader {
    /// Finds the lines that have a text. A file that cannot be read has none.
    ///
    /// - Parameter isCancelled: asked before each file: nobody waits for the rest.
    /// - Returns: lines in the order of the paths, at most ``CollectionSearch/limit``.
    public func find(_ search: CollectionSearch, isCancelled: @escaping @Sendable () -> Bool = { false }) -> [FoundText]
    {
        guard !isCancelled() else { return [] }
        let bundle = try? bundle()
        var (found, rest, length): ([FoundText], _, _) = ([], search.paths[...], 256)
        // The pieces grow: a text that is in nearly every file fills the list with the first of them.
        while !rest.isEmpty, found.count < CollectionSearch.limit, !isCancelled() {
            let piece = Array(rest.prefix(length))
            found += piece.concurrentMap(partLength: 32, with: FileReader.init) { path, reader in
                isCancelled() ? [] : lines(of: path, search, bundle, &reader)
            }.joined()
            rest = rest.dropFirst(length)
            length *= 2
        }
        return Array(found.prefix(CollectionSearch.limit))
    }

    private func lines(
        of path: ItemPath, _ search: CollectionSearch, _ bundle: CollectionBundle?, _ reader: inout FileReader
    ) -> [FoundText] {
        if let draft = search.drafts[path] { return search.matcher.lines(of: draft, at: path) }
        guard let text = text(of: path.editedFile, having: search.matcher, bundle, &reader),
            let file = try? FormFile.read(text: text, at: path)
        else { return [] }
        // The file of a collection in one file has everything, which is found at the items.
        let isWhole = bundle != nil && path == .root
        return search.matcher.lines(of: file.content(), file: isWhole ? "" : text, at: path)
    }

    /// Returns the text of a file; nil without one, and if it does not have the text that is looked for.
    private func text(
        of file: ItemPath, having matcher: FileTextMatcher, _ bundle: CollectionBundle?, _ reader: inout FileReader
    ) -> String? {
        if let bundle, file != ItemPath.root.folderFile {
            return bundle.text(of: file).flatMap { matcher.isIn(Array($0.utf8)[...]) ? $0 : nil }
        }
        let place = file == ItemPath.root.folderFile ? ItemPath(rootFile.lastPathComponent) : file
        guard let bytes = try? bytes(of: place, &reader), matcher.isIn(bytes) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
