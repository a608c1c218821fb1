public import Interchange

/// The output of `review`.
public struct ReviewReport {
    private let review: SharingReview

    public init(_ review: SharingReview) { self.review = review }

    /// Returns the report for people: a paragraph per file, then a line that sums up, with a line end.
    public func text(showsNonASCII: Bool) -> String {
        let lines = ReviewText.lines(review).map { TerminalText.line($0.text, showsNonASCII: showsNonASCII) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Writes the report of `--json`.
    ///
    /// - Throws: The errors of `sink`.
    public func write(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { json in
            try json.array("files", review.files) { try write($0, to: json) }
        }
    }

    private func write(_ file: SharingReview.File, to json: JSONWriter) throws {
        try json.object {
            for (key, value) in [
                ("path", file.path.text), ("change", file.change.rawValue), ("kind", file.kind), ("name", file.name),
                ("conversion", file.conversion),
            ] as [(String, String?)] {
                try json.member(key, value)
            }
            try json.array("secrets", file.secrets) { try write($0, to: json) }
            for (key, values) in [("files", file.namedFiles), ("hosts", file.hosts), ("scripts", file.scripts)] {
                try json.array(key, values) { try json.string($0) }
            }
        }
    }

    private func write(_ secret: SharingReview.Secret, to json: JSONWriter) throws {
        try json.object {
            try json.member("line", secret.line)
            try json.member("column", secret.column)
            try json.member("key", secret.key)
            try json.member("reason", secret.reason)
        }
    }
}
