import BodyStore
import Exchanges
import Interchange
import TextGrid

/// What is about to be given to others: in which form, what is masked in it and where, and how it begins.
enum SharePane {
    static func draw(_ share: ShareState, _ state: ExplorerState, on grid: inout Grid) {
        let title = share.prepared.map { "Share: \($0.title)" } ?? "Share"
        let inside = OverlayDrawing.box(title, columns: 110, rows: state.size.rows, state, on: &grid)
        let (top, below) = inside.cutTop(1)
        grid.write(formats(share), at: top.origin, in: top)
        let lines = lines(share, state)
        let list = below.cutTop(1).1
        for (index, line) in lines.dropFirst(share.scroll).prefix(list.rows).enumerated() {
            grid.write(line, at: list.line(index).origin, in: list)
            share.finding.mark(line.map(\.text).joined(), share.scroll + index, in: list.line(index), on: &grid)
        }
    }

    /// Lines that are seen at once.
    static func rows(_ state: ExplorerState) -> Int { max(1, state.size.rows - 6) }

    /// "HAR  curl  Markdown   12 KB", the chosen one marked.
    private static func formats(_ share: ShareState) -> [StyledText] {
        let forms = ShareFormat.allCases.flatMap { format -> [StyledText] in
            let isChosen = format == share.format
            let text = isChosen ? "[\(format.title)]" : " \(format.title) "
            return [StyledText(text, isChosen ? .key : .dimmed), StyledText(" ", .plain)]
        }
        let size = share.prepared?.contents[share.format].map { Wording.bytes(Int64($0.count)) } ?? ""
        return forms + [StyledText("  \(size)", .label)]
    }

    static func lines(_ share: ShareState, _ state: ExplorerState) -> [[StyledText]] {
        guard let prepared = share.prepared, let store = prepared.contents[share.format] else {
            return [[StyledText("It is made ready: what is secret, or looks like it, is masked.", .dimmed)]]
        }
        return masked(prepared, state) + [[]] + [[StyledText("It begins:", .label)]] + beginning(of: store)
    }

    private static func masked(_ prepared: PreparedShare, _ state: ExplorerState) -> [[StyledText]] {
        guard !prepared.masked.isEmpty else {
            return [[StyledText("Nothing in it is called or looks like a secret.", .success)]] + short(prepared)
        }
        let heading = [StyledText("Masked, and where:", .label)]
        let lines = prepared.masked.map { place -> [StyledText] in
            let times = place.times > 1 ? ", \(place.times) times" : ""
            let why = place.isSuspected ? "  it looks like a secret" : ""
            return [
                StyledText("  \(place.name.shownInLine(limit: 60))", .hole),
                StyledText("  \(place.place.shownInLine(limit: 80))\(times)", .plain), StyledText(why, .dimmed),
            ]
        }
        return [heading] + lines + short(prepared)
    }

    private static func short(_ prepared: PreparedShare) -> [[StyledText]] {
        prepared.shortNames.map {
            [
                StyledText(
                    "  ! \($0.shownInLine(limit: 60)) is too short to be looked for: it may stand somewhere", .warning)
            ]
        }
    }

    private static func beginning(of store: BodyStore) -> [[StyledText]] {
        let text = String(decoding: store.copy(0..<min(store.count, longestBeginning)), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(mostLines)
        return lines.map { [StyledText(String($0).shownInLine(limit: 400), .dimmed)] }
    }

    private static let longestBeginning = 32 << 10
    private static let mostLines = 300
}
