import Interchange
public import OpenCollection

/// What `trust` prints of what a collection could do outside of itself.
public struct TrustReport {
    private let uses: [ListedUse]

    public init(_ uses: [ListedUse]) { self.uses = uses }

    /// Whether something asks.
    public var status: ExitStatus { uses.contains { $0.standing == .asks } ? .notBuilt : .success }

    /// A line for each, safe for a terminal; empty when there is nothing.
    public func text(showsNonASCII: Bool) -> String {
        uses.map {
            TerminalText.line("\($0.standing.rawValue): \(ConsentText($0.use).line)", showsNonASCII: showsNonASCII)
                + "\n"
        }.joined()
    }

    /// "2 agreed to, 1 asks", for standard error.
    public var summary: String {
        guard !uses.isEmpty else { return "nothing outside of itself is run, read or reached with credentials" }
        let words: [(ListedUse.Standing, String)] = [
            (.agreed, "agreed to"), (.asks, "to be asked"), (.first, "not sent yet"),
        ]
        let counts = words.compactMap { standing, words in
            let count = uses.filter { $0.standing == standing }.count
            return count == 0 ? nil : "\(count) \(words)"
        }
        return counts.joined(separator: ", ")
    }

    /// An object with the list.
    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { writer in
            try writer.array("uses", uses) { listed in
                let texts = [
                    ("standing", listed.standing.rawValue), ("kind", listed.use.demand.kind), ("what", listed.use.text),
                    ("purpose", listed.use.purpose),
                ]
                try writer.object {
                    for (key, text) in texts {
                        try writer.member(key, text)
                    }
                }
            }
        }
    }
}

extension OutsideUse.Demand {
    fileprivate var kind: String {
        switch self {
        case .run: "run"
        case .keyring: "keyring"
        case .read: "read"
        case .takeKeys: "keys"
        case .present: "credentials"
        case .script: "scripts"
        case .connect: "connection"
        }
    }
}
