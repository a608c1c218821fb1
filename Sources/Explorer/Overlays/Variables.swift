import Exchanges
import ExplorerKit
import Interchange
import OpenCollection
import TextGrid

/// The variables in sight, narrowed by typing.
struct VariablesState: Sendable, Hashable {
    var list = ListState<VariableRow.ID>()
}

// The list of variables in sight, and the session's layer above all files.

/// A line of the list of variables.
struct VariableRow: Hashable, Identifiable {
    enum Value: Hashable {
        case text(String)
        case hidden
        /// Why there is none.
        case missing(String)
    }

    var name: String
    var value: Value
    /// The scope of the value; nil: it has none.
    var scope: VariableScope?
    /// The file that holds it; where nothing in sight does, the environments that would.
    var place: String
    /// Titles of the scopes that it hides.
    var shadows: [String]
    var isSecret: Bool
    /// Whether the value outlives quitting.
    var isKept = false
    /// The scope for which a script set it; nil: none did.
    var script: ScriptScope?

    struct ID: Hashable {
        let name: String
        let scope: VariableScope?
    }

    var id: ID { ID(name: name, scope: scope) }
}

extension ExplorerState {
    /// The variables in sight; names without a value come first.
    fileprivate var variableRows: [VariableRow] {
        guard session != nil else { return rows(of: scopes(for: .collection(.nothing), at: .root)) }
        let surroundings = surroundings
        return current.missingRows(surroundings.rendered) + rows(of: surroundings.scopes)
    }

    func rows(of scopes: VariableScopes) -> [VariableRow] { scopes.listings.map { current.row(of: $0, glyphs) } }

    var selectedVariable: VariableRow? {
        (overlays.last as? VariablesState).flatMap { $0.list.row(of: $0.rows(in: self)) }
    }

    // MARK: - Actions

    var reasonNotToClearValue: String? {
        guard let row = selectedVariable else { return Self.noVariable }
        return current.values.typed[row.name] == nil && current.captured[row.name] == nil
            ? "\(row.name) has no session value." : nil
    }

    var reasonNotToKeepValue: String? {
        guard let row = selectedVariable else { return Self.noVariable }
        return current.captured[row.name] == nil && !current.isKept(row.name)
            ? "\(row.name) has no captured value: only captured values can be stored." : nil
    }

    var reasonNotToWriteValue: String? {
        guard let row = selectedVariable else { return Self.noVariable }
        guard let value = current.sessionValue(of: row.name) else {
            return
                "\(row.name) has no session value: only values from scripts, captures or this list can be written."
        }
        guard let environmentName, current.drafted.environment(named: environmentName) != nil else {
            return withKeyNames("No environment selected: {environment} selects one.")
        }
        if current.captured[row.name] != nil, Variable(keeping: value, as: row.name, isSecret: row.isSecret) == nil {
            return "\(row.name) contains placeholders, which a file would replace: it stays a session value."
        }
        return current.reasonNotToEdit
    }

    /// Opens the form of the environment with the value in it; what is secret goes to the private store.
    mutating func writeValue() -> [Effect] {
        guard let row = selectedVariable, let value = current.sessionValue(of: row.name), let environmentName,
            let environment = current.drafted.environment(named: environmentName)
        else { return [] }
        var variable = Variable(row.name, value.text)
        if let kept = Variable(keeping: value, as: row.name, isSecret: row.isSecret) { variable = kept }
        let effects =
            row.isSecret ? keep(StoredSecret(environment: environmentName, name: row.name, value: value.text)) : []
        let first = FormField.cell(.variables, row: 0, .value)
        var place = FormPlace(path: environment.path, spot: .field(.variables, first))
        place.variable = variable
        return effects + go(to: place)
    }

    var reasonNotToGoToDefinition: String? {
        guard let row = selectedVariable else { return Self.noVariable }
        return place(of: row) == nil ? "\(row.name) is not in a file that can be edited here." : nil
    }

    private static let noVariable = "No variable selected."

    /// Asks for a session value; the list stays below the question.
    fileprivate mutating func askForSessionValue(_ typed: String) {
        guard let row = selectedVariable else {
            if !typed.isEmpty { ask(forValueOf: typed, isSecret: false, now: "a new name") }
            return
        }
        ask(
            forValueOf: row.name, isSecret: row.isSecret,
            now: row.scope.map { "now from \($0.title)" } ?? "not set")
    }

