import ExplorerKit
import OpenCollection
import Quoting
import TextGrid

// The list beside a field: texts that are possible there, narrowed during typing, and taken only on request.

extension ExplorerState {
    /// The list that has the arrows: one with rows.
    var openCompletion: Completion? {
        guard let completion = edit?.completion, !completion.rows.isEmpty else { return nil }
        return completion
    }

    /// Updates the list after what is typed has changed.
    ///
    /// - Parameter isAsked: Whether the user asks for the list; else it takes a first character to open it.
    mutating func followCompletion(isAsked: Bool = false) -> [Effect] {
        // The form is made only where another field decides: making it again for each key in a long body takes its time.
        guard var edit, let place = completionPlace(in: edit) else {
            self.edit?.completion = nil
            return []
        }
        let wasOpen = edit.completion.map { $0.place.isSame(as: place) } ?? false
        guard isAsked || wasOpen || !place.typed.isEmpty || place.opensAtOnce else {
            self.edit?.completion = nil
            return []
        }
        let known = wasOpen ? edit.completion?.all : nil
        let all = known ?? candidates(at: place)
        let isPart = wasOpen && edit.completion?.isPart == true
        edit.completion = Completion(place, all: all)
        edit.completion?.isPart = isPart
        self.edit = edit
        guard all == nil || isPart, case .file(let directory) = place.source else { return [] }
        let path = resolved(directory)
        return effect(.fileList, { .listFiles(path, beginning: place.typed, $0) }, note: { $0.take($1) })
    }

    /// Returns the place that is completed; nil if there is nothing to complete.
    private func completionPlace(in edit: FieldEdit) -> CompletionPlace? {
        if let place = CompletionPlace(edit, { form?.inputs[$0]?.text }) { return place }
        guard edit.field == .bodyText, let schema = typing.schema.schema else { return nil }
        return CompletionPlace(edit, schema)
    }

    /// Lists the texts that are possible here, as the user asks.
    mutating func complete() -> [Effect] {
        let effects = followCompletion(isAsked: true)
        if openCompletion == nil, effects.isEmpty {
            if edit?.field == .bodyText, typing.schema.source != nil, typing.schema.schema == nil {
                return say(
                    .info, withKeyNames("No schema of this server yet: {readSchema} reads it; {{ lists the variables.")
                )
            }
            say(.info, "No suggestions here; {{ lists the variables.")
        }
        return effects
    }

    /// Takes the chosen row. Where none is chosen, keys do what they always do: what is typed counts, not what might be meant.
    mutating func takeCompletion(_ stroke: KeyStroke?) -> [Effect] {
        guard let completion = openCompletion else { return [] }
        // The footer, where it is clicked, says what Tab does.
        let stroke = stroke ?? KeyStroke(.tab)
        guard stroke.key == .tab else {
            guard let selected = completion.selected else { return leaveCompletion(stroke, goesOn: .commit) }
            return take(completion.rows[selected].text, for: completion.place)
        }
        switch completion.tabStep {
        case .take(let text): return take(text, for: completion.place)
        case .share(let text): return take(text, for: completion.place, isWhole: false)
        case .choose: edit?.completion?.select(by: 1)
        case .goOn: return leaveCompletion(stroke, goesOn: .commitAndNext)
        }
        return []
    }

    /// Closes the list; the key means what it means where none is open.
    private mutating func leaveCompletion(_ stroke: KeyStroke, goesOn action: Action) -> [Effect] {
        edit?.completion = nil
        return commitEdit(stroke, goesOn: action)
    }

    /// Takes a row that was clicked, chosen before or not.
    mutating func takeCompletion(row: Int) -> [Effect] {
        guard let completion = openCompletion, let row = completion.rows[safe: row] else { return [] }
        return take(row.text, for: completion.place)
    }

    /// - Parameter isWhole: False where more is to come, and the list stays.
    private mutating func take(_ text: String, for place: CompletionPlace, isWhole: Bool = true) -> [Effect] {
        guard let edit else { return [] }
        let cursor = edit.editor.buffer.cursor
        let start = TextBuffer.Position(line: place.line, column: place.column)
        guard cursor.line == start.line, cursor >= start else {
            self.edit?.completion = nil
            return []
        }
        var (text, end) = (text, cursor)
        let isFunction = text.hasSuffix("()")
        if case .query = place.source {
            let behind = edit.editor.buffer.lines[cursor.line].dropFirst(cursor.column)
            end.column += behind.prefix { $0 == "_" || $0.isLetter || $0.isNumber }.count
        }
        if place.source == .hole {
            // The closing braces may be there, also after the rest of a name. A single brace is not half of them: in JSON it closes an object.
            let behind = edit.editor.buffer.lines[cursor.line].dropFirst(cursor.column)
            let rest = behind.prefix(while: CompletionPlace.isPartOfName)
            text += "}}"
            if behind.dropFirst(rest.count).hasPrefix("}}") { end.column += rest.count + 2 }
        }
        // Its arguments are typed next.
        let back = isFunction ? place.source == .hole ? 3 : 1 : 0
        let effects = typeInEdit { editor in
            editor.replace(start..<end, with: text)
            for _ in 0..<back { _ = editor.handle(.left) }
        }
        // A directory goes on, and a function with its arguments.
        if isWhole, back == 0, !(place.source.isFile && text.hasSuffix("/")) { self.edit?.completion = nil }
        return effects
    }

