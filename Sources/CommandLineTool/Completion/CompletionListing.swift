import TextGrid

/// The output of `microscope complete` for a shell's script: a line for each candidate, with its meaning after a tab; `:files` or `:directories` if
/// the shell completes those itself.
public struct CompletionListing {
    private let completion: CommandLineCompletion
    private let names: [CommandLineCompletion.Candidate]

    /// - Parameter names: The names of the completion's source, which begin with what is typed.
    public init(_ completion: CommandLineCompletion, names: [CommandLineCompletion.Candidate] = []) {
        self.completion = completion
        self.names = names
    }

    /// The listing for shells that take whole words and quote them themselves.
    public var text: String { lines { $0 } }

    /// Returns the listing for bash, which wants the text that replaces the end of the line, quoted as the line is there.
    public func text(for line: BashLine) -> String { lines { line.replacement(for: $0) } }

    private func lines(_ word: (String) -> String?) -> String {
        let candidates = completion.candidates + names.map { .init(completion.prefix + $0.text, $0.summary) }
        let rows = candidates.filter { !$0.text.hasControls }.compactMap { candidate in
            let meaning = TerminalText.line(candidate.summary, showsNonASCII: true)
            return word(candidate.text).map { $0 + (meaning.isEmpty ? "" : "\t\(meaning)") }
        }
        return (rows + directives).map { $0 + "\n" }.joined()
    }

    private var directives: [String] {
        switch completion.source {
        case .files, .exchanges(orFiles: true): [":files"]
        case .directories: [":directories"]
        default: []
        }
    }
}

extension String {
    /// Whether the name has control characters: one with a line end does not fit in a line, and nobody types it.
    fileprivate var hasControls: Bool { unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }
}
