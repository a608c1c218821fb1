/// The user's division of the screen. Everything is a share of what there is, so that it holds on a terminal of any size.
public struct LayoutChoices: Sendable, Hashable {
    /// The arrangement of request and response.
    public enum Arrangement: String, Sendable, Hashable, CaseIterable {
        /// The choice by the size of the terminal.
        case automatic
        /// The response below the request.
        case below
        /// The response beside the request, where there is room for both.
        case beside
        /// One pane at a time, the titles of the others in a line each.
        case stacked
    }

    public var arrangement = Arrangement.automatic
    /// Panes that are shown only while they have the focus.
    public var hidden: Set<Pane> = []
    /// The share of the room on both sides of a border that the pane before it has, from 0 to 1; of the log's border, the share of the log. A border
    /// that was not moved is where the layout puts it.
    public var shares: [Border: Double] = [:]
    /// Whether clicks and the wheel come here; else the terminal has them for its own selection.
    public var usesMouse = true

    public init() {}

    /// Takes back all choices but that of who has the mouse.
    package mutating func reset() {
        let mouse = usesMouse
        self = LayoutChoices()
        usesMouse = mouse
    }
}

extension LayoutChoices: Codable {
    private enum Key: String, CodingKey { case arrangement, hidden, shares, usesMouse }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let name = try fields.decodeIfPresent(String.self, forKey: .arrangement)
        arrangement = name.flatMap { Arrangement(rawValue: $0) } ?? .automatic
        hidden = Set((try fields.decodeIfPresent([Int].self, forKey: .hidden) ?? []).compactMap { Pane(rawValue: $0) })
        for (name, share) in try fields.decodeIfPresent([String: Double].self, forKey: .shares) ?? [:] {
            guard let border = Border(rawValue: name), (0...1).contains(share) else { continue }
            shares[border] = share
        }
        usesMouse = try fields.decodeIfPresent(Bool.self, forKey: .usesMouse) ?? true
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(arrangement.rawValue, forKey: .arrangement)
        try fields.encode(hidden.map(\.rawValue).sorted(), forKey: .hidden)
        try fields.encode(Dictionary(shares.map { ($0.key.rawValue, $0.value) }) { $1 }, forKey: .shares)
        try fields.encode(usesMouse, forKey: .usesMouse)
    }
}

/// A line between two panes that can be moved.
public enum Border: String, Sendable, Hashable, CaseIterable {
    /// Right of the tree.
    case tree
    /// The border between the request and the response below it.
    case request
    /// The border between the request and the response beside it.
    case beside
    /// The border above the log.
    case log
    /// The border between the response and the one that is held, below it or beside it.
    case held
}
