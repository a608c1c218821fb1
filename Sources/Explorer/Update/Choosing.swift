import Exchanges
import OpenCollection

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
        overlays.append(.chooser(chooser))
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
        overlays.append(.chooser(chooser))
    }

    /// Esc: nothing is chosen; a filter being typed is gone again.
    @discardableResult
    mutating func dismiss() -> [Effect] {
        guard !isStartNeeded else {
            complain("Nothing is open yet. Choose a row, or Ctrl-C twice to quit.")
            return []
        }
        if case .history(let list)? = overlays.last, !list.isTyping, let cancelled = cancelPastChecks() {
            return cancelled
        }
        switch overlays.popLast() {
        case .prompt(let prompt) where prompt.purpose == .treeFilter: clearTreeFilter()
        case .prompt(let prompt) where prompt.purpose == .logFilter: log.filter = ""
        case .values(let form): return form.question.map { leaveOut($0, "no value was given") } ?? []
        case .chooser(let chooser):
            if case .protectedSendTo(_, let question) = chooser.purpose { return leaveOutProtected(question) }
        case .trust(let question): decline(question)
        case .consent: noteWaiting()
        case .find(let input): return leaveFind(input)
        case .history(let list) where list.isTyping:
            overlays.append(.history(list))
            return leaveHistoryFilter(keeping: false)
        case .history:
            forgetOpening()
            // What is still being brought comes too late.
            current.generations[.pastExchange] = nil
        case .difference: return closeDifference()
        case .latency: return closeLatency()
        case .share: return closeShare()
        default: break
        }
        return []
    }

    mutating func chooseOrAnswer() -> [Effect] {
        switch overlays.popLast() {
        case .chooser(let chooser) where chooser.purpose == .start: return chooseStart(chooser)
        case .chooser(let chooser): return choose(in: chooser)
        case .prompt(let prompt): return answer(prompt)
        case .sendTo(let list): return sendToMarked(list)
        case .variables(let variables): askForSessionValue(variables)
        case .cookies(let list): askForCookieValue(list)
        case .merge(let merge): return finish(merge)
        case .values(let form): return answer(form)
        case .trust(let question): return agree(to: question)
        case .consent(let state): return handOver(state)
        case .find(let input): return keepFound(input)
        case .history(let list):
            overlays.append(.history(list))
            return leaveHistoryFilter(keeping: true)
        case .difference(let view): overlays.append(.difference(view))
        case .example(let preview): return addExample(preview)
        case .latency(let view): overlays.append(.latency(view))
        case .series(let view):
            overlays.append(.series(view))
            return advanceSeries()
        case .replayForm(let form): return startReplay(form)
        case .repeatForm(let form): return startRepeat(form)
        case .share(let share): overlays.append(.share(share))
        case .draft(let view): overlays.append(.draft(view))
        case .finder(let finder):
            overlays.append(.finder(finder))
            return openFound(sends: false)
        case .palette(let palette): return choose(in: palette)
        case .jump(let jump): overlays.append(.jump(jump))
        case .activities(let list): overlays.append(.activities(list))
        case .help(let help): return performFromHelp(help)
        case .report(let report):
            overlays.append(.report(report))
            return goToFinding(makingSecret: false)
        case nil: break
        }
        return []
    }

    private mutating func choose(in chooser: Chooser) -> [Effect] {
        let typed = chooser.filter.text.trimmingBlanks
        guard let index = chooser.matches[safe: chooser.selected] else {
            if chooser.acceptsOther, !typed.isEmpty { return take(typed, for: chooser.purpose) }
            overlays.append(.chooser(chooser))
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

    private mutating func answer(_ prompt: Prompt) -> [Effect] {
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
