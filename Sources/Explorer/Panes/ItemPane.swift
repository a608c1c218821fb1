import Exchanges
import OpenCollection
import TextGrid

/// What stands in the request pane while the tree's cursor is on something that is no request.
enum ItemPane {
    /// What the cursor is on, unless it is a request or the tree is not what one looks at.
    static func subject(of state: ExplorerState) -> TreeRows.Subject? {
        guard state.focus == .tree, let row = state.rowAtTreeCursor else { return nil }
        return row.item?.kind.requestHead == nil ? row.subject : nil
    }

    static func draw(_ subject: TreeRows.Subject, _ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        grid.writeTitle(rect, .request, [StyledText(subject.name, .paneTitle)], isFocused: false, state.signs)
        let body = rect.cutTop(1).1.inset(columns: 1, rows: 0)
        for (index, line) in lines(of: subject, state, columns: body.columns).prefix(body.rows).enumerated() {
            grid.write([line], at: body.line(index).origin, in: body)
        }
    }

    private static func lines(
        of subject: TreeRows.Subject, _ state: ExplorerState, columns: Int
    ) -> [StyledText] {
        switch subject {
        case .item(let item): lines(of: item, columns: columns)
        case .collection:
            wrapped(state.current.path, .dimmed, columns)
                + folder(state.collection.root, state.collection.items, columns)
        case .environments:
            wrapped(
                Wording.count(state.collection.environments.count, "environment") + "; e chooses one.", .plain, columns)
        case .environment(let environment):
            wrapped(environment.description ?? "", .docs, columns)
                + environment.variables.flatMap {
                    wrapped($0.isSecret ? "\($0.name) (secret)" : $0.name, .dimmed, columns)
                }
        }
    }

    private static func lines(of item: CollectionItem, columns: Int) -> [StyledText] {
        switch item.kind {
        case .broken(let problem): broken(problem, columns)
        case .folder(let definition, let children): folder(definition, children, columns)
        case .unsupported(let content): unsupported(content, columns)
        case .request, .unopened: []
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

    /// The reason with its place, and the line of the file with a caret.
    private static func broken(_ problem: FileProblem, _ columns: Int) -> [StyledText] {
        let excerpt = (problem.excerpt ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        return wrapped("This file cannot be read; the others are not affected.", .plain, columns)
            + wrapped(problem.line, .failure, columns) + excerpt.map { StyledText(String($0), .dimmed) }
    }

    private static func folder(
        _ definition: FolderDefinition, _ children: [CollectionItem], _ columns: Int
    ) -> [StyledText] {
        var facts = [Wording.count(children.count, "item")]
        if !definition.headers.isEmpty { facts.append("\(definition.headers.count) headers") }
        if !definition.variables.isEmpty { facts.append("\(definition.variables.count) variables") }
        if definition.auth != .none { facts.append("auth: \(definition.auth.title)") }
        return wrapped(definition.docs ?? "", .docs, columns) + wrapped(facts.joined(separator: ", "), .dimmed, columns)
    }

    private static func wrapped(_ text: String, _ style: Style, _ columns: Int) -> [StyledText] {
        text.isEmpty ? [] : Wrapping.lines(text, columns: columns).map { StyledText($0, style) }
    }
}

extension TreeRows.Subject {
    /// As the tree has it.
    var name: String {
        switch self {
        case .collection(let name): name
        case .item(let item): item.name
        case .environments: "Environments"
        case .environment(let environment): environment.name
        }
    }
}
