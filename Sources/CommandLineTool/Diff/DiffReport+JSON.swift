import Differences

extension DiffReport {
    /// Writes the whole difference as JSON. Values of JSON bodies are in it as they were sent.
    ///
    /// - Throws: The errors of `sink`.
    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { json in
            try json.member("verdict", verdict.kind.word)
            try json.member("summary", verdict.long.first ?? verdict.short)
            try json.member("old", old.short)
            try json.member("new", new.short)
            try json.change("outcome", difference.outcome) { try json.string($0) }
            try json.change("status", difference.status) { try json.integer($0) }
            try json.array("headers", difference.headers) { try write($0, json) }
            try json.object("body") { try writeBody(json) }
            try json.object("timing") {
                try json.member("old", seconds: difference.timing.old.total)
                try json.member("new", seconds: difference.timing.new.total)
                try json.member("summary", difference.timing.words)
            }
        }
    }

    private func write(_ header: HeaderDifference, _ json: JSONWriter) throws {
        try json.object {
            try json.member("name", header.name)
            try json.array("old", header.old) { try json.string($0) }
            try json.array("new", header.new) { try json.string($0) }
            try json.member("ignoredBy", header.ignoredBy?.description)
        }
    }

    private func writeBody(_ json: JSONWriter) throws {
        switch difference.body {
        case .equal: try json.member("kind", "equal")
        case .unknown(let reason):
            try json.member("kind", "unknown")
            try json.member("reason", reason)
        case .json(let differences):
            try json.member("kind", "json")
            try count(differences.total, differences.ignoredCount, json)
            try json.array("differences", differences.indices.lazy.map { differences[$0] }) {
                try write($0, of: differences, json)
            }
            try json.array("notes", differences.notes) { note in
                try json.object {
                    try json.member("path", note.path.description)
                    try json.member("summary", note.kind.words)
                }
            }
        case .text(let text, let reason):
            try json.member("kind", "text")
            try json.member("reason", reason)
            try count(text.countedCount + text.ignoredCount, text.ignoredCount, json)
            try json.member("lineEnds", text.oldEnds.change(to: text.newEnds))
            try json.array("hunks", text.hunks) { try write($0, of: text, json) }
        case .binary(let bytes):
            try json.member("kind", "binary")
            try json.member("oldSize", bytes.oldSize)
            try json.member("newSize", bytes.newSize)
            try json.member("differingBytes", bytes.differingCount)
            try json.array("ranges", bytes.ranges) { range in
                try json.object {
                    try json.member("from", range.lowerBound)
                    try json.member("to", range.upperBound)
                }
            }
        }
    }

    private func count(_ total: Int, _ ignored: Int, _ json: JSONWriter) throws {
        try json.member("total", total)
        try json.member("ignored", ignored)
    }

    private func write(_ one: JSONDifference, of all: JSONDifferences, _ json: JSONWriter) throws {
        // Whole: a value may be of any length.
        let limit = 1 << 40
        try json.object {
            try json.member("kind", one.kind.word)
            try json.member("path", one.path.description)
            if one.kind == .moved { try json.member("from", one.oldPath?.description) }
            if one.oldPlace != nil {
                try json.member("old", json: all.text(of: one.oldPlace, in: .old, limit: limit) ?? "null")
            }
            if one.newPlace != nil {
                try json.member("new", json: all.text(of: one.newPlace, in: .new, limit: limit) ?? "null")
            }
            try json.member("ignoredBy", one.ignoredBy?.description)
        }
    }

    private func write(_ hunk: TextDifference.Hunk, of text: TextDifference, _ json: JSONWriter) throws {
        try json.object {
            try json.member("oldLine", hunk.old.lowerBound + 1)
            try json.member("newLine", hunk.new.lowerBound + 1)
            try json.array("old", text.old.lines(hunk.old, columns: 0..<1 << 30)) { try json.string($0.text) }
            try json.array("new", text.new.lines(hunk.new, columns: 0..<1 << 30)) { try json.string($0.text) }
            try json.member("ignoredBy", hunk.ignoredBy?.description)
        }
    }
}

extension JSONWriter {
    fileprivate func change<Value>(
        _ name: String, _ change: ExchangeDifference.Change<Value>?, _ write: (Value) throws -> Void
    ) throws {
        try key(name)
        guard let change else { return try null() }
        try object {
            try key("old")
            try write(change.old)
            try key("new")
            try write(change.new)
        }
    }
}

extension Verdict.Kind {
    fileprivate var word: String {
        switch self {
        case .same: "same"
        case .sameButForIgnored: "same but for ignored"
        case .differs: "differs"
        case .unknown: "unknown"
        }
    }
}

extension JSONDifference.Kind {
    fileprivate var word: String {
        switch self {
        case .added: "added"
        case .removed: "removed"
        case .changed: "changed"
        case .typeChanged: "type changed"
        case .moved: "moved"
        }
    }
}
