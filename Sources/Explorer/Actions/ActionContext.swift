import TextGrid

/// A context that decides what keys mean: exactly one is active at a time. A key that ``completion`` does not have works as in ``edit``.
///
/// Those of overlays are declared beside these.
public final class ActionContext: Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The name in `keys.yaml`: "response", "historyFilter".
    let name: String
    /// The title in the help and on documentation pages.
    public let title: String
    let kind: Kind
    let traits: Traits
    /// The meaning of Enter and Esc in the context; nil if it is said elsewhere, or they do nothing of their own.
    let enter, escape: Words?
    /// The action that leads there; nil for what comes on its own.
    let way: @Sendable () -> Action?

    /// The kind of a context, which decides the keys that it shares with others.
    enum Kind: Sendable {
        /// A pane of the screen, beside others.
        case pane
        /// An overlay with single keys, where the usual ones move a cursor or scroll.
        case list
        /// An overlay with single keys, all of its own.
        case page
        /// An overlay where typing narrows a list.
        case typedList
        /// An overlay with fields below each other to type in.
        case form
        /// A text field with its own keys for moving.
        case field
    }

    struct Traits: OptionSet {
        let rawValue: Int
        /// Esc closes it and changes nothing, and so does q where no text is typed.
        static let closes = Traits(rawValue: 1)
        /// Nothing in it waits for an answer: going elsewhere loses nothing.
        static let isLeftFreely = Traits(rawValue: 2)
        /// Text can be found in its lines.
        static let findsText = Traits(rawValue: 4)
        /// The context asks something of the shown collection.
        static let asksOfCollection = Traits(rawValue: 8)
    }

    /// The meaning of a key: one or two words for the footer, and a sentence for the help.
    typealias Words = (label: String, help: String)

    init(
        _ name: String, _ title: String, _ kind: Kind, _ traits: Traits = [], enter: Words? = nil,
        escape: Words? = nil, way: @autoclosure @escaping @Sendable () -> Action? = nil
    ) {
        (self.name, self.title, self.kind, self.traits) = (name, title, kind, traits)
        (self.enter, self.escape, self.way) = (enter, escape, way)
    }

    // There is one of each: keys are looked up by context, so it is cheap to compare.
    public static func == (left: ActionContext, right: ActionContext) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    public var description: String { name }
}

extension ActionContext {
    static let tree: ActionContext = .init("tree", "Collection", .pane, way: .focusTree)
    static let request: ActionContext = .init("request", "Request", .pane, way: .focusRequest)
    static let response: ActionContext = .init("response", "Response", .pane, way: .focusResponse)
    static let sides: ActionContext = .init("sides", "Responses side by side", .pane, way: .sendTo)
    static let filter: ActionContext = .init(
        "filter", "Filtering a body", .field,
        enter: ("show", "Show the matches; an empty filter shows the whole body."),
        escape: ("restore", "Restore the previous filter."), way: .filterBody)
    static let events: ActionContext = .init("events", "Events and chunks", .pane, way: .focusResponse)
    static let log: ActionContext = .init("log", "Log", .pane, way: .focusLog)
    static let held: ActionContext = .init("held", "Held response", .pane, way: .hold)
    static let layout: ActionContext = .init("layout", "Arranging panes", .page, way: .arrange)
    static let edit: ActionContext = .init("edit", "Editing a field", .field, way: .edit)
    static let completion: ActionContext = .init("completion", "Completing", .field, way: .complete)
    static let textFind: ActionContext = .init(
        "textFind", "Finding in a field", .field,
        enter: ("stay here", "Stay at the match; Alt-n and Alt-Shift-N continue from it."),
        escape: ("back", "Go back to where you were."), way: .find)

    /// All contexts in the order in which the help shows them.
    public static let allCases: [ActionContext] =
        [tree, request, response, sides, filter, events, log, held, layout, edit, completion, textFind]
        + OverlayTable.all.flatMap { $0.contexts }

    /// Whether it takes single keys above the panes.
    fileprivate var isReader: Bool { kind == .list || kind == .page && self != .layout }

    fileprivate var hasUsualEscape: Bool { traits.contains(.closes) && escape == nil }

    var enterRow: ActionRow? { enter.map { ActionRow(.choose, [self], [.enter], $0.label, $0.help) } }

    /// `q` is no text where what closes takes single keys.
    var escapeRow: ActionRow? {
        let keys: [KeyStroke] = traits.contains(.closes) && isReader ? [.escape, "q"] : [.escape]
        return escape.map { ActionRow(.dismiss, [self], keys, $0.label, $0.help) }
    }
}

extension Set<ActionContext> {
    static let panes = those { $0.kind == .pane }
    /// The panes that show one request.
    static let beside = panes.subtracting([.tree])
    static let panesAndEdit = panes.union([.edit])
    static let panesAndLayout = panes.union([.layout])
    static let panesAndReaders = those { $0.kind == .pane || $0.isReader }
    static let panesAndLists = those { $0.kind == .pane || $0.traits.contains(.isLeftFreely) }
    static let cursorLists = those { $0.kind == .list }
    static let typedLists = those { $0.kind == .typedList }
    static let forms = those { $0.kind == .form }
    static let closedByEscape = those { $0.hasUsualEscape && !$0.isReader }
    static let closedByQ = those { $0.hasUsualEscape && $0.isReader }
    static let withFindableText = those { $0.traits.contains(.findsText) }
    static let everywhere = Set(ActionContext.allCases)

    private static func those(_ condition: (ActionContext) -> Bool) -> Self {
        Set(ActionContext.allCases.filter(condition))
    }
}
