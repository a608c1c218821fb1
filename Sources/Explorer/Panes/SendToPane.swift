import Exchanges
import OpenCollection
import TextGrid

/// The environments to send to: marked or not, the chosen one, the protected ones.
enum SendToPane {
    static func draw(_ list: SendToState, _ state: ExplorerState, on grid: inout Grid) {
        let environments = state.collection.environments
        let inside = OverlayDrawing.box(list.title, columns: 60, rows: environments.count + 1, state, on: &grid)
        let (rows, last) = inside.cutTop(max(0, inside.rows - 1))
        let selected = state.row(of: list)
        ListDrawing.drawRows(environments.count, cursor: selected, keepsMatches: true, in: rows, on: &grid) {
            draw(environments[$0], state, in: $1, on: &$2)
            let name = $1.cutLeft(DisplayWidth.columns(of: state.signs.on) + 1).1
            let text = state.text(ofEnvironment: environments[$0].name, else: .plain).text
            list.finding.mark(text, $0, in: name, on: &$2)
        }
        grid.write([StyledText(advice(state.targets(of: list)), .dimmed)], clippedTo: last, state.signs)
    }

    private static func draw(
        _ environment: EnvironmentDefinition, _ state: ExplorerState, in line: Rect, on grid: inout Grid
    ) {
        let isMarked = state.current.environments.marked.contains(environment.name)
        let facts = facts(environment, state)
        let detail = Point(column: line.endColumn - DisplayWidth.columns(of: facts), row: line.row)
        grid.write(facts, at: detail, .dimmed, in: line)
        let room = line.cutLeft(max(0, detail.column - line.column - 1)).0
        let mark = StyledText((isMarked ? state.signs.on : state.signs.off) + " ", .key)
        grid.write([mark, state.text(ofEnvironment: environment.name, else: .plain)], clippedTo: room, state.signs)
    }

    private static func facts(_ environment: EnvironmentDefinition, _ state: ExplorerState) -> String {
        let facts = [
            environment.name == state.environmentName ? "chosen" : nil,
            state.wordsForProtection(of: environment.name),
            Wording.count(environment.variables.count, "variable"),
        ]
        return facts.compactMap { $0 }.joined(separator: ", ")
    }

    private static func advice(_ targets: [String]) -> String {
        targets.count > 1
            ? "Enter sends to \(targets.count) environments." : "Enter sends to \(targets.first ?? "none")."
    }
}
