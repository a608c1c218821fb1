import Exchanges
import Interchange
import TextGrid

/// An example before it is added: its name, what is masked in it, and the lines that the file gets.
enum ExamplePane {
    static func draw(_ preview: ExamplePreview, _ state: ExplorerState, on grid: inout Grid) {
        let inside = OverlayDrawing.box(
            "Example of \(preview.path.text)", columns: 110, rows: state.size.rows - 2, state, on: &grid)
        let (head, below) = inside.cutTop(2)
        let name = head.line(0)
        grid.write("Name  ", at: name.origin, .label, in: name)
        let field = name.cutLeft(6).1
        grid.writeEditing(preview.name.line, cursorColumn: preview.name.column, in: field, signs: state.signs)
        let second = head.line(1)
        if let complaint = preview.complaint {
            grid.write(complaint.shownInLine(limit: 300), at: second.origin, .warning, in: second)
        } else {
            grid.write(summary(preview), at: second.origin, .dimmed, in: second)
        }
        let lines = lines(preview, state, columns: below.columns)
        for (index, line) in lines.dropFirst(preview.scroll).prefix(below.rows).enumerated() {
            grid.write(line, at: below.line(index).origin, in: below)
        }
    }

    /// Rows that are seen at once.
    static func rows(_ state: ExplorerState) -> Int { max(1, state.size.rows - 6) }

    static func lineCount(_ preview: ExamplePreview, _ state: ExplorerState) -> Int {
        lines(preview, state, columns: min(110, state.size.columns - 6)).count
    }

    /// "23 lines, a body of 312 KB, 2 places masked"
    private static func summary(_ preview: ExamplePreview) -> String {
        let body = preview.proposal.bodyLength
        let large = preview.proposal.isLarge ? ": that is much for a request file, Enter asks" : ""
        let masks = preview.proposal.masks.reduce(0) { $0 + $1.count }
        return [
            Wording.count(preview.lines.count, "line"),
            body > 0 ? "a body of \(Wording.bytes(Int64(body)))\(large)" : "no body",
            masks > 0 ? "\(Wording.count(masks, "place")) masked" : "nothing masked",
        ].joined(separator: ", ")
    }

    /// A very long example is shown to here.
    private static let mostLines = 5_000

    private static func lines(_ preview: ExamplePreview, _ state: ExplorerState, columns: Int) -> [[StyledText]] {
        var lines: [[StyledText]] = []
        for mask in preview.proposal.masks {
            let times = mask.count > 1 ? ", \(mask.count) times" : ""
            lines.append([
                StyledText("\(mask.marker.shownInLine(limit: 60))  ", .hole),
                StyledText("\(mask.part.words)\(mask.place.shownInLine(limit: 200))", .label),
                StyledText("  \(mask.reason.shownInLine(limit: 100))\(times)", .dimmed),
            ])
        }
        lines += preview.proposal.notes.map { [StyledText($0.shownInLine(limit: 400), .dimmed)] }
        if !lines.isEmpty { lines.append([]) }
        lines = lines.flatMap { Wrapping.wrap($0, columns: columns) }
        lines += preview.lines.prefix(mostLines).map { line in
            [StyledText("+ ", .added), StyledText(line.shownInLine(limit: 1000), .plain)]
        }
        let more = preview.lines.count - mostLines
        return more > 0 ? lines + [[StyledText("and \(Wording.count(more, "more line"))", .dimmed)]] : lines
    }
}

extension ExampleMask.Part {
    fileprivate var words: String {
        switch self {
        case .request: "request: "
        case .header: "header "
        case .body: "body "
        }
    }
}
