public import Foundation

/// A named set of exchanges of the history that belong together: an incident.
public struct HistorySet: Sendable, Hashable, Identifiable {
    /// The name, unique among sets.
    public var name: String
    /// The user's note; nil if there is none.
    public var note: String?
    /// The exchanges, in the order in which they were put together.
    public var exchanges: [UUID]
    /// Whether a series made the set and nobody has asked for it since: its exchanges are forgotten by age and size as others are, and
    /// the set is deleted with the last of them.
    public var isAutomatic: Bool
    public var id: String { name }

    /// - Parameters:
    ///   - name: The name, unique among sets.
    ///   - note: The user's note; nil if there is none.
    ///   - exchanges: The exchanges, in the order in which they were put together.
    ///   - isAutomatic: Whether a series made the set, and nobody has asked for it since.
    public init(name: String, note: String? = nil, exchanges: [UUID], isAutomatic: Bool = false) {
        self.name = name
        self.note = note
        self.exchanges = exchanges
        self.isAutomatic = isAutomatic
    }
}
