import Exchanges
import ExplorerKit
import OpenCollection
import TextGrid

/// The content of the request pane while the tree's cursor is on something that has no form.
enum ItemPane {
    /// Returns the item under the cursor, unless its form is shown, it is a request or the tree has no focus. An item that was shown and cannot be
    /// read any more is shown whatever has the focus.
    static func subject(of state: ExplorerState) -> TreeRows.Subject? {
        guard let row = state.current.rowAtTreeCursor, state.shown != row.path else { return nil }
        if state.shown == nil, case .broken? = row.item?.kind { return row.subject }
        return state.focus == .tree && row.item?.kind.requestHead == nil ? row.subject : nil
    }

    static func draw(_ subject: TreeRows.Subject, _ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        grid.writeTitle(rect, .request, [StyledText(subject.name, .paneTitle)], isFocused: false, state.glyphs)
        let body = rect.cutTop(1).1.inset(columns: 1, rows: 0)
        grid.write(lines: lines(of: subject, state, columns: body.columns).map { [$0] }, in: body)
    }

    private static func lines(of subject: TreeRows.Subject, _ state: ExplorerState, columns: Int) -> [StyledText] {
        switch subject {
        case .item(let item): lines(of: item, state, columns: columns)
        case .collection where state.current.lacksRequests:
            wrapped(state.noReadableRequest ?? state.withKeyNames(EmptyStateTexts.nothingToShow), .dimmed, columns)
        case .collection, .environment: []
        case .environments:
            wrapped(
                Wording.count(state.collection.environments.count, "environment") + "; e chooses one.", .plain, columns)
        }
    }

    private static func lines(of item: CollectionItem, _ state: ExplorerState, columns: Int) -> [StyledText] {
        switch item.kind {
        case .broken(let problem) where problem.outside != nil:
            wrapped("\(problem.path.text): \(problem.message).", .plain, columns) + [StyledText("", .plain)]
                + wrapped(state.withKeyNames(EmptyStateTexts.leadsOutside), .plain, columns)
        case .broken(let problem):
            broken(problem, columns) + [StyledText("", .plain)] + wrapped(fixAdvice(state), .plain, columns)
        case .unsupported(let content): unsupported(content, columns)
        case .request, .unopened, .folder: []
        }
    }

    private static func unsupported(_ item: UnsupportedItem, _ columns: Int) -> [StyledText] {
        let outline = item.outline.map { line in
            let label = line.label.isEmpty || line.label == "-" ? line.label : line.label + ":"
            let text = [label, line.text].filter { !$0.isEmpty }.joined(separator: " ")
            return StyledText(String(repeating: "  ", count: line.depth) + text, .dimmed)
        }
        return wrapped("It cannot be sent: \(item.reason).", .plain, columns) + [StyledText("", .plain)] + outline
    }

    /// Returns the reason with its place, and the line of the file with a caret.
    private static func broken(_ problem: FileProblem, _ columns: Int) -> [StyledText] {
        let excerpt = (problem.excerpt ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        return wrapped("This file cannot be read; the others are not affected.", .plain, columns)
            + wrapped(problem.line, .failure, columns) + excerpt.map { StyledText(String($0), .dimmed) }
    }

    /// Returns the advice on how to fix it.
    private static func fixAdvice(_ state: ExplorerState) -> String {
        if state.markedConflicts != nil { return state.withKeyNames(EmptyStateTexts.mergeMarked) }
        if case .no = state.current.files.watching { return state.withKeyNames(EmptyStateTexts.editOrReload) }
        return state.withKeyNames(EmptyStateTexts.editToFix)
    }

    private static func wrapped(_ text: String, _ style: Style, _ columns: Int) -> [StyledText] {
        text.isEmpty ? [] : Wrapping.lines(text, columns: columns).map { StyledText($0, style) }
    }
}

extension TreeRows.Subject {
    /// The name as the tree shows it.
    var name: String {
        switch self {
        case .collection(let name): name
        case .item(let item): item.name
        case .environments: "Environments"
        case .environment(let environment): environment.name
        }
    }
}
