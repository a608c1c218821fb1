import ExplorerKit
import TextGrid

/// An action that the user can perform. Help, palette and key files call it by its name.
///
/// Everything about it is one definition: its keys with label and help, when it can be done, and what it does.
public final class Action: Sendable, Hashable, CustomStringConvertible {
    typealias Reason = @Sendable (ExplorerState, _ form: () -> ShownForm?) -> String?
    typealias Perform = @Sendable (inout ExplorerState, KeyStroke?) -> [Effect]

    public let name: String
    /// The keys that it is defined with. Lists above the panes have rows of their own for the actions that they share.
    let keys: [Keys]
    /// Says why it can do nothing now, in words that name the next step; nil when it can.
    let reason: Reason
    let perform: Perform

    private init(_ name: String, _ keys: [Keys], reason: @escaping Reason, perform: @escaping Perform) {
        (self.name, self.reason, self.perform) = (name, reason, perform)
        self.keys = keys.filter { !$0.contexts.isEmpty }
    }

    /// - Parameters:
    ///   - contexts: The contexts where its keys mean it, with a label and a sentence for the help; see ``Keys``.
    ///   - others: The keys and words of the action in other contexts.
    convenience init(
        _ name: String, _ contexts: Set<ActionContext> = [], _ keys: [KeyStroke] = [], _ label: String = "",
        _ help: String = "", footer: Set<ActionContext>? = nil, named: Set<ActionContext> = [], _ others: Keys...,
        reason: @escaping @Sendable (ExplorerState) -> String? = { _ in nil },
        perform: @escaping @Sendable (inout ExplorerState) -> [Effect]
    ) {
        self.init(
            name, [Keys(contexts, keys, label, help, footer: footer, named: named)] + others,
            reason: { state, _ in reason(state) }, perform: { state, _ in perform(&state) })
    }

    convenience init(
        _ name: String, _ contexts: Set<ActionContext>, _ keys: [KeyStroke], _ label: String, _ help: String,
        footer: Set<ActionContext>? = nil, named: Set<ActionContext> = [], _ others: Keys...,
        reason: @escaping @Sendable (ExplorerState) -> String? = { _ in nil },
        perform: @escaping @Sendable (inout ExplorerState) -> Void
    ) {
        self.init(
            name, [Keys(contexts, keys, label, help, footer: footer, named: named)] + others,
            reason: { state, _ in reason(state) },
            perform: { state, _ in
                perform(&state)
                return []
            })
    }

    /// Creates an action whose reason depends on the form that is shown, which is made for those alone that ask for it.
    convenience init(
        _ name: String, _ contexts: Set<ActionContext>, _ keys: [KeyStroke], _ label: String, _ help: String,
        _ others: Keys..., reasonInForm: @escaping @Sendable (ExplorerState, ShownForm?) -> String?,
        perform: @escaping @Sendable (inout ExplorerState) -> [Effect]
    ) {
        self.init(
            name, [Keys(contexts, keys, label, help)] + others,
            reason: { state, form in reasonInForm(state, form()) }, perform: { state, _ in perform(&state) })
    }

    /// Creates an action that depends on the key that was pressed.
    convenience init(
        _ name: String, _ contexts: Set<ActionContext>, _ keys: [KeyStroke], _ label: String, _ help: String,
        performKey: @escaping @Sendable (inout ExplorerState, KeyStroke?) -> [Effect]
    ) {
        self.init(name, [Keys(contexts, keys, label, help)], reason: { _, _ in nil }, perform: performKey)
    }

    public static func == (left: Action, right: Action) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    public var description: String { name }
}

/// Keys of an action in some contexts, and what they are called there.
struct Keys {
    let contexts: Set<ActionContext>
    let keys: [KeyStroke]
    /// The label in the footer, one or two words.
    let label: String
    /// A sentence, for the help.
    let help: String
    /// ``ActionRow/footer``
    let footer: Set<ActionContext>?
    /// Contexts in which it has no key, and is found by its name.
    let named: Set<ActionContext>

    init(
        _ contexts: Set<ActionContext>, _ keys: [KeyStroke], _ label: String, _ help: String,
        footer: Set<ActionContext>? = nil, named: Set<ActionContext> = []
    ) {
        (self.contexts, self.keys, self.label, self.help) = (contexts, keys, label, help)
        (self.footer, self.named) = (footer, named)
    }

    func rows(of action: Action) -> [ActionRow] {
        [ActionRow(action, contexts, keys, label, help, footer: footer)]
            + (named.isEmpty ? [] : [ActionRow(action, named, [], label, help)])
    }
}

extension Action {
    /// The actions that move a cursor or the visible part, and change nothing else.
    static let movements: Set<Action> = [
        .moveUp, .moveDown, .moveLeft, .moveRight, .first, .last, .pageUp, .pageDown,
    ]

    /// All actions, in the order of the table.
    public static let all: [Action] = {
        var seen: Set<Action> = []
        return ActionTable.rows.map(\.action).filter { seen.insert($0).inserted }
    }()

    private static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// - Parameter name: The action's name in `keys.yaml`.
    static func named(_ name: String) -> Action? { named[name] }
}