    private mutating func ask(forValueOf name: String, isSecret: Bool, now: String) {
        var prompt = Prompt(
            "Value of \(name) for this session",
            detail:
                "\(now.prefix(1).uppercased())\(now.dropFirst()). It overrides all files until you quit; not saved.",
            text: isSecret ? "" : current.values.typed[name] ?? "", isValue: true
        ) {
            $1.current.setSessionValue($0.editor.text, of: name, isSecret: $0.isSecret)
            return []
        }
        prompt.variable = name
        prompt.isSecret = isSecret || current.values.hiddenNames.contains(name)
        present(prompt)
    }

    mutating func clearSessionValue() -> [Effect] {
        guard let name = selectedVariable?.name, reasonNotToClearValue == nil else { return [] }
        let effects = clearSessionValue(of: name)
        say(.info, "\(name) no longer has a session value.")
        return effects
    }

    private mutating func clearSessionValue(of name: String) -> [Effect] {
        current.forgetSessionValue(of: name)
        return current.isKept(name) ? store(name, CapturedValues()) : []
    }

    /// Opens the form that has the variable, at its row.
    mutating func goToDefinition() -> [Effect] { selectedVariable.flatMap(place).map { go(to: $0) } ?? [] }

    /// Opens the form, too.
    mutating func go(to place: FormPlace) -> [Effect] {
        overlays.removeAll()
        tree.expanded.formUnion([.root] + place.path.ancestors)
        if place.path.editedKind == .environment { tree.expanded.insert(.environments) }
        show(place.path)
        display.focusPane(.request)
        current.opened.wanted = Wanted(place.path) { explorer, _ in explorer.stand(at: place) }
        return []
    }

    /// Returns the place of a variable in its form; of several rows of its name the one that counts.
    private func place(of row: VariableRow) -> FormPlace? {
        let collection = current.drafted
        let (path, variables): (ItemPath?, [Variable]) =
            switch row.scope {
            case .collection?: (.root, collection.root.variables)
            case .environment(let name)?:
                (collection.environment(named: name)?.path, collection.environment(named: name)?.variables ?? [])
            case .folder(let path)?: (path, collection.folderVariables(at: path))
            case .request?: (shown, session?.draft.form.variables ?? [])
            case .global?, .session?, .tokens?, .processEnvironment?, .dynamic?, .function?, nil: (nil, [])
            }
        guard let path, let index = variables.lastIndex(where: { $0.name == row.name && $0.isEnabled }) else {
            return nil
        }
        return FormPlace(path: path, spot: .field(.variables, .cell(.variables, row: index, .value)))
    }

    /// Puts the cursor on a field of the form shown.
    private mutating func stand(at place: FormPlace) -> [Effect] {
        guard let content = session?.draft.form,
            let (tab, wanted) = content.place(of: place.spot, surroundings.inheritedSettings)
        else { return [] }
        session?.tab = tab
        session?.formScroll = 0
        if let variable = place.variable {
            if let reason = session?.draft.base.readOnlyReason { return say(.warning, reason) }
            var effects = changeDraft { $0.change { $0.variables.keep(variable) } }
            // A secret is not in the form: the session has it until the private store does.
            if !variable.isSecret { effects += clearSessionValue(of: variable.name) }
            say(.info, withKeyNames("\(variable.name) is in \(place.path.editedFile) once you save it: {save}."))
            let row = session?.draft.form.variables.lastIndex { $0.name == variable.name && $0.isEnabled } ?? 0
            if let cursor = form?.cursor(of: .cell(.variables, row: row, .value)) { session?.cursor = cursor }
            return effects
        }
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
        "variables", .panes, ["v"], "variables",
        "List all variables: value, source, what it overrides; set a value for this session."
    ) { $0.present(VariablesState()) }
    static let clearValue = Action(
        "clearValue", [.variables], [KeyStroke(.delete), .control("d")], "clear",
        "Clear the session value.",
        reason: \.reasonNotToClearValue
    ) { $0.clearSessionValue() }
    static let keepValue = Action(
        "keepValue", [.variables], [.control("s")], "keep",
        "Store the captured value for later runs, in a private file of the environment, or stop storing it.",
        reason: \.reasonNotToKeepValue
    ) { $0.keepOrForgetCapture() }
    static let writeValue = Action(
        "writeValue", [.variables], [.control("k")], "to the file",
        "Write the session value to the environment's file; a secret goes to the private store.",
        reason: \.reasonNotToWriteValue
    ) { $0.writeValue() }
    static let goToDefinition = Action(
        "goToDefinition", [.variables], [.right, .control("o")], "go there",
        "Go to the variable's row in its form.",
        reason: \.reasonNotToGoToDefinition
    ) { $0.goToDefinition() }
}

