import Exchanges
import ExplorerKit
import Interchange
import OpenCollection
import TextGrid

/// A draft and a file that someone else changed, field by field.
public struct MergeState: Sendable, Hashable {
    public var path: ItemPath
    public var merge: ThreeWayMerge<FormContent>
    /// The file as someone else wrote it.
    public var file: FormFile
    public var policies: RequestPolicies
    /// The text on disk, where it is git that left both sides in it; nil where one side is a draft.
    var markedText: String?
    /// The conflicts, by their ids.
    var list = ListState<String>()
    /// First shown line of the texts of the one with the cursor.
    public var scroll = 0

    /// The number of fields that are still to be decided.
    public var openCount: Int { merge.conflicts.count { $0.choice == nil } }

    /// Index of the conflict with the cursor.
    var selected: Int { list.index(in: merge.conflicts.lazy.map(\.id)) }

    /// Decides the conflict with the cursor, and goes to the next that is undecided.
    mutating func take(_ side: MergeSide) {
        guard merge.conflicts.indices.contains(selected) else { return }
        merge.resolve(merge.conflicts[selected].id, as: side)
        let next = merge.conflicts.indices.first { $0 > selected && merge.conflicts[$0].choice == nil }
        if let next = next ?? merge.conflicts.firstIndex(where: { $0.choice == nil }) {
            list.stand(on: next, of: merge.conflicts.lazy.map(\.id))
            scroll = 0
        }
    }
}

// A file that was changed on disk, and a draft that changes the same: mine, theirs, or field by field.

extension ExplorerState {
    /// Merges a file that was changed on disk beneath its draft, or has both sides of a merge in it.
    mutating func mergeShown() -> [Effect] {
        markedConflicts.map { merge(marked: $0) } ?? shown.map { askAboutChange(at: $0) } ?? []
    }

    /// Handles a save that found something else on disk before the change was noticed.
    mutating func handleChangedMeanwhile(_ onDisk: FormFile, at path: ItemPath) -> [Effect] {
        let effects = overlays.isEmpty && edit == nil ? bringForward() : []
        current.take(onDisk, at: path)
        let followed = follow(onDisk, at: path)
        guard case .changed? = sessions[path]?.disk else { return effects + followed }
        return effects + followed + askAboutChange(at: path)
    }

    /// Asks about a change on disk; never over another question or during typing, where keys meant for that would answer it.
    mutating func askAboutChange(at path: ItemPath) -> [Effect] {
        guard case .changed? = sessions[path]?.disk else { return [] }
        pending.quitsWhenSaved = false
        guard isFreeForQuestion else {
            let conflict = WaitingQuestion(collection: current.path, path: path)
            if !pending.waitingQuestions.contains(conflict) { pending.waitingQuestions.append(conflict) }
            return say(.warning, "\(path.editedFile) changed on disk: you are asked next.")
        }
        let effects = bringForward()
        ask(
            "\(path.editedFile) changed on disk", about: .conflict(path),
            .init("Merge by field", detail: "choose per field") {
                $0.decide(at: path) { explorer, draft, file, policies in
                    let merge = draft.merge(with: file.content(policies))
                    return explorer.present(MergeState(path: path, merge: merge, file: file, policies: policies))
                }
            },
            .init("Keep mine", detail: "overwrite the file with the draft") {
                $0.decide(at: path) { $0.saveEffect(path, $1, over: $3, expecting: $2.text) }
            },
            .init("Take theirs", detail: "discard the draft; undo restores it") { $0.takeFile(at: path) },
            .init("Decide later", detail: "nothing is written"))
        return effects
    }

    /// Logs which changes on disk are still to be decided, before another collection is shown.
    mutating func noteDroppedConflicts() {
        for path in overlays.compactMap(\.questionID?.conflict) {
            note("\(path.editedFile) changed on disk, and the conflict is unresolved: c there.")
        }
    }

