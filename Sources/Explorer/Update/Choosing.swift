import Exchanges
import OpenCollection
import TextGrid

// Lists to choose from and questions to answer.

extension ExplorerState {
    /// - Parameters:
    ///   - answers: of the send that goes on when one is chosen; nil: none does.
    mutating func openEnvironments(of answers: SendAnswers? = nil, title: String = "Environment") {
        let names = collection.environments.map(\.name)
        let options =
            [Chooser.Option("No environment")]
            + collection.environments.map {
                Chooser.Option($0.name, detail: Wording.count($0.variables.count, "variable"))
            }
            + globalOptions
        let selected = environmentName.flatMap { names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        var chooser = Chooser(.environment(of: answers), title: title, options: options, selected: selected)
        if names.isEmpty { chooser.complaint = said(EmptyWords.noEnvironments) }
        overlays.append(chooser)
    }

    /// Those of the workspace, below the collection's own.
    private var globalOptions: [Chooser.Option] {
        guard !outside.globalEnvironments.isEmpty else { return [] }
        let none = Chooser.Option(Self.noGlobal, globalName: .some(nil))
        return [none]
            + outside.globalEnvironments.map { environment in
                let isChosen = environment.name == outside.globalEnvironmentName
                let detail = "\(Wording.count(environment.variables.count, "variable"))\(isChosen ? ", chosen" : "")"
                return Chooser.Option("Global: \(environment.name)", detail: detail, globalName: environment.name)
            }
    }

    private static let noGlobal = "No global environment"

    /// It counts beside the chosen environment of the collection, below all else.
    private mutating func chooseGlobal(_ name: String?) {
        (outside.globalEnvironmentName, current.environments.chosen.hasGlobal) = (name, true)
        let words = name.map { "Variables of the global environment \($0) count where no other has the name." }
        status = StatusMessage(.info, words ?? "No global environment is chosen.")
    }

    /// By its name: others may have come and gone since the list was made.
    private mutating func chooseEnvironment(_ name: String?) {
        if let name, collection.environment(named: name) == nil {
            status = StatusMessage(.warning, "The environment \(name) is gone; e chooses another.")
        } else {
            (environmentName, current.environments.vanished) = (name, nil)
            current.environments.chosen.hasOwn = true
        }
    }

    /// The list for a field that has a few possible values.
    mutating func openChooser(for field: FormField, _ input: FormInput, _ values: [String], acceptsOther: Bool) {
        guard let shown, let form else { return }
        let asked = Chooser.AskedField(path: shown, field: field, row: form.texts(besides: field))
        let options = values.map { value in
            let word = field == .value("auth.type") ? AuthDetails.type(titled: value) : value
            return Chooser.Option(value, detail: word == value ? "" : "\(word) in files")
        }
        var chooser = Chooser(.field(asked), title: input.title, options: options)
        chooser.selected = values.firstIndex(of: input.text) ?? 0
        chooser.acceptsOther = acceptsOther
        overlays.append(chooser)
    }

    /// Esc: nothing is chosen; a filter being typed is gone again.
    @discardableResult
    mutating func dismiss() -> [Effect] {
        guard !isStartNeeded else {
            complain("Nothing is open yet. Choose a row, or Ctrl-C twice to quit.")
            return []
        }
        return overlays.last?.dismiss(in: &self) ?? []
    }

    fileprivate mutating func choose(in chooser: Chooser) -> [Effect] {
        let typed = chooser.filter.text.trimmingBlanks
        guard let index = chooser.matches[safe: chooser.selected] else {
            if chooser.acceptsOther, !typed.isEmpty { return take(typed, for: chooser.purpose) }
            overlays.append(chooser)
            status = StatusMessage(.warning, "Nothing matches \"\(typed)\". Backspace widens the list, Esc closes it.")
            return []
        }
        if let reason = chooser.options[index].disabledReason {
            status = StatusMessage(.warning, reason)
            return []
        }
        switch chooser.purpose {
        case .environment where chooser.options[index].globalName != nil:
            chooseGlobal(chooser.options[index].globalName ?? nil)
        case .environment(let answers):
            chooseEnvironment(index == 0 ? nil : chooser.options[index].title)
            return answers.map { sendShown($0) } ?? []
        case .theme(let names): return names[safe: index].map { choose($0) } ?? []
        case .copyLog: return copyLog(index)
        case .copy: return CopyChoice.allCases[safe: index].map { copy($0) } ?? []
        case .view: return chooseView(index)
        case .quit(let answers): return answerQuit(answers[safe: index])
        case .newItem(let folder): chooseNewItem(index, in: folder)
        case .moveTo(let paths, let places): return choosePlace(index, of: places, for: paths)
        case .undoTree(let order): return index == 1 ? undoTree(agreedTo: order) : []
        case .deleteCollection: return index == 1 ? deleteCollection() : []
        case .copyCollection: return index == 1 ? copyCollection() : []
        case .trash: return chooseTrashed(index)
        case .deleteCookies: return index == 1 ? deleteCookies() : []
        case .changedOnDisk(let path): return answerChange(index, at: path)
        case .replaceFile(let target): return index == 1 ? replaceFile(target) : []
        case .secrecy(let literal): return answerSecrecy(index, of: literal)
        case .respelling: return answerRespelling(index)
        case .field: return take(chooser.options[index].title, for: chooser.purpose)
        case .protectedSend(let path, let answers): return index == 1 ? letPass(path, answers) : []
        case .protectedSendTo(let path, let question):
            return index == 1 ? letPass(path, question) : leaveOutProtected(question)
        case .run(let folder): startRun(of: folder, stopsAtFailure: index == 1)
        case .largeExample(let preview): return answerSize(index, preview)
        case .replaceExample(let preview): return answerReplacement(index, preview)
        case .exampleDifference(let examples, let id): return examples[safe: index].map { compare(with: $0, id) } ?? []
        case .ignoreDifference(let rules): return rules[safe: index].map { ignore($0) } ?? []
        case .protectedReplay(var question):
            question.isLetPass = true
            return index == 1 ? replay(question) : []
        case .protectedSeries: return index == 1 ? letPassSeries() : []
        case .replaceShared(let path): return answerReplaceShared(index, path)
        case .cancelActivities: return index == 1 ? cancelActivities() : []
        case .deleteExchanges(let ids): return index == 1 ? deleteExchanges(ids) : []
        case .use(let uses, let part): return uses[safe: index].map { use($0, part) } ?? []
        case .fillPath(let places, let text): return places[safe: index].map { fill($0, with: text) } ?? []
        case .runEnded(let paths): showOfRun(paths[safe: index])
        case .start: break
        }
        return []
    }

    /// Writes a chosen value into the draft.
    private mutating func take(_ value: String, for purpose: Chooser.Purpose) -> [Effect] {
        guard case .field(let asked) = purpose else { return [] }
        guard asked.path == shown, form?.texts(besides: asked.field) == asked.row else {
            status = StatusMessage(.warning, "The row was changed meanwhile, and stays as it is: choose again.")
            return []
        }
        return write(value, into: asked.field)
    }

    fileprivate mutating func answer(_ prompt: Prompt) -> [Effect] {
        switch prompt.purpose {
        case .sessionValue(let name): setSessionValue(prompt.editor.text, of: name, isSecret: prompt.isSecret)
        case .secret(let name): return keepSecret(prompt.editor.text, named: name)
        case .cookieValue(let identity): return answerCookieValue(prompt, identity)
        case .treeFilter, .logFilter: return []
        case .logText: findInLog(prompt.editor.text)
        case .overlayText: findInOverlay(prompt.editor.text)
        case .logFile: return saveLog(to: prompt.editor.text)
        case .streamText: return findInStream(prompt.editor.text)
        case .keep, .capture: return answerUse(prompt)
        case .newItem, .rename, .renameFile: return answerTree(prompt)
        case .newCollection, .request, .openPath: return answerStart(prompt)
        case .saveBody(let body): return saveBody(as: prompt, asked: body)
        case .bodyLine: return answerBodyLine(prompt)
        case .replayValue(let name, let question): return answerReplayValue(prompt, named: name, question)
        case .historyNote(let id): return answerNote(prompt, on: id)
        case .historySet(let ids): return answerSetName(prompt, of: ids)
        case .historySetNote(let name, let ids): return answerSetNote(prompt, of: name, ids)
        case .saveShare: return saveShared(as: prompt)
        }
        return []
    }

    /// It wins over every file until quitting.
    mutating func setSessionValue(_ text: String, of name: String, isSecret: Bool) {
        current.values.typed[name] = text
        current.captured.remove(name)
        if isSecret { current.values.hiddenNames.insert(name) }
    }

    /// The tree's filter works while it is typed.
    mutating func followPrompt(_ prompt: Prompt) {
        if prompt.purpose == .logFilter { log.filter = prompt.editor.text }
        guard prompt.purpose == .treeFilter else { return checkName(prompt) }
        filterTrees(prompt.editor.text.isEmpty ? nil : prompt.editor.text)
        guard rowAtTreeCursor?.isExpanded != nil || rowAtTreeCursor == nil else { return }
        let places = (0..<treeRowCount).lazy.compactMap { [self] in treePlace(at: $0) }
        guard let first = places.first(where: { [self] in row(at: $0).isExpanded == nil }) else { return }
        finding.isPassing = true
        _ = showCollection(at: first.collection)
        show(treeRows.rows[first.row].path)
    }
}

extension Chooser: NarrowedList {
    func context(in explorer: ExplorerState) -> ActionContext { purpose == .start ? .start : .chooser }
    func title(in explorer: ExplorerState) -> String { title }
    var isAboutCollection: Bool {
        switch purpose {
        case .start, .quit: false
        default: true
        }
    }
    func footer(in explorer: ExplorerState) -> [Action] {
        guard purpose == .start else { return [.choose, .dismiss] }
        let forget: [Action] = explorer.disabledReason(of: .forgetRecent) == nil ? [.forgetRecent] : []
        return [.choose] + forget + [explorer.isStartNeeded ? .interrupt : .dismiss]
    }
    func rowCount(in explorer: ExplorerState) -> Int { matches.count }

