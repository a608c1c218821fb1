public import Foundation

/// Exchanges of the history that belong together under a name: an incident.
public struct HistorySet: Sendable, Hashable, Identifiable {
    /// There is one of each name.
    public var name: String
    /// What somebody wrote about it; nil without.
    public var note: String?
    /// In the order in which they were put together.
    public var exchanges: [UUID]
    public var id: String { name }

    public init(name: String, note: String? = nil, exchanges: [UUID]) {
        self.name = name
        self.note = note
        self.exchanges = exchanges
    }
}