    /// Calls the body with the draft and what the file holds now, unless that was decided meanwhile.
    private mutating func decide(
        at path: ItemPath, _ body: (inout Self, Draft, FormFile, RequestPolicies) -> [Effect]
    ) -> [Effect] {
        guard case .changed(let file, let policies)? = sessions[path]?.disk, let draft = sessions[path]?.draft else {
            return []
        }
        return body(&self, draft, file, policies)
    }

    private mutating func takeFile(at path: ItemPath) -> [Effect] {
        decide(at: path) { explorer, _, file, policies in
            explorer.sessions[path]?.takeMerged(file.content(policies), file, policies)
            return explorer.journal(path)
        }
    }

    /// Gives up a draft for what is on disk.
    mutating func dropForFile(_ path: ItemPath) -> [Effect] {
        switch sessions[path]?.disk {
        case .changed: return takeFile(at: path)
        case .broken(let problem):
            sessions[path] = nil
            shown = nil
            if path.isEnvironment { collection.remove(path) }
            if !path.isEditedAsDefaults {
                current.items.replace(with: CollectionItem(path: path, name: path.baseName, kind: .broken(problem)))
            }
            return effect(.journal(path), .forgetJournal)
        case .same, .gone, nil: return []
        }
    }

    // MARK: - By field

    mutating func finish(_ merge: MergeState) -> [Effect] {
        if merge.markedText != nil { return finishMarked(merge) }
        guard case .changed(let file, let policies)? = sessions[merge.path]?.disk else { return [] }
        guard file == merge.file, policies == merge.policies else { return restart(merge, file, policies) }
        guard isDecided(merge) else { return [] }
        sessions[merge.path]?.takeMerged(merge.merge.value, file, policies)
        say(.info, "Merged into your draft. w: save, u: undo.")
        return journal(merge.path)
    }

    /// Whether every field is decided; else the question is asked again.
    private mutating func isDecided(_ merge: MergeState) -> Bool {
        guard !merge.merge.isResolved else { return true }
        present(merge)
        let left = Wording.count(merge.openCount, "field")
        say(.warning, "\(left) to decide: m keeps mine, t takes theirs.")
        return false
    }

    /// Starts again, since the file changed once more meanwhile; what was decided stays.
    private mutating func restart(_ old: MergeState, _ file: FormFile, _ policies: RequestPolicies) -> [Effect] {
        guard let draft = sessions[old.path]?.draft else { return [] }
        var merge = draft.merge(with: file.content(policies))
        for conflict in old.merge.conflicts {
            if let choice = conflict.choice { merge.resolve(conflict.id, as: choice) }
        }
        present(MergeState(path: old.path, merge: merge, file: file, policies: policies))
        return say(.warning, "The file changed again: check the merge.")
    }

    // MARK: - What git left in a file

    /// The file under the tree's cursor in which git left the two sides of a merge; nil if there is none.
    var markedConflicts: FileProblem? {
        guard case .item(let item)? = ItemPane.subject(of: self), case .broken(let problem) = item.kind,
            problem.conflicts != nil
        else { return nil }
        return problem
    }

    /// Merges both sides by field. What only one of them has is kept where the file does not show what was there before.
    mutating func merge(marked problem: FileProblem) -> [Effect] {
        guard let conflicts = problem.conflicts else { return [] }
        let path = problem.path.ofForm
        guard path != CompanionFile.path, let mine = FormFile(side: conflicts.mine, at: path),
            let theirs = FormFile(side: conflicts.theirs, at: path),
            let before = try? FormFile.read(text: conflicts.base ?? "", at: path)
        else {
            return say(.warning, withKeyNames("It cannot be merged by field: {editFile} opens it in your editor."))
        }
        let policies = current.policies(at: path)
        var base = before.content(policies)
        // One that nobody has written would be GET, and so no choice.
        if conflicts.base == nil { base.request.definition.method = "" }
        let merge = ThreeWayMerge(
            base: base, mine: mine.content(policies), theirs: theirs.content(policies), areOriginsShared: false)
        var state = MergeState(path: path, merge: merge, file: theirs, policies: policies)
        state.markedText = conflicts.text
        return present(state)
    }

