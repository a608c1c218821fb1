import BodyView
import Exchanges
import ExplorerKit
import Interchange
import MicroClient
import OpenCollection
import Quoting
import Secrets
import TextGrid
import YAMLTree

/// The overlay that shows it.
public struct DraftView: Sendable, Hashable {
    public var path: ItemPath
    /// The difference; nil while it is being computed.
    public internal(set) var difference: DraftDifference?
    /// The contents that the difference is, or will be, made from.
    var compared: Compared?
    /// First line that is shown.
    public internal(set) var scroll = 0
    var finding = TextFinding()

    /// Everything that a difference depends on.
    struct Compared: Sendable, Hashable {
        let base: FormFile
        let content: FormContent
        let diskText: String?
        let companion: CompanionFile?

        init(_ order: DraftComparison) {
            (base, content) = (order.base, order.content)
            (diskText, companion) = (order.diskText, order.companion)
        }
    }
}

// A draft beside its file, and going back to the file in one place.

extension ExplorerState {
    /// Compares the shown draft again if the file or the draft has changed; called after every event.
    mutating func orderDraftComparison() -> [Effect] {
        guard var view = overlay(DraftView.self) else { return [] }
        // What is renamed is shown under its new name.
        if let shown, sessions[view.path] == nil { view.path = shown }
        guard let order = comparison(at: view.path), view.compared != DraftView.Compared(order) else { return [] }
        view.compared = DraftView.Compared(order)
        change { $0 = view }
        return effect(.draftDifference, { .compareDraft(order, $0) }, note: { $0.take($1) })
    }

    private func comparison(at path: ItemPath) -> DraftComparison? {
        guard let draft = sessions[path]?.draft else { return nil }
        let changesPolicies = draft.form.policies != draft.saved.policies
        return DraftComparison(
            path: path, base: draft.base, content: draft.form, diskText: draft.hasFile ? draft.diskText : nil,
            companion: changesPolicies ? collection.companion : nil, secrets: secrets, mask: glyphs.secret)
    }

    mutating func take(_ difference: DraftDifference) {
        change(DraftView.self) { if $0.path == difference.path { $0.difference = difference } }
    }

    // MARK: - One field, one row

    func reasonNotToRevertField() -> String? {
        if let reason = current.reasonNotToEdit { return reason }
        guard session != nil, fieldAtCursor != nil else { return "Move the cursor to a field of the file." }
        switch reverted {
        case .failure(let reason): return reason.text
        case .success(let content):
            return content.withoutOrigins == session?.draft.form.withoutOrigins
                ? "It is unchanged." : nil
        }
    }

    mutating func revertField() -> [Effect] {
        guard case .success(let content) = reverted else { return [] }
        return changeDraft { $0.change { $0 = content } }
    }

    private struct Refusal: Error { let text: String }

    /// The draft with what is under the cursor as the file has it.
    private var reverted: Result<FormContent, Refusal> {
        guard let draft = session?.draft, let form, let field = fieldAtCursor else {
            return .failure(Refusal(text: "Move the cursor to a field of the file."))
        }
        guard draft.savedText == draft.base.text else {
            return .failure(Refusal(text: "The file has changed on disk: = compares it with the draft."))
        }
        var content = draft.form
        if let row = rowAtCursor, let restore = row.editing.restore {
            let complaint = restore(&content, draft.saved, row.index)
            return complaint.map { .failure(Refusal(text: $0)) } ?? .success(content)
        }
        guard let saved = self.form(of: draft.saved)?.inputs[field], let input = form.inputs[field] else {
            return .failure(Refusal(text: "The file has no such field: X discards the whole draft."))
        }
        if case .kept = input.kind { return .failure(Refusal(text: "This value is not in a file.")) }
        if let complaint = input.write(&content, saved.text) { return .failure(Refusal(text: complaint)) }
        return .success(content)
    }
}

