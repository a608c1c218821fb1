public import Interchange

/// What `review` prints.
public struct ReviewReport {
    private let review: SharingReview

    public init(_ review: SharingReview) { self.review = review }

    /// For people: a paragraph per file, then a line that sums up. With a line end.
    public func text(showsNonASCII: Bool) -> String {
        let lines = ReviewText.lines(review).map { TerminalText.line($0.text, showsNonASCII: showsNonASCII) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// `--json`.
    ///
    /// - Throws: what `sink` throws.
    public func write(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        let json = JSONWriter(sink: sink)
        try json.object {
            try json.key("files")
            try json.array(review.files) { try write($0, to: json) }
        }
        try json.finish()
    }

    private func write(_ file: SharingReview.File, to json: JSONWriter) throws {
        try json.object {
            for (key, value) in [
                ("path", file.path.text), ("change", file.change.rawValue), ("kind", file.kind), ("name", file.name),
                ("conversion", file.conversion),
            ] as [(String, String?)] {
                try json.key(key)
                try json.string(value)
            }
            try json.key("secrets")
            try json.array(file.secrets) { try write($0, to: json) }
            for (key, values) in [("files", file.namedFiles), ("hosts", file.hosts), ("scripts", file.scripts)] {
                try json.key(key)
                try json.array(values) { try json.string($0) }
            }
        }
    }

    private func write(_ secret: SharingReview.Secret, to json: JSONWriter) throws {
        try json.object {
            try json.key("line")
            try json.integer(secret.line)
            try json.key("column")
            try json.integer(secret.column)
            try json.key("key")
            try json.string(secret.key)
            try json.key("reason")
            try json.string(secret.reason)
        }
    }
}
