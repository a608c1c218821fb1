import Exchanges
import ExplorerKit
import Interchange
import OpenCollection
import TextGrid

/// The variables in sight, narrowed by typing.
public struct VariablesState: Sendable, Hashable {
    public var filter = TextEditor("", isMultiline: false)
    /// Index among the rows that match.
    public var selected = 0

    public init() {}
}

// The list of variables in sight, and the session's layer above all files.

/// One line of the list of variables.
struct VariableRow: Hashable {
    enum Value: Hashable {
        case text(String)
        case hidden
        /// Why there is none.
        case missing(String)
    }

    var name: String
    var value: Value
    /// Nil: nowhere.
    var scope: VariableScope?
    /// The file that holds it; where nothing in sight does, the environments that would.
    var place: String
    /// Titles of the scopes that it hides.
    var shadows: [String]
    var isSecret: Bool
    /// Whether the value outlives quitting.
    var isKept = false
}

extension ExplorerState {
    mutating func openVariables() { overlays.append(VariablesState()) }

    /// What the filter leaves of the variables in sight; names without a value come first.
    var variableRows: [VariableRow] {
        guard let variables = overlays.last(where: { $0 is VariablesState }) as? VariablesState else { return [] }
        let filter = variables.filter.text.trimmingBlanks
        guard !filter.isEmpty else { return allVariableRows }
        let needle = Needle(filter)
        return allVariableRows.filter { needle.isIn($0.name) || needle.isIn($0.scope?.title ?? "") }
    }

    private var allVariableRows: [VariableRow] {
        guard session != nil else {
            return scopes(for: .collection(.nothing), at: .root).listings.map { row(of: $0) }
        }
        let surroundings = surroundings
        return missingRows(surroundings.rendered) + surroundings.scopes.listings.map { row(of: $0) }
    }

    /// Names that the shown request needs and nobody knows.
    private func missingRows(_ rendered: RenderedRequest?) -> [VariableRow] {
        var seen: Set<String> = []
        return (rendered?.missing ?? []).compactMap { missing in
            guard missing.reason == .unknown, seen.insert(missing.name).inserted else { return nil }
            let holders = environments(with: [missing]).joined(separator: ", ")
            return VariableRow(
                name: missing.name, value: .missing("needed in \(missing.location)"), scope: nil, place: holders,
                shadows: [], isSecret: false)
        }
    }

    func row(of listing: VariableListing) -> VariableRow {
        let isHidden =
            listing.isSecret || listing.scope == .session && current.values.hiddenNames.contains(listing.name)
        let value: VariableRow.Value =
            switch listing.state {
            case .value(let text): isHidden ? .hidden : .text(text)
            case .secretWithoutValue: .missing("a secret without a value")
            case .tooLong: .missing("too long")
            case .cycle(let way): .missing(way.joined(separator: " \(signs.arrow) "))
            }
        return VariableRow(
            name: listing.name, value: value, scope: listing.scope, place: listing.place,
            shadows: listing.shadowed.map(\.scope.title), isSecret: isHidden,
            isKept: listing.scope == .session && isKept(listing.name))
    }

    var selectedVariable: VariableRow? {
        guard let variables = overlays.last as? VariablesState else { return nil }
        return variableRows[safe: variables.selected]
    }

    // MARK: - Actions

    var reasonNotToClearValue: String? {
        guard let row = selectedVariable else { return Self.noVariable }
        return current.values.typed[row.name] == nil && current.captured[row.name] == nil
            ? "\(row.name) has no value of the session." : nil
    }

    var reasonNotToKeepValue: String? {
        guard let row = selectedVariable else { return Self.noVariable }
        return current.captured[row.name] == nil && !isKept(row.name)
            ? "\(row.name) has no captured value: what responses gave is kept." : nil
    }

    var reasonNotToGoToDefinition: String? {
        guard let row = selectedVariable else { return Self.noVariable }
        return place(of: row) == nil ? "\(row.name) stands in no file that can be edited here." : nil
    }

    private static let noVariable = "No variable is chosen."

    /// Enter: the list stays below the question.
    mutating func askForSessionValue(_ variables: VariablesState) {
        overlays.append(variables)
        let typed = variables.filter.text.trimmingBlanks
        guard let row = selectedVariable else {
            if !typed.isEmpty { ask(forValueOf: typed, isSecret: false, now: "a new name") }
            return
        }
        ask(
            forValueOf: row.name, isSecret: row.isSecret,
            now: row.scope.map { "now from \($0.title)" } ?? "no value yet")
    }

