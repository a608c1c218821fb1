import BodyView
import Exchanges
import ExplorerKit
import TextGrid

/// A picture in the response pane: a line that says what it is, remarks on it, and its pixels, two in a cell.
enum PictureDrawing {
    /// Returns the lines above the picture, or above its bytes; none where no picture is shown.
    static func lines(_ state: ExplorerState) -> [[StyledText]] {
        guard let reading = state.session?.pictureReading else { return [] }
        let problem = reading.problem.map { StyledText($0.shownInLine(limit: 1000), .failure) }
        let note = reading.outcome?.note.map { StyledText($0.shownInLine(limit: 1000), .warning) }
        let facts = StyledText(facts(reading, byteCount: state.session?.response?.body?.count))
        let status = reading.problem == nil ? [StyledText("  " + status(reading, state), .running)] : []
        return [[facts] + status] + ResponsePane.aboveBody(problem ?? note, state)
    }

    /// Cells for the pixels.
    static func room(in state: ExplorerState) -> Size {
        Size(columns: max(0, state.layout.response.columns - 2), rows: state.responseRows)
    }

    /// Draws the pixels alone.
    static func drawPixels(_ reading: PictureReading, in rect: Rect, on grid: inout Grid) {
        guard let picture = reading.outcome?.picture else { return }
        grid.draw(picture, in: rect.inset(columns: 1, rows: 0))
    }

    /// Returns facts such as "PNG 1280 x 720, 24-bit, 84 KB".
    private static func facts(_ reading: PictureReading, byteCount: Int?) -> String {
        let size = byteCount.map { Wording.bytes(Int64($0)) }
        return [reading.head?.description ?? "Picture", size].compactMap { $0 }.joined(separator: ", ")
    }

    /// Returns the facts on a picture among several responses, and nothing of its bytes; nil if it is no picture.
    static func lines(ofSide response: ShownResponse?, columns: Int) -> [[StyledText]]? {
        guard let response, response.whole.document?.kind == .picture, response.picture.problem == nil else {
            return nil
        }
        let facts = StyledText(facts(response.picture, byteCount: response.body?.count))
        return [[facts], [StyledText("Enter shows the picture.", .dimmed)]].flatMap {
            Wrapping.wrap($0, columns: columns, indent: 0)
        }
    }

    /// Returns what is waited for.
    private static func status(_ reading: PictureReading, _ state: ExplorerState) -> String {
        guard state.session?.response?.whole.document?.index.isComplete == true else {
            return "shown when complete"
        }
        return reading.isRunning && reading.outcome == nil ? "decoding\(state.glyphs.ellipsis)" : ""
    }
}
