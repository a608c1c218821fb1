import OpenCollection

// Lists to choose from and questions to answer.

extension ExplorerState {
    mutating func openEnvironments() {
        let names = collection.environments.map(\.name)
        let options =
            [Chooser.Option("No environment")]
            + collection.environments.map { Chooser.Option($0.name, detail: "\($0.variables.count) variables") }
        let selected = environmentName.flatMap { names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        overlays.append(.chooser(Chooser(.environment, title: "Environment", options: options, selected: selected)))
    }

    mutating func openPalette() {
        let here = context
        var seen: Set<Action> = []
        let rows = ActionTable.rows.filter { $0.contexts.contains(here) && seen.insert($0.action).inserted }
        let options = rows.map { row in
            Chooser.Option(
                row.help, detail: row.keys.map(\.title).joined(separator: " "),
                disabledReason: disabledReason(of: row.action))
        }
        paletteActions = rows.map(\.action)
        overlays.append(.chooser(Chooser(.palette, title: "Actions", options: options)))
    }

    /// The list for a field that has a few possible values.
    mutating func openChooser(for field: RequestField) {
        guard let content = session?.draft.content else { return }
        let current = content.text(of: field)
        let (purpose, title, values): (Chooser.Purpose, String, [String]) =
            switch field {
            case .method: (.method, "Method", ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"])
            case .bodyKind: (.bodyKind, "Body", RequestBody.Kind.choices.map(\.title))
            case .authKind: (.authKind, "Auth", Auth.choices)
            case .option: (.retryBackoff, "Retry backoff", ["exponential", "constant"])
            default: (.authPlacement, "Sent in", ["header", "query"])
            }
        var chooser = Chooser(purpose, title: title, options: values.map { Chooser.Option($0) })
        chooser.selected = values.firstIndex(of: current) ?? 0
        chooser.acceptsOther = purpose == .method
        overlays.append(.chooser(chooser))
    }

    /// Esc: nothing is chosen; a filter being typed is gone again.
    mutating func dismiss() {
        guard !isStartNeeded else { return complain("Nothing is open yet. Choose a row, or Ctrl-C twice to quit.") }
        if case .prompt(let prompt)? = overlays.popLast(), prompt.purpose == .treeFilter { clearTreeFilter() }
    }

    mutating func chooseOrAnswer() -> [Effect] {
        switch overlays.popLast() {
        case .chooser(let chooser) where chooser.purpose == .start: return chooseStart(chooser)
        case .chooser(let chooser): return choose(in: chooser)
        case .prompt(let prompt): return answer(prompt)
        case .merge(let merge): return finish(merge)
        case .help, .report, nil: return []
        }
    }

    private mutating func choose(in chooser: Chooser) -> [Effect] {
        let typed = chooser.filter.text.trimmingBlanks
        guard let index = chooser.matches[safe: chooser.selected] else {
            if chooser.acceptsOther, !typed.isEmpty { return take(typed.uppercased(), for: chooser.purpose) }
            overlays.append(.chooser(chooser))
            status = StatusMessage(.warning, "Nothing matches \"\(typed)\". Backspace widens the list, Esc closes it.")
            return []
        }
        if let reason = chooser.options[index].disabledReason {
            status = StatusMessage(.warning, reason)
            return []
        }
        switch chooser.purpose {
        case .environment: environmentName = index == 0 ? nil : collection.environments[safe: index - 1]?.name
        case .palette: return paletteActions[safe: index].map { perform($0) } ?? []
        case .copy: return CopyChoice.allCases[safe: index].map { copy($0) } ?? []
        case .quit: return answerQuit(index)
        case .newItem(let folder): chooseNewItem(index, in: folder)
        case .moveTo(let paths): return chooseFolder(index, for: paths)
        case .deleteCollection: return index == 1 ? deleteCollection() : []
        case .trash: return chooseTrashed(index)
        case .changedOnDisk(let path): return answerChange(index, at: path)
        default: return take(chooser.options[index].title, for: chooser.purpose)
        }
        return []
    }

    /// Writes a chosen value into the draft.
    private mutating func take(_ value: String, for purpose: Chooser.Purpose) -> [Effect] {
        changeDraft {
            $0.change { content in
                switch purpose {
                case .method: content.definition.method = value
                case .bodyKind: content.definition.body.chooseKind(titled: value)
                case .authKind where value != content.definition.auth.title:
                    content.definition.auth = Auth(title: value)
                case .authPlacement: content.definition.auth.setText(value, of: .placement)
                case .retryBackoff: content.policies.retry?.backoff = value
                default: break
                }
            }
        }
    }

    private mutating func answer(_ prompt: Prompt) -> [Effect] {
        switch prompt.purpose {
        case .sessionValue(let name, let thenSend):
            sessionValues[name] = prompt.editor.text
            return thenSend ? sendShown() : []
        case .treeFilter: return []
        case .newItem, .rename, .renameFile: return answerTree(prompt)
        case .newCollection, .request, .openPath: return answerStart(prompt)
        }
    }

    /// The tree's filter works while it is typed.
    mutating func followPrompt(_ prompt: Prompt) {
        guard prompt.purpose == .treeFilter else { return checkName(prompt) }
        filterTrees(prompt.editor.text.isEmpty ? nil : prompt.editor.text)
        guard rowAtTreeCursor?.isExpanded != nil || rowAtTreeCursor == nil else { return }
        let places = (0..<treeRowCount).lazy.compactMap { [self] in treePlace(at: $0) }
        guard let first = places.first(where: { [self] in row(at: $0).isExpanded == nil }) else { return }
        _ = showCollection(at: first.collection)
        show(treeRows.rows[first.row].path)
    }
}

extension RequestBody {
    mutating func chooseKind(titled title: String) {
        guard let kind = Kind.choices.first(where: { $0.title == title }) else { return }
        self.kind = kind
    }
}