    private mutating func ask(forValueOf name: String, isSecret: Bool, now: String) {
        var prompt = Prompt(
            "Value of \(name) for this session",
            detail:
                "\(now.prefix(1).uppercased())\(now.dropFirst()). It wins over every file until you quit, and touches none.",
            text: isSecret ? "" : current.values.typed[name] ?? "", isValue: true
        ) {
            $1.setSessionValue($0.editor.text, of: name, isSecret: $0.isSecret)
            return []
        }
        prompt.variable = name
        prompt.isSecret = isSecret || current.values.hiddenNames.contains(name)
        overlays.append(prompt)
    }

    mutating func clearSessionValue() -> [Effect] {
        guard let row = selectedVariable else { return [] }
        let isCaptured = current.captured.remove(row.name)
        guard current.values.typed.removeValue(forKey: row.name) != nil || isCaptured else { return [] }
        current.values.hiddenNames.remove(row.name)
        say(.info, "\(row.name) has no value of the session any more.")
        return isKept(row.name) ? [store(row.name, CapturedValues())] : []
    }

    /// Opens the form in which it stands, at its row.
    mutating func goToDefinition() -> [Effect] {
        selectedVariable.flatMap(place).map { go(to: $0) } ?? []
    }

    /// Opens the form, too.
    mutating func go(to place: FormPlace) -> [Effect] {
        overlays.removeAll()
        tree.expanded.formUnion([.root] + place.path.ancestors)
        if place.path.editedKind == .environment { tree.expanded.insert(.environments) }
        show(place.path)
        focus = .request
        if display.zoomed != nil { display.zoomed = .request }
        current.opened.wantedPlace = place
        return showWanted()
    }

    /// Where in its form a variable stands; of several rows of its name the one that counts.
    private func place(of row: VariableRow) -> FormPlace? {
        let collection = current.drafted
        let (path, variables): (ItemPath?, [Variable]) =
            switch row.scope {
            case .collection?: (.root, collection.root.variables)
            case .environment(let name)?:
                (collection.environment(named: name)?.path, collection.environment(named: name)?.variables ?? [])
            case .folder(let path)?: (path, folderVariables(at: path, in: collection))
            case .request?: (shown, session?.draft.form.variables ?? [])
            case .global?, .session?, .tokens?, .processEnvironment?, .dynamic?, nil: (nil, [])
            }
        guard let path, let index = variables.lastIndex(where: { $0.name == row.name && $0.isEnabled }) else {
            return nil
        }
        return FormPlace(path: path, spot: .field(.variables, .cell(.variables, row: index, .value)))
    }

    private func folderVariables(at path: ItemPath, in collection: Collection) -> [Variable] {
        guard case .folder(let definition, _)? = collection.item(at: path)?.kind else { return [] }
        return definition.variables
    }

    /// The cursor at the field that is wanted, as soon as its form is shown.
    mutating func showWanted() -> [Effect] {
        guard let place = current.opened.wantedPlace, place.path == shown, let content = session?.draft.form else {
            return []
        }
        current.opened.wantedPlace = nil
        guard let (tab, wanted) = content.place(of: place.spot, surroundings.inheritedSettings) else { return [] }
        session?.tab = tab
        session?.formScroll = 0
        guard let field = place.isMadeSecret ? wanted?.ofSecrecy : wanted, let cursor = form?.cursor(of: field) else {
            return []
        }
        session?.cursor = cursor
        return place.isMadeSecret && form?.inputs[field]?.text == "plain" ? beginEdit(of: field) : []
    }
}

extension CollectionContent {
    fileprivate static let nothing = CollectionContent(info: CollectionInfo(), defaults: FolderDefinition())
}

