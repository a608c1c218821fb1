import TextGrid

/// What `microscope complete` prints for a shell's script: a line for each candidate, with its meaning behind a tab; `:files` or `:directories` where the shell
/// shall complete those itself.
public struct CompletionListing {
    private let completion: CommandLineCompletion
    private let names: [CommandLineCompletion.Candidate]

    /// - Parameter names: of the completion's source; they begin with what is typed.
    public init(_ completion: CommandLineCompletion, names: [CommandLineCompletion.Candidate] = []) {
        self.completion = completion
        self.names = names
    }

    /// For shells that take whole words and quote them themselves.
    public var text: String { lines { $0 } }

    /// For bash, which wants what stands in the place of the end of the line, quoted as the line is there.
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
    /// A name with a line end cannot stand in a line, and nobody types it.
    fileprivate var hasControls: Bool { unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }
}
