import OpenCollection
import TextGrid

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
        status = StatusMessage(.info, "\(row.name) has no value of the session any more.")
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

extension VariablesState: NarrowedList {
    func context(in explorer: ExplorerState) -> ActionContext { .variables }
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