extension ActionContext {
    static let variables: ActionContext = .init(
        "variables", "Variables", .typedList, .closes,
        enter: ("value", "Set the value for this session; not saved."), way: .variables)
}

extension VariablesState: TableList {
    static let context: ActionContext = .variables
    static let actions: [Action] = [.variables, .clearValue, .keepValue, .writeValue, .goToDefinition]

    func rows(in explorer: ExplorerState) -> [VariableRow] {
        list.narrowed(explorer.variableRows) { [$0.name, $0.scope?.title ?? ""] }
    }
    func emptyText(in explorer: ExplorerState) -> String {
        list.filter.text.isEmpty ? EmptyStateTexts.noVariables : EmptyStateTexts.noVariableMatch
    }

    func choose(in explorer: inout ExplorerState) -> [Effect] {
        explorer.askForSessionValue(list.filter.text.trimmingSpaces)
        return []
    }

    /// Name, value, where it comes from and what it shadows. Values give way first, then scopes.
    static let columns: [ColumnLimit] = [.share(8, of: 25, rank: 0), .rest(rank: 2), .growing(3, of: 5, rank: 1)]

    func cells(of row: VariableRow, in explorer: ExplorerState) -> [StyledText] {
        let value =
            switch row.value {
            case .text(let text): StyledText(text)
            case .hidden: StyledText(explorer.glyphs.secret)
            case .missing(let why): StyledText("\(explorer.glyphs.missing) \(why)", .holeMissing)
            }
        let name = StyledText(row.name, row.scope == .session ? .unsaved : .label)
        return [name, value, StyledText(Self.origin(row), .dimmed)].map {
            StyledText($0.text.replacing("\n", with: " "), $0.style)
        }
    }

    private static func origin(_ row: VariableRow) -> String {
        let place = row.scope?.title ?? (row.place.isEmpty ? "undefined" : "in \(row.place): e selects")
        let script =
            switch row.script {
            case nil: ""
            case .runtime: ", set by a script"
            case .environment: ", set by a script for the environment"
            case .collection: ", set by a script for the collection"
            case .global: ", set by a script for all collections"
            }
        let scope = place + script + (row.isKept ? ", kept" : "")
        return row.shadows.isEmpty ? scope : "\(scope), overrides \(row.shadows.joined(separator: ", "))"
    }
}

extension CollectionState {
    fileprivate func row(of listing: VariableListing, _ glyphs: Glyphs) -> VariableRow {
        let isHidden =
            listing.isSecret || listing.scope == .session && values.hiddenNames.contains(listing.name)
        let value: VariableRow.Value =
            switch listing.state {
            case .value(let text): isHidden ? .hidden : .text(text)
            case .secretWithoutValue: .missing("secret, not set")
            case .tooLong: .missing("too long")
            case .cycle(let way): .missing(way.joined(separator: " \(glyphs.arrow) "))
            }
        return VariableRow(
            name: listing.name, value: value, scope: listing.scope, place: listing.place,
            shadows: listing.shadowed.map(\.scope.title), isSecret: isHidden,
            isKept: listing.scope == .session && isKept(listing.name),
            script: listing.scope == .session ? captured.scope(of: listing.name) : nil)
    }

    /// Returns rows for the names that the shown request needs and that are defined nowhere.
    fileprivate func missingRows(_ rendered: RenderedRequest?) -> [VariableRow] {
        var seen: Set<String> = []
        return (rendered?.missing ?? []).compactMap { missing in
            guard missing.reason == .unknown, seen.insert(missing.name).inserted else { return nil }
            let holders = environments(with: [missing]).joined(separator: ", ")
            return VariableRow(
                name: missing.name, value: .missing("used in \(missing.location)"), scope: nil, place: holders,
                shadows: [], isSecret: false)
        }
    }

    /// Returns the value of the session that a file could have.
    fileprivate func sessionValue(of name: String) -> TypedValue? {
        captured[name] ?? values.typed[name].map(TypedValue.string)
    }
}

extension Collection {
    fileprivate func folderVariables(at path: ItemPath) -> [Variable] {
        guard case .folder(let definition, _)? = item(at: path)?.kind else { return [] }
        return definition.variables
    }
}
