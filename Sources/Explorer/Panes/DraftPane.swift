import Exchanges
import OpenCollection
import TextGrid

/// What saving a draft would change in its file, line by line.
enum DraftPane {
    static func draw(_ view: DraftView, _ state: ExplorerState, on grid: inout Grid) {
        let inside = OverlayDrawing.box(title(view, state), columns: 110, rows: state.size.rows - 4, state, on: &grid)
        guard let difference = view.difference else {
            grid.write("comparing\(state.signs.ellipsis)", at: inside.origin, .running, in: inside)
            return
        }
        guard !difference.lines.isEmpty else {
            grid.write("Saving would change nothing.", at: inside.origin, .dimmed, in: inside)
            return
        }
        for (index, line) in difference.lines.dropFirst(view.scroll).prefix(inside.rows).enumerated() {
            grid.write([text(line, state.signs)], at: inside.line(index).origin, in: inside)
        }
    }

    /// Lines that are seen at once.
    static func rows(_ state: ExplorerState) -> Int { max(1, state.size.rows - 4) }

    private static func title(_ view: DraftView, _ state: ExplorerState) -> String {
        guard let difference = view.difference else { return "\(view.path.editedFile): draft and file" }
        let (removed, added) = (difference.removedCount, difference.addedCount)
        return "\(view.path.editedFile): saving writes +\(added) -\(removed)"
    }

    private static func text(_ line: DraftDifference.Line, _ signs: Signs) -> StyledText {
        switch line {
        case .file(let name): StyledText(name, .heading)
        case .same(let text): StyledText("  \(text.shownInLine(limit: 400))", .plain)
        case .removed(let text): StyledText("- \(text.shownInLine(limit: 400))", .removed)
        case .added(let text): StyledText("+ \(text.shownInLine(limit: 400))", .added)
        case .left(let count):
            StyledText("\(signs.ellipsis) \(Wording.count(count, "line")) the same", .dimmed)
        case .problem(let text): StyledText("Nothing would be written: \(text)", .failure)
        }
    }
}
