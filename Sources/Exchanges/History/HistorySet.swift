public import Foundation

/// Exchanges of the history that belong together under a name: an incident.
public struct HistorySet: Sendable, Hashable, Identifiable {
    /// There is one of each name.
    public var name: String
    /// What somebody wrote about it; nil without.
    public var note: String?
    /// In the order in which they were put together.
    public var exchanges: [UUID]
    /// Whether a series made it and nobody has asked for it since: its exchanges are forgotten by age and size as others are, and it goes with the last of them.
    public var isAutomatic: Bool
    public var id: String { name }

    /// - Parameters:
    ///   - name: there is one of each.
    ///   - note: what somebody wrote about it; nil without.
    ///   - exchanges: in the order in which they were put together.
    ///   - isAutomatic: whether a series made it, and nobody has asked for it since.
    public init(name: String, note: String? = nil, exchanges: [UUID], isAutomatic: Bool = false) {
        self.name = name
        self.note = note
        self.exchanges = exchanges
        self.isAutomatic = isAutomatic
    }
}