    /// Writes the file at once: there is no draft that it could wait in.
    private mutating func finishMarked(_ merge: MergeState) -> [Effect] {
        guard isDecided(merge) else { return [] }
        var draft = Draft(file: merge.file, policies: merge.policies)
        draft.change { $0 = merge.merge.value }
        return saveEffect(merge.path, draft, over: merge.policies, expecting: merge.markedText)
    }
}

extension ItemPath {
    /// The item whose form a file has.
    var ofForm: ItemPath { self == parent.folderFile ? parent : self }
}

extension FormFile {
    /// Fails where the text cannot be edited as a form.
    fileprivate init?(side text: String, at path: ItemPath) {
        guard let file = try? FormFile.read(text: text, at: path), file.readOnlyReason == nil else { return nil }
        if case .request = file, case .unsupported = CollectionItem.read(text: text, path: path).kind { return nil }
        self = file
    }
}

extension QuestionID {
    /// Identifies the question about a file that was changed on disk beneath its draft.
    static func conflict(_ path: ItemPath) -> Self { Self(name: "conflict", path: path) }
    /// The file to decide about; nil for other questions.
    fileprivate var conflict: ItemPath? { path.flatMap { self == .conflict($0) ? $0 : nil } }
}

extension Action {
    static let merge = Action(
        "merge", [.tree, .request], ["c"], "resolve",
        "Resolve a file that changed on disk under its draft, or has merge conflict markers: mine or theirs, field by field.",
        reason: \.reasonNotToMerge
    ) { $0.mergeShown() }
    static let takeMine = Action(
        "takeMine", [.merge], ["m", .left, "h"], "mine", "Keep the value of my draft, and go to the next."
    ) { $0.change(MergeState.self) { $0.take(.mine) } }
    static let takeTheirs = Action(
        "takeTheirs", [.merge], ["t", .right, "l"], "theirs", "Take the value of their file, and go to the next."
    ) { $0.change(MergeState.self) { $0.take(.theirs) } }
}

extension ActionContext {
    static let merge: ActionContext = .init(
        "merge", "Merging", .page, .asksOfCollection,
        enter: ("merge", "Merge the chosen values into the draft."),
        escape: ("close", "Decide later; the draft stays as it is."), way: .merge)
}

extension MergeState: ListOverlay {
    static let context: ActionContext = .merge
    static let extraRows: [ActionRow] = [
        ActionRow(.moveUp, [.merge], [.up, "k"], "up", "Go to the field above."),
        ActionRow(.moveDown, [.merge], [.down, "j"], "down", "Go to the field below."),
        ActionRow(.pageUp, [.merge], [.pageUp], "scroll", "Scroll up in a long text."),
        ActionRow(.pageDown, [.merge], [.pageDown], "scroll", "Scroll down in a long text."),
    ]
    static let actions: [Action] = [.merge, .takeMine, .takeTheirs]

    var questionID: QuestionID? { .conflict(path) }
    func footer(in explorer: ExplorerState) -> [Action] { [.takeMine, .takeTheirs, .choose, .dismiss] }

    mutating func moveCursor(_ action: Action, in explorer: ExplorerState) {
        switch action {
        case .pageUp: scroll = max(0, scroll - 5)
        case .pageDown: scroll += 5
        default:
            moveInList(action, in: explorer)
            scroll = 0
        }
    }
    func ids(in explorer: ExplorerState) -> [String] { merge.conflicts.map(\.id) }

    func didChoose(in explorer: inout ExplorerState) -> [Effect] { explorer.finish(self) }

    // MARK: - Drawing

