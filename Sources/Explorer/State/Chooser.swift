import OpenCollection
import TextGrid

/// A list to choose one from, narrowed by typing. Each option says what choosing it does.
public struct Chooser: Sendable {
    /// Changes the state as a choice means it.
    ///
    /// - Returns: what is to be done outside of it.
    typealias Command = @Sendable (inout ExplorerState) -> [Effect]

    public struct Option: Sendable {
        public var title: String
        /// Dimmed, after the title.
        public var detail: String
        /// Why it cannot be chosen now; nil when it can.
        public var disabledReason: String?
        var command: Command

        init(
            _ title: String, detail: String = "", disabledReason: String? = nil,
            _ command: @escaping Command = { _ in [] }
        ) {
            self.title = title
            self.detail = detail
            self.disabledReason = disabledReason
            self.command = command
        }
    }

    /// What a chooser is about, where others have to know it.
    enum Subject: Sendable, Hashable {
        case start, quitting, theme, respelling
        /// A file that was changed on disk beneath its draft.
        case conflict(ItemPath)
        /// What a series sends.
        case series
        /// One of several environments that are sent to.
        case side
    }

    public var title: String
    public var options: [Option]
    /// Index in ``matches``.
    public var selected: Int
    public var filter = TextEditor("", isMultiline: false)
    var subject: Subject?
    /// What Enter does with typed text that is no option (a method of one's own); nil: such text is refused.
    var other: (@Sendable (String, inout ExplorerState) -> [Effect])?
    /// What Enter does with such text, in words.
    public var otherHint = "Enter takes what is typed."
    /// What leaving it without a choice does.
    var leave: Command?
    /// Why the last choice came to nothing; until the next key.
    public var complaint: String?

    init(_ title: String, about subject: Subject? = nil, options: [Option], selected: Int = 0) {
        self.title = title
        self.subject = subject
        self.options = options
        self.selected = selected
    }

    /// A question before something that cannot be undone, or only with effort: the cursor is on not doing it.
    init(_ title: String, about subject: Subject? = nil, _ stay: Option, _ go: Option) {
        self.init(title, about: subject, options: [stay, go])
    }

    /// Indexes of the options that hold the typed text.
    public var matches: [Int] {
        let needle = filter.text.lowercased()
        guard !needle.isEmpty else { return Array(options.indices) }
        return options.indices.filter {
            options[$0].title.lowercased().contains(needle) || options[$0].detail.lowercased().contains(needle)
        }
    }
}

/// Two are equal when they look the same: commands cannot be compared.
extension Chooser: Equatable {
    public static func == (left: Self, right: Self) -> Bool {
        left.title == right.title && left.options == right.options && left.selected == right.selected
            && left.filter == right.filter && left.subject == right.subject && left.complaint == right.complaint
    }
}

extension Chooser.Option: Equatable {
    public static func == (left: Self, right: Self) -> Bool {
        left.title == right.title && left.detail == right.detail && left.disabledReason == right.disabledReason
    }
}

extension Chooser: NarrowedList {
    func context(in explorer: ExplorerState) -> ActionContext { subject == .start ? .start : .chooser }
    func title(in explorer: ExplorerState) -> String { title }
    var isAboutCollection: Bool { subject != .start && subject != .quitting }
    func footer(in explorer: ExplorerState) -> [Action] {
        guard subject == .start else { return [.choose, .dismiss] }
        let forget: [Action] = explorer.disabledReason(of: .forgetRecent) == nil ? [.forgetRecent] : []
        return [.choose] + forget + [explorer.isStartNeeded ? .interrupt : .dismiss]
    }
    func rowCount(in explorer: ExplorerState) -> Int { matches.count }

    /// What opens something leaves the list until something is open, so that it can say what went wrong.
    func choose(in explorer: inout ExplorerState) -> [Effect] {
        let typed = filter.text.trimmingBlanks
        guard let index = matches[safe: selected] else {
            guard let other, subject == .start || !typed.isEmpty else {
                explorer.status = StatusMessage(
                    .warning, "Nothing matches \"\(typed)\". Backspace widens the list, Esc closes it.")
                return []
            }
            if subject != .start { explorer.overlays.removeLast() }
            return other(typed, &explorer)
        }
        if let reason = options[index].disabledReason {
            if subject == .start { explorer.complain(reason) } else { refuse(reason, in: &explorer) }
            return []
        }
        if subject != .start { explorer.overlays.removeLast() }
        return options[index].command(&explorer)
    }

    private func refuse(_ reason: String, in explorer: inout ExplorerState) {
        explorer.overlays.removeLast()
        explorer.status = StatusMessage(.warning, reason)
    }

    func dismiss(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        return leave?(&explorer) ?? []
    }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { ChoiceDrawing.draw(self, explorer, on: &grid) }
}