    func choose(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        return purpose == .start ? explorer.chooseStart(self) : explorer.choose(in: self)
    }

    func dismiss(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        guard case .protectedSendTo(_, let question) = purpose else { return [] }
        return explorer.leaveOutProtected(question)
    }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { ChoiceDrawing.draw(self, explorer, on: &grid) }
}

extension Prompt: Overlay {
    func context(in explorer: ExplorerState) -> ActionContext { purpose.isPath ? .path : .prompt }
    func title(in explorer: ExplorerState) -> String { title }
    var isAboutCollection: Bool { purpose != .treeFilter && !purpose.opensCollection && !purpose.isAboutLog }
    func footer(in explorer: ExplorerState) -> [Action] {
        purpose.isPath ? [.choose, .completePath, .dismiss] : [.choose, .dismiss]
    }

    func choose(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        return explorer.answer(self)
    }

    func dismiss(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        switch purpose {
        case .treeFilter: explorer.clearTreeFilter()
        case .logFilter: explorer.log.filter = ""
        default: break
        }
        return []
    }

    func type(_ stroke: KeyStroke, in explorer: inout ExplorerState) -> [Effect] {
        change(in: &explorer) { _ = $0.handle(stroke) }
    }

    func paste(_ text: String, in explorer: inout ExplorerState) -> [Effect] {
        explorer.noteBlanks(of: text, in: editor)
        return change(in: &explorer) { $0.paste(text) }
    }

    private func change(in explorer: inout ExplorerState, _ edit: (inout TextEditor) -> Void) -> [Effect] {
        var prompt = self
        edit(&prompt.editor)
        prompt.masksWhatLooksSecret()
        prompt.complaint = nil
        explorer.replaceTop(prompt)
        explorer.followPrompt(prompt)
        return []
    }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { ChoiceDrawing.draw(self, explorer, on: &grid) }
}
