public import OpenCollection

/// The output of `replace`.
public struct ReplaceReport {
    private let replacement: CollectionReplacement
    private let isDryRun: Bool

    public init(_ replacement: CollectionReplacement, isDryRun: Bool) {
        (self.replacement, self.isDryRun) = (replacement, isDryRun)
    }

    /// Returns the changed files, a line each; their changes as a patch in a dry run.
    public func text(showsNonASCII: Bool) -> String {
        replacement.files.text(isDryRun: isDryRun, showsNonASCII: showsNonASCII)
    }

    /// The lines for standard error: files that cannot be written, and the count.
    public var notes: [String] {
        replacement.problems.map { "not replaced in \($0)" } + [replacement.summary(isPlanned: isDryRun)]
    }

    /// Writes an object with the changed files; paths are below the collection's root.
    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { writer in
            try writer.member("count", replacement.count)
            try writer.array("files", replacement.files) { file in
                try writer.object {
                    try writer.member("file", file.path.text)
                    for part in TextReplacement.Part.allCases {
                        try writer.member(part.rawValue, replacement.counts[file.path]?[part])
                    }
                    try writer.member("patch", file.patch.map { $0 + "\n" }.joined())
                }
            }
            try writer.array("problems", replacement.problems) { problem in
                try writer.object {
                    try writer.member("file", problem.path.text)
                    try writer.member("reason", problem.message)
                }
            }
        }
    }
}

extension [RewrittenFile] {
    /// Returns the paths, a line each; in a dry run the changes as a patch.
    func text(isDryRun: Bool, showsNonASCII: Bool) -> String {
        flatMap { isDryRun ? $0.patch : [$0.path.text] }
            .map { TerminalText.line($0, showsNonASCII: showsNonASCII) + "\n" }.joined()
    }
}
