import YAMLTree

extension FileWriting {
    /// The settings of a request.
    mutating func save(_ old: RequestSettings, _ new: RequestSettings) throws(FileProblem) {
        guard !new.written.entries.isEmpty || new.isPresent else { return try remove(["settings"]) }
        guard old.isPresent else {
            // The block alone switches encoding on: it says that it stays off.
            guard !new.written.entries.isEmpty else { return }
            return try set(["settings"], .mapping(new.written.keepingEncodingOff))
        }
        try keeping(["settings"]) { (writing) throws(FileProblem) in
            try RequestSettings.fields.save(old, new, at: ["settings"], in: &writing)
        }
    }
}

extension RequestSettings {
    /// The settings as written into a file that had none.
    var rewritten: YAMLValue? {
        if isPresent { return .mapping(written) }
        return written.entries.isEmpty ? .none : .mapping(written.keepingEncodingOff)
    }
}

extension YAMLMapping {
    /// Settings where there were none: the block alone would switch encoding on.
    fileprivate var keepingEncodingOff: YAMLMapping {
        self["encodeUrl"] == nil ? YAMLMapping([Entry(key: "encodeUrl", value: false)] + entries) : self
    }
}
