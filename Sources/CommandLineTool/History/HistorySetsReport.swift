public import Exchanges
import Foundation

/// The output of `history sets`.
public struct HistorySetsReport {
    private let sets: [HistorySet]

    public init(_ sets: [HistorySet]) { self.sets = sets }

    /// Returns a line for each set, safe for a terminal; empty if there are none.
    public func text(showsNonASCII: Bool) -> String {
        sets.map { set in
            let note = set.note.map { ": \($0)" } ?? ""
            let count = Wording.count(set.exchanges.count, "exchange") + (set.isAutomatic ? ", automatic" : "")
            let line = "\(set.name) (\(count))\(note)"
            return TerminalText.line(line, showsNonASCII: showsNonASCII) + "\n"
        }.joined()
    }

    /// Writes an object with the sets and the ids of their exchanges.
    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { json in
            try json.array("sets", sets) { set in
                try json.object {
                    try json.members([("name", set.name), ("note", set.note)])
                    try json.member("automatic", set.isAutomatic)
                    try json.array("exchanges", set.exchanges) { try json.string($0.uuidString.lowercased()) }
                }
            }
        }
    }
}