    /// Returns the name of a directory with templates resolved, as when it is sent.
    private func resolved(_ directory: String) -> String {
        let resolved = surroundings.scopes.resolve(directory)
        return resolved.isComplete ? resolved.text : directory
    }

    /// Takes the files of a directory, unless another one is typed by now.
    mutating func take(_ files: ListedFiles) {
        guard let completion = edit?.completion, case .file(let directory) = completion.place.source,
            resolved(directory) == files.directory
        else { return }
        // A line end cannot be typed into a path.
        let names = files.entries.filter { !$0.name.contains(where: \.isNewline) }
        let rows = names.sorted { ($0.isDirectory ? 0 : 1, $0.name) < ($1.isDirectory ? 0 : 1, $1.name) }
            .map { Completion.Row(text: $0.isDirectory ? $0.name + "/" : $0.name) }
        edit?.completion = Completion(completion.place, all: rows)
        edit?.completion?.isPart = files.isPart
    }

    // MARK: - What there is

    /// Returns the candidates; nil: they are found by an effect.
    private func candidates(at place: CompletionPlace) -> [Completion.Row]? {
        switch place.source {
        case .hole, .argument: holeRows
        case .headerName:
            HeaderCatalogue.names.map(Completion.Row.init) + used(\.headerNames, besides: HeaderCatalogue.names)
        case .headerValue(let name): valueRows(ofHeader: name)
        case .mediaType: HeaderCatalogue.mediaTypes.map(Completion.Row.init)
        case .queryName: used(\.queryNames)
        case .formName: used(\.formNames)
        case .query(let proposals): proposals.map { Completion.Row(text: $0.text, detail: $0.detail) }
        case .expression: ExpressionCatalogue.beginnings.map(Completion.Row.init)
        case .file: nil
        }
    }

    /// Variables in sight, then names whose values are generated for each request, then the process environment, whose values nobody has asked to see.
    private var holeRows: [Completion.Row] {
        // What is in sight does not depend on what is typed.
        let inSight = typing.cachedSurroundings?.surroundings ?? surroundings
        let variables = rows(of: inSight.scopes).compactMap { row -> Completion.Row? in
            guard let scope = row.scope else { return nil }
            return Completion.Row(text: row.name, value: value(of: row), detail: scope.title)
        }
        let dynamic = ExpressionCatalogue.dynamicNames.map {
            Completion.Row(text: "$\($0)", detail: "generated for each request")
        }
        let process = outside.processEnvironment.keys.sorted().map {
            Completion.Row(text: "process.env.\($0)", value: .hidden, detail: "process environment")
        }
        return variables + dynamic + ExpressionCatalogue.functions.map(Completion.Row.init) + process
    }

    /// Longer ones are cut: a value may be a megabyte.
    private static let longestValue = 200

    private func value(of row: VariableRow) -> Completion.Row.Value {
        switch row.value {
        case .text(let text):
            let line = String(text.prefix(Self.longestValue)).replacing("\n", with: " ")
            return .text(secrets.masked(line, glyphs, isCut: true))
        case .hidden: return .hidden
        case .missing(let why): return .text("? \(why)")
        }
    }

    /// Returns names that other requests have, and are not known already.
    private func used(_ names: (NamesInUse) -> Set<String>, besides known: [Suggestion] = []) -> [Completion.Row] {
        let known = Set(known.map { $0.text.lowercased() })
        return names(NamesInUse(collection, besides: shown))
            .filter { !known.contains($0.lowercased()) && !holdsSecret($0) }.sorted()
            .map { Completion.Row(text: $0, detail: "in other requests") }
    }

    /// Whether it holds what has turned out to be secret.
    private func holdsSecret(_ text: String) -> Bool { secrets.masked(text, glyphs) != text }

    private func valueRows(ofHeader name: String) -> [Completion.Row] {
        let known = HeaderCatalogue.values(of: name)
        let texts = Set(known.map(\.text))
        let used = NamesInUse(collection, besides: shown).values(ofHeader: name).subtracting(texts)
            .filter { !holdsSecret($0) }.sorted()
        return known.map(Completion.Row.init)
            + used.prefix(20).map { Completion.Row(text: $0, detail: "in other requests") }
    }
}

extension Completion.Row {
    fileprivate init(_ suggestion: Suggestion) { self.init(text: suggestion.text, detail: suggestion.detail) }
}

extension CompletionPlace {
    /// Whether the list opens before anything is typed: two braces ask for a name, a slash for the names after it.
    fileprivate var opensAtOnce: Bool {
        switch source {
        case .hole, .argument: true
        case .file(let directory): !directory.isEmpty
        default: false
        }
    }
}
