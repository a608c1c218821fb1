import ExplorerKit
import TextGrid
import YAMLTree

/// A key that was to mean two things in some contexts, and means the first of them there now. Reported once, however many contexts there are.
struct KeyClash {
    /// The change that has the key now.
    let change: KeyChange
    let key: KeyStroke
    let other: Action
    /// The change that gave the key to the other action; nil when that is the standard.
    let rival: KeyChange?
    private(set) var contexts: [ActionContext]

    init(_ change: KeyChange, _ key: KeyStroke, _ other: Action, _ rival: KeyChange?, in context: ActionContext) {
        (self.change, self.key, self.other, self.rival, contexts) = (change, key, other, rival, [context])
    }

    /// The place to look at first: the line whose wish was not granted.
    var node: YAMLNode { (rival ?? change).node }

    var message: String {
        let (new, old) = (change.action.name, other.name)
        guard rival != nil else {
            return
                "\(key.title) was \(old) in \(places), and is \(new) now; give \(old) another key there, or [] for none"
        }
        return
            "\(key.title) is assigned to \(old) here and to \(new) in line \(change.node.place.line); \(new) has it in \(places)"
    }

    /// "tree, request and 5 more"
    private var places: String {
        let names = contexts.map(\.name)
        guard names.count > 3 else { return Self.list(names) }
        return Self.list(names.prefix(2) + ["\(names.count - 2) more"])
    }

    private static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.joined() }
        return "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }

    fileprivate func isSame(as clash: KeyClash) -> Bool {
        change.node == clash.change.node && key == clash.key && other == clash.other
            && rival?.node == clash.rival?.node
    }

    fileprivate mutating func join(_ clash: KeyClash) { contexts += clash.contexts }
}

extension [KeyClash] {
    /// Adds a clash; one that is known from another context joins it.
    mutating func note(_ clash: KeyClash) {
        guard let index = firstIndex(where: { $0.isSame(as: clash) }) else { return append(clash) }
        self[index].join(clash)
    }
}