extension Action {
    static let compareDraft = Action(
        "compareDraft", [.tree, .request], ["="], "draft / file",
        "Show the lines that saving would change in the file.",
        reason: { $0.current.reasonNotToCompareDraft },
        perform: { explorer in explorer.shown.map { explorer.present(DraftView(path: $0)) } ?? [] })
    static let nextHunk = Action(
        "nextHunk", [.draft], ["n"], "next", "Go to the next difference."
    ) { ($0.overlays.last as? DraftView)?.goToHunk(isForward: true, in: &$0) }
    static let previousHunk = Action(
        "previousHunk", [.draft], ["N"], "previous", "Go to the previous difference.", footer: []
    ) { ($0.overlays.last as? DraftView)?.goToHunk(isForward: false, in: &$0) }
}

extension ActionContext {
    static let draft: ActionContext = .init(
        "draft", "Draft and file", .list, [.closes, .isLeftFreely, .asksOfCollection], way: .compareDraft)
}

extension DraftView: ScrolledText, TextOverlay {
    static let context: ActionContext = .draft
    static let extraRows: [ActionRow] = [
        ActionRow(.dismiss, [.draft], ["="], "close", "Close it; the draft stays."),
        ActionRow(.save, [.draft], ["w", .control("s")], "save", "Save the file as shown."),
        ActionRow(
            .discardDraft, [.draft], ["X"], "discard",
            "Discard the draft and revert to the saved file (undo restores it)."),
    ]
    static let actions: [Action] = [.compareDraft, .nextHunk, .previousHunk]

    var keyHint: String? { "w saves, X discards, Esc closes." }

    /// Saves or discards the draft, which ends the comparison.
    func perform(_ action: Action, in explorer: inout ExplorerState) -> [Effect]? {
        guard [.save, .discardDraft].contains(action) else { return nil }
        explorer.overlays.removeLast()
        return action.perform(&explorer, nil)
    }

    /// Scrolls to the next lines that differ, and puts them near the top.
    fileprivate func goToHunk(isForward: Bool, in explorer: inout ExplorerState) {
        guard let difference else { return }
        let (hunks, top) = (difference.hunks, scroll + 1)
        guard let hunk = isForward ? hunks.first(where: { $0 > top }) : hunks.last(where: { $0 < top }) else {
            let end = isForward ? "This is the last difference." : "This is the first difference."
            return explorer.say(.info, end)
        }
        var view = self
        view.scroll = min(max(0, hunk - 1), max(0, difference.lines.count - rows(in: explorer)))
        explorer.replaceTop(view)
    }

    // MARK: - Drawing

    /// Returns the lines of the file that saving the draft would change.
    func lines(in explorer: ExplorerState) -> [[StyledText]] {
        guard let difference else { return [[StyledText("comparing\(explorer.glyphs.ellipsis)", .running)]] }
        let lines = difference.lines.map { [text($0, explorer.glyphs)] }
        return lines.isEmpty ? [[StyledText("Saving would change nothing.", .dimmed)]] : lines
    }

    func heading(in explorer: ExplorerState) -> String {
        guard let difference else { return "\(path.editedFile): draft and file" }
        let (removed, added) = (difference.removedCount, difference.addedCount)
        return "\(path.editedFile): saving writes +\(added) -\(removed)"
    }

    private func text(_ line: DraftDifference.Line, _ glyphs: Glyphs) -> StyledText {
        switch line {
        case .file(let name): StyledText(name, .heading)
        case .same(let text): StyledText("  \(text.shownInLine(limit: 400))", .plain)
        case .removed(let text): StyledText("- \(text.shownInLine(limit: 400))", .removed)
        case .added(let text): StyledText("+ \(text.shownInLine(limit: 400))", .added)
        case .left(let count):
            StyledText("\(glyphs.ellipsis) \(Wording.count(count, "line")) unchanged", .dimmed)
        case .problem(let text): StyledText("Cannot be saved: \(text)", .failure)
        }
    }
}
