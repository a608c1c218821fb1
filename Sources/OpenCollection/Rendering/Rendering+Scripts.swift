extension Rendering {
    /// Scripts may change what is sent and what is made of the answer, and none is run. Hooks are run by nobody.
    mutating func noteScripts() {
        var holders = [(Origin.request, definition.scripts)]
        holders += collection.folders(above: path).reversed().map { (.folder($0.path), $0.definition.scripts) }
        holders.append((.collection, collection.root.scripts))
        let places = holders.filter { $0.1.contains { $0.type != "hooks" } }.map(\.0.title)
        guard !places.isEmpty else { return }
        notes.append(
            "There are scripts (\(places.joined(separator: ", "))), which are not run: what they would change is sent unchanged."
        )
    }
}