extension Action {
    static let variables = Action(
        "variables",
        Keys(
            .panes, ["v"], "variables",
            "List every variable in sight: value, where it comes from, what it shadows; give one a value for this session."
        )
    ) { $0.openVariables() }
    static let clearValue = Action(
        "clearValue",
        Keys([.variables], [KeyStroke(.delete), .control("d")], "clear", "Take the session's value away again."),
        reason: \.reasonNotToClearValue
    ) { $0.clearSessionValue() }
    static let keepValue = Action(
        "keepValue",
        Keys(
            [.variables], [.control("s")], "keep",
            "Keep the captured value for later runs, in a private file of the environment, or no longer."),
        reason: \.reasonNotToKeepValue
    ) { $0.keepOrForgetCapture() }
    static let goToDefinition = Action(
        "goToDefinition",
        Keys(
            [.variables], [.right, .control("o")], "go there", "Open the form in which the variable stands, at its row."
        ),
        reason: \.reasonNotToGoToDefinition
    ) { $0.goToDefinition() }
}

extension ActionContext {
    static let variables: ActionContext = .init("variables", "Variables", .typedList, .closes, way: .variables)
}

extension VariablesState: NarrowedList {
    static let context: ActionContext = .variables
    static let actionRows: [ActionRow] =
        [
            ActionRow(
                .choose, [.variables], [.enter], "value", "Give the name a value for this session; no file is touched.")
        ] + ActionTable.rows(of: .variables, .clearValue, .keepValue, .goToDefinition)

    func footer(in explorer: ExplorerState) -> [Action] {
        [.choose, .keepValue, .clearValue, .goToDefinition, .dismiss]
    }

    func rowCount(in explorer: ExplorerState) -> Int { explorer.variableRows.count }
    func choose(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        explorer.askForSessionValue(self)
        return []
    }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { VariablesPane.draw(self, explorer, on: &grid) }
}

/// Every variable in sight: name, value, where it comes from, what it shadows.
enum VariablesPane {
    static func draw(_ variables: VariablesState, _ state: ExplorerState, on grid: inout Grid) {
        let rect = OverlayDrawing.box("Variables", columns: 110, rows: state.size.rows - 4, state, on: &grid)
        let list = ListDrawing.drawFilter(variables.filter, state.signs, in: rect, on: &grid)
        let rows = state.variableRows
        guard !rows.isEmpty else {
            return grid.writeEmpty(
                variables.filter.text.isEmpty ? EmptyWords.noVariables : EmptyWords.noVariableMatch, in: list)
        }
        let columns = Columns(rows, list)
        ListDrawing.drawRows(rows.count, cursor: variables.selected, in: list, on: &grid) {
            draw(rows[$0], columns, state.signs, in: $1, on: &$2)
        }
    }

    /// Each as wide as it is where there is room; else values give way first, then scopes.
    private struct Columns {
        let name, value, scope: Int

        init(_ rows: [VariableRow], _ rect: Rect) {
            func widest(_ text: (VariableRow) -> String) -> Int { ListDrawing.widest(rows.map(text)) }
            name = min(rect.columns * 3 / 10, widest(\.name))
            let rest = max(0, rect.columns - name - 4)
            let origin = min(rest * 3 / 5, widest(VariablesPane.origin))
            value = min(rest - origin, widest(VariablesPane.shownValue))
            scope = rest - value
        }
    }

    /// For its width; dots are not wider.
    private static func shownValue(_ row: VariableRow) -> String {
        switch row.value {
        case .text(let text): oneLine(text)
        case .hidden: "****"
        case .missing(let why): "? \(why)"
        }
    }

    private static func draw(
        _ row: VariableRow, _ columns: Columns, _ signs: Signs, in line: Rect, on grid: inout Grid
    ) {
        let value: (String, Style) =
            switch row.value {
            case .text(let text): (text, .plain)
            case .hidden: (signs.secret, .plain)
            case .missing(let why): ("\(signs.missing) \(why)", .holeMissing)
            }
        ListDrawing.drawColumns(
            [
                (oneLine(row.name), row.scope == .session ? .unsaved : .label, columns.name),
                (oneLine(value.0), value.1, columns.value), (oneLine(origin(row)), .dimmed, columns.scope),
            ], signs, in: line, on: &grid)
    }

    private static func oneLine(_ text: String) -> String { text.replacing("\n", with: " ") }

    fileprivate static func origin(_ row: VariableRow) -> String {
        let place = row.scope?.title ?? (row.place.isEmpty ? "nowhere" : "in \(row.place): e selects")
        let scope = place + (row.isKept ? ", kept" : "")
        return row.shadows.isEmpty ? scope : "\(scope), shadows \(row.shadows.joined(separator: ", "))"
    }
}
