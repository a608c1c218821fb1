import YAMLTree

extension CompanionFile {
    /// The file after items got other paths: what it says of them follows.
    ///
    /// - Throws: when an edit cannot be written without changing anything else.
    public func following(_ changes: [PathChange]) throws(FileProblem) -> CompanionFile {
        // What comes from another collection may have the same path here.
        try following(changes.filter { $0.from != $0.to }.inOrderOfMaking.map(CompanionChange.follow))
    }

    /// The file after items were moved, copied or taken out: what it says of them follows; all else keeps its bytes.
    ///
    /// - Throws: when an edit cannot be written without changing anything else.
    func following(_ changes: [CompanionChange]) throws(FileProblem) -> CompanionFile {
        guard !text.isWhitespaceOnly, !changes.isEmpty else { return self }
        var writing = try FileWriting(text: text, path: Self.path, keyOrder: .companion)
        for change in changes { try writing.follow(change) }
        return writing.text == text ? self : try CompanionFile.read(text: writing.text)
    }
}

extension CompanionFile {
    /// Returns the part of the file about an item and what lies in it, as its own file; nil if there is none.
    public func policies(of path: ItemPath) -> String? {
        guard !text.isWhitespaceOnly, let writing = try? FileWriting(text: text, path: Self.path, keyOrder: .companion)
        else {
            return nil
        }
        var maps = YAMLMapping()
        for place in writing.places(of: path) {
            guard let value = writing.node(at: place.entry)?.value else { continue }
            var map = YAMLMapping()
            if case .mapping(let begun)? = maps[place.map] { map = begun }
            map[place.key] = value
            maps[place.map] = .mapping(map)
        }
        return maps.entries.isEmpty ? nil : YAMLValue.mapping(maps).emitted()
    }

    /// Returns the file with former policies of an item, where it has none of it now.
    ///
    /// - Parameter policies: The text that ``policies(of:)`` returned; nil for nothing.
    /// - Throws: when an edit cannot be written without changing anything else.
    public func adding(policies: String?) throws(FileProblem) -> CompanionFile {
        guard let policies, let root = try? YAMLDocument(text: policies).root, root.entries?.isEmpty == false else {
            return self
        }
        guard !text.isWhitespaceOnly else { return try CompanionFile.read(text: "version: 1\n\n\(policies)") }
        var writing = try FileWriting(text: text, path: Self.path, keyOrder: .companion)
        for map in root.entries ?? [] {
            for entry in map.value.entries ?? [] {
                let place: YAMLPath = [.key(map.key.scalar?.text ?? ""), .key(entry.key.scalar?.text ?? "")]
                if writing.node(at: place) == nil { try writing.set(place, entry.value.value) }
            }
        }
        return try CompanionFile.read(text: writing.text)
    }
}

extension [PathChange] {
    /// One after the other instead of all at once: what has a path gives it up before another one gets it.
    var inOrderOfMaking: [PathChange] {
        var (rest, made) = (self, [PathChange]())
        while !rest.isEmpty {
            let next = rest.firstIndex { change in !rest.contains { $0 != change && $0.from == change.to } } ?? 0
            made.append(rest.remove(at: next))
        }
        return made
    }
}

extension FileWriting {
    fileprivate mutating func follow(_ change: CompanionChange) throws(FileProblem) {
        switch change {
        case .follow(let change):
            for place in places(of: change.from) {
                // An entry of an item that is gone makes room.
                try remove(place.entry(at: change.to))
                try apply(.renameKey(place.entry, to: place.key(at: change.to)))
            }
            for login in logins(with: change.from) {
                try set(login.place, .string(login.path.after([change]).text))
            }
        case .copy(let from, let to):
            for place in places(of: from) {
                guard let value = node(at: place.entry)?.value else { continue }
                try set(place.entry(at: to), value)
            }
            // A copied folder logs in with what was copied with it.
            for login in logins(with: from) where login.holder.isInside(to) {
                try set(login.place, .string(login.path.after([PathChange(from: from, to: to)]).text))
            }
        case .forget(let path):
            for place in places(of: path) { try remove(place.entry, pruning: true) }
            for login in logins(with: path) { try remove(login.place, pruning: true) }
        }
    }

    /// Returns the places where an item, or what lies in it, is named as the request that logs in.
    private func logins(with path: ItemPath) -> [(place: YAMLPath, holder: ItemPath, path: ItemPath)] {
        let holders: [(YAMLPath, ItemPath)] =
            [([.key("collection")], .root)]
            + ["folders", "requests"].flatMap { map in
                (node(at: [.key(map)])?.entries ?? []).map { entry in
                    let key = entry.key.scalar?.text ?? ""
                    return ([.key(map), .key(key)], ItemPath(key))
                }
            }
        return holders.compactMap { holder, of in
            let place = holder.appending(key: "login")
            guard let text = node(at: place)?.string, case .request(let login) = LoginRule(text), login.isInside(path)
            else { return nil }
            return (place, of, login)
        }
    }

    /// The entries for an item and for what lies in it.
    fileprivate func places(of path: ItemPath) -> [CompanionPlace] {
        if path.isEnvironment {
            let place = CompanionPlace(map: "environments", path: path, outer: path)
            return node(at: place.entry) == nil ? [] : [place]
        }
        return ["folders", "requests"].flatMap { map in
            (node(at: [.key(map)])?.entries ?? []).compactMap { entry in
                let key = ItemPath(entry.key.scalar?.text ?? "")
                return key.isInside(path) ? CompanionPlace(map: map, path: key, outer: path) : nil
            }
        }
    }
}

/// An entry of the companion for an item.
private struct CompanionPlace {
    var map: String
    var path: ItemPath
    /// The path that is moved: the item, or a folder around it.
    var outer: ItemPath

    var key: String { key(of: path) }
    var entry: YAMLPath { [.key(map), .key(key)] }

    func key(at target: ItemPath) -> String { key(of: path.after([PathChange(from: outer, to: target)])) }

    func entry(at target: ItemPath) -> YAMLPath { [.key(map), .key(key(at: target))] }

    private func key(of path: ItemPath) -> String { map == "environments" ? path.baseName : path.text }
}
