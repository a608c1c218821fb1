import ExplorerKit
import TextGrid

/// The list of what can be opened. It stays until something is open, so that it can say what went wrong.
struct StartList: Sendable {
    var chooser: Chooser

    /// Why the row with the cursor is not taken off the list.
    fileprivate var reasonNotToForget: String? {
        guard let option = chooser.option else {
            return "No row selected: only recent collections can be removed from the list."
        }
        return option.removal == nil ? "Only recent collections can be removed from the list." : nil
    }
}

extension ExplorerState {
    fileprivate var start: StartList? { overlays.last as? StartList }
}

extension Action {
    static let forgetRecent = Action(
        "forgetRecent", [.start], [.control("x")], "forget", "Remove a recent collection from the list.",
        reason: { $0.start?.reasonNotToForget }, perform: { $0.start?.chooser.option?.removal?(&$0) ?? [] })
}

extension ActionContext {
    static let start: ActionContext = .init("start", "Opening", .typedList, .closes, way: .openCollection)
}

extension StartList: NarrowedList {
    static let context: ActionContext = .start
    static let actions: [Action] = [.forgetRecent]

    var list: ListState<Int> {
        get { chooser.list }
        set { chooser.list = newValue }
    }
    var questionID: QuestionID? { chooser.questionID }
    func title(in explorer: ExplorerState) -> String { chooser.title }
    func footer(in explorer: ExplorerState) -> [Action] {
        let forget: [Action] = reasonNotToForget == nil ? [.forgetRecent] : []
        return [.choose] + forget + [explorer.isStartNeeded ? .interrupt : .dismiss]
    }
    func ids(in explorer: ExplorerState) -> [Int] { chooser.matches }
    mutating func narrow(in explorer: ExplorerState) { chooser.complaint = nil }
    func actionOfClick(hasCursor: Bool) -> Action? { .choose }

    func choose(in explorer: inout ExplorerState) -> [Effect] {
        guard let option = chooser.option else {
            return chooser.other?(list.filter.text.trimmingSpaces, &explorer) ?? []
        }
        if let reason = option.disabledReason { return explorer.complain(reason) }
        return option.command(&explorer)
    }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { chooser.draw(explorer, on: &grid) }
}
