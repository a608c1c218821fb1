import OpenCollection

extension [ImportedCollection] {
    /// Returns the collections as the files of a place can hold them: no folder too deep to be read there, and no secret in a text.
    public func fitted(to place: ImportedFiles.Place) -> [ImportedCollection] {
        let outer =
            switch place {
            case .newCollection: count > 1 ? 1 : 0
            case .folder(let folder, _, _): folder.depth + 1
            }
        let fitted = map { collection in
            var fitted = collection.limitingFolders(to: ItemPath.maximumDepth - 1 - outer)
            if outer > 0 { fitted.leaveOutFilesOfRoot() }
            if case .folder(_, let target, _) = place, target.info.isBundled == true { fitted.leaveOutFiles() }
            let lost = outer > 0 ? fitted.info.partsOfRoot : []
            if !lost.isEmpty {
                let text = "\(lost.joined(separator: ", ")) left out: only a collection of its own has them"
                fitted.notes.append(ImportNote(.error, .whole, text))
            }
            return fitted
        }
        // A single request makes no environment: that it holds a secret is said instead.
        return fitted.filter { !$0.format.isLoose }.movingSecrets(to: place) + fitted.filter(\.format.isLoose)
    }
}

extension CollectionInfo {
    /// The names of parts that a folder has no place for.
    fileprivate var partsOfRoot: [String] {
        [
            (proxy != nil, "the proxy"), (!certificates.isEmpty, "certificates"),
            (protobuf != ProtobufFiles(), "protobuf files"), (!extensions.entries.isEmpty, "data of other tools"),
        ].filter(\.0).map(\.1)
    }
}

extension ImportedCollection {
    /// Returns the collection with at most `depth` folders in one another: the items of deeper ones are in the folder around these.
    fileprivate func limitingFolders(to depth: Int) -> ImportedCollection {
        var result = self
        result.items = items.flatMap { $0.limitingFolders(to: depth, &result.notes) }
        return result
    }
}

extension ImportedItem {
    /// Returns a request with what it had from a folder in itself: what it says wins.
    fileprivate func inheriting(_ folder: FolderDefinition) -> ImportedItem {
        guard case .request(var request) = content else { return self }
        let headers = Set(request.headers.filter(\.isEnabled).map { $0.name.lowercased() })
        request.headers = folder.headers.filter { !headers.contains($0.name.lowercased()) } + request.headers
        let names = Set(request.variables.filter(\.isEnabled).map(\.name))
        request.variables = folder.variables.filter { !names.contains($0.name) } + request.variables
        if request.auth == .inherit { request.auth = folder.auth }
        request.scripts = request.scripts.running(after: folder.scripts)
        request.actions = folder.actions + request.actions
        var item = self
        item.content = .request(request)
        return item
    }

    fileprivate func limitingFolders(to depth: Int, _ notes: inout [ImportNote]) -> [ImportedItem] {
        guard case .folder(let folder, let children) = content else { return [self] }
        let inner = children.flatMap { $0.limitingFolders(to: depth - 1, &notes) }
        guard depth > 0 else {
            let moved = inner.map { $0.inheriting(folder) }
            let text =
                "a folder deeper than \(ItemPath.maximumDepth) levels is left out; its items, with its headers, variables, credentials and scripts, are in the one around it"
            notes.append(
                ImportNote(
                    .error, origin, text,
                    ImportCounts(of: moved) + -ImportCounts(of: inner) + -ImportCounts(of: folder)))
            return moved
        }
        var item = self
        item.content = .folder(folder, inner)
        return [item]
    }
}

extension [Script] {
    /// Returns the scripts of a request with those of a folder before them: each of the folder's in a block, so that names declared in both
    /// do not meet.
    fileprivate func running(after outer: [Script]) -> [Script] {
        outer.reduce(into: self) { scripts, script in
            let block = "{\n\(script.code)\n}"
            if let index = scripts.firstIndex(where: { $0.type == script.type }) {
                scripts[index].code = "\(block)\n\n\(scripts[index].code)"
            } else {
                scripts.append(Script(script.type, block))
            }
        }
    }
}