    /// Draws the fields that both sides changed: a line for each, and below it the selected one in full, mine beside theirs.
    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let rows = state.size.rows
        let title = "\(path.editedFile): mine and theirs"
        let inside = OverlayDrawing.box(title, columns: 110, rows: rows, state, on: &grid)
        let listRows = min(merge.conflicts.count, max(1, (inside.rows - 4) / 2))
        let (head, rest) = inside.cutTop(1)
        write(["Field", "Mine", "Theirs"], .dimmed, columns(head), on: &grid)
        let (list, below) = rest.cutTop(listRows)
        drawList(state, in: list, on: &grid)
        grid.fill(below.line(0), with: state.glyphs.rule, .ruleFocused)
        drawTexts(state, in: below.cutTop(1).1, on: &grid)
    }

    /// Returns the places of field, mine and theirs.
    private func columns(_ line: Rect) -> [Rect] {
        let (name, rest) = line.cutLeft(min(26, line.columns / 3))
        let (mine, theirs) = rest.cutLeft(rest.columns / 2)
        return [name, mine, theirs]
    }

    private func write(_ texts: [String], _ style: Style, _ rects: [Rect], on grid: inout Grid) {
        for (text, rect) in zip(texts, rects) {
            let room = Rect(column: rect.column, row: rect.row, columns: max(0, rect.columns - 1), rows: 1)
            grid.write(text, style, in: room)
        }
    }

    private func drawList(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let conflicts = merge.conflicts
        ListDrawing.drawRows(conflicts.count, cursor: selected, in: rect, on: &grid) { index, line, grid in
            let conflict = conflicts[index]
            let places = columns(line)
            let lines = differingLines(conflict, state.glyphs)
            write([conflict.choice == nil ? "? \(conflict.id)" : "  \(conflict.id)"], .plain, places, on: &grid)
            for (side, place) in zip(MergeSide.allCases, places.dropFirst()) {
                let mark = conflict.choice == side ? "\(state.glyphs.success) " : "  "
                let style: Style = conflict.choice == nil || conflict.choice == side ? .plain : .dimmed
                write([mark + lines(side)], style, [place], on: &grid)
            }
        }
    }

    /// Returns the line to show for a side: in a long text the first line in which both differ.
    private func differingLines(_ conflict: MergeConflict, _ glyphs: Glyphs) -> (MergeSide) -> String {
        let (mine, theirs) = (lines(conflict.mine, conflict, glyphs), lines(conflict.theirs, conflict, glyphs))
        let same = zip(mine, theirs).prefix { $0 == $1 }.count
        return { side in
            let lines = side == .mine ? mine : theirs
            return lines.indices.contains(same) ? lines[same] : lines.last ?? ""
        }
    }

    private func lines(_ text: String?, _ conflict: MergeConflict, _ glyphs: Glyphs) -> [String] {
        guard let text else { return ["(missing)"] }
        if conflict.isSecret { return [glyphs.secret] }
        if text.isEmpty { return ["(empty)"] }
        return text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    }

    // MARK: - In full

    private func drawTexts(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        guard merge.conflicts.indices.contains(selected) else { return }
        let conflict = merge.conflicts[selected]
        let before = lines(conflict.base, conflict, state.glyphs)
        let more = before.count > 1 ? " \(state.glyphs.ellipsis)" : ""
        grid.write("Before: \(before.first ?? "")\(more)", at: rect.origin, .dimmed, in: rect.line(0))
        let (left, right) = rect.cutTop(1).1.cutLeft(rect.columns / 2)
        for (side, place) in zip(MergeSide.allCases, [left, right]) {
            let heading: Style = conflict.choice == side ? .paneTitleFocused : .heading
            grid.write(side == .mine ? "Mine" : "Theirs", at: place.origin, heading, in: place.line(0))
            let body = Rect(
                column: place.column, row: place.row + 1, columns: max(0, place.columns - 1),
                rows: max(0, place.rows - 1))
            drawText(lines(conflict.text(of: side), conflict, state.glyphs), from: scroll, in: body, on: &grid)
        }
    }

    private func drawText(_ lines: [String], from first: Int, in rect: Rect, on grid: inout Grid) {
        let wrapped = lines.flatMap { Wrapping.wrap([StyledText($0, .plain)], columns: rect.columns, indent: 2) }
        let start = min(first, max(0, wrapped.count - rect.rows))
        grid.write(lines: wrapped.dropFirst(start), in: rect)
    }
}
