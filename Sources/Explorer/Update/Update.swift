import ExplorerKit
import OpenCollection
import TextGrid

/// The one place where the state changes: takes what happened, returns what shall be done. Never waits.
public func update(_ state: inout ExplorerState, _ event: Event) -> [Effect] {
    let effects =
        state.handle(event) + state.showWaitingPast() + state.followAfterEdit() + state.askWaitingConflicts()
        + state.followRun() + state.followSeries()
        + state.askWaitingSides()
    // The clock alone, which is told before each key, moves nothing.
    if case .tick = event {
    } else {
        state.settle()
        state.tellAfterTyping()
        state.noteTrail()
        state.followTour()
        state.keepCutMessage()
        state.announce()
    }
    return effects + state.sendWanted() + state.orders()
}

extension ExplorerState {
    /// What is shown and not known yet, and what is to be kept.
    fileprivate mutating func orders() -> [Effect] {
        orderTextCheck() + orderDraftComparison() + orderWhereabouts() + orderFilters() + orderPicture()
            + orderRefolding() + orderComparison()
            + orderPlace() + orderFind() + orderOpenings() + orderUnreadCookies() + orderUnreadTokens() + orderRecall()
            + orderOutcomes()
            + orderRequestIndex() + orderRecentUses()
    }
}

extension ExplorerState {
    fileprivate mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .input(let input): return handle(input)
        case .tick(let date): now = date
        case .logged(let entry): note(entry)
        case .effect(let key, let generation, let result):
            guard let index = collectionIndex(for: key, generation) else { return [] }
            return inCollection(at: index) { $0.handle(result, of: $0.current.key(key, generation)) }
        case .draftsRestored(let drafts, let path):
            guard let index = collections.firstIndex(where: { $0.path == path }) else { return [] }
            return inCollection(at: index) {
                let effects = $0.restore(drafts)
                $0.showAwaitedDraft()
                return effects + $0.receiveWaiting()
            }
        case .filesTouched(let touched, let path):
            guard let index = collections.firstIndex(where: { $0.path == path }) else { return [] }
            return inCollection(at: index) { $0.noteTouched(touched) }
        case .watching(let watching, let path):
            guard let index = collections.firstIndex(where: { $0.path == path }) else { return [] }
            inCollection(at: index) { $0.noteWatching(watching) }
        case .collectionOpened(let collection, let item): return open(collection, showing: item)
        case .collectionRestored(let path, let problem): noteRestored(path, problem)
        case .collectionAdded(let collection): return openBehind(collection)
        case .received(let text, let path):
            guard let index = collections.firstIndex(where: { $0.path == path }) else { return [] }
            return inCollection(at: index) { $0.receive(text, in: .root) }
        case .startListed(let facts): showStart(facts)
        case .openingFailed(let message): complain(message)
        case .tour(let isOffered): return beginTour(isOffered: isOffered)
        case .pathCompleted(let text, let completed, let candidates): takeCompletion(of: text, completed, candidates)
        case .journalled(let path, let collection, let problem): noteJournal(problem, of: path, in: collection)
        case .historyGrew: return listHistory()
        case .historyFollowed(let path, let problem): return noteFollowed(in: path, problem)
        case .settingsRead(let files): take(files)
        case .settingsTouched: return [effect(.settings, .readSettings)]
        case .historyImported(let filter): return openHistory(filter)
        case .told(let message): status = message
        case .terminationRequested: return quitKeepingDrafts()
        }
        return []
    }

    private mutating func handle(_ input: TerminalInput) -> [Effect] {
        if input.isAnAct {
            dropWantedSends()
            dropAwaitedDrafts()
        }
        if display.isTooSmall, !input.isResize { return handleUnseen(input) }
        switch input {
        case .key(let stroke): return handle(stroke)
        case .paste(let text): return handlePaste(text)
        case .resize(let size):
            // Labels stand where things were.
            if size != self.size, overlays.last is JumpState { overlays.removeLast() }
            take(size)
        case .mouse(let event): return handle(event)
        }
        return []
    }

    /// Where nothing can be shown, nothing is done that one would have to see.
    private mutating func handleUnseen(_ input: TerminalInput) -> [Effect] {
        guard case .key(let stroke) = input else { return [] }
        switch settings.keymap.action(for: stroke, in: context) {
        case .interrupt: return quitKeepingDrafts()
        case .suspend: return perform(.suspend, stroke: stroke)
        default: return []
        }
    }

    private mutating func handle(_ stroke: KeyStroke) -> [Effect] {
        status = nil
        finding.isPassing = false
        display.pointer.stopSelecting()
        let own = settings.keymap.action(for: stroke, in: context)
        let action = own ?? (context == .completion ? settings.keymap.action(for: stroke, in: .edit) : nil)
        if action != .interrupt { pending.isAskedToQuit = false }
        if let action { return perform(action, stroke: stroke) }
        return type(stroke)
    }

    private mutating func handle(_ result: EffectResult, of key: EffectKey) -> [Effect] {
        switch (key, result) {
        case (.send(let path), .send(let progress)): return handleSend(progress, at: path)
        case (.sendTo(let path, let environment), .send(let progress)):
            return handleSend(progress, at: path, to: environment)
        case (.lines(let path), .lines(let document)): show(document, at: path, of: nil)
        case (.sideLines(let path, let environment), .lines(let document)):
            show(document, at: path, of: environment)
        case (.events(let path, let environment), .events(let blocks, let store)):
            take(blocks, in: store, at: path, of: environment)
        case (.streamSearch(let path), .streamFound(let row, let store)): takeStreamFinding(row, in: store, at: path)
        case (.place(let path), .found(let finding, let goal, let store)):
            return takeFinding(finding, goal, in: store, at: path)
        case (.changes(let path), .compared(let compared, let store)): take(compared, in: store, at: path)
        case (.folds(let path), .folded(let folded, let store)): takeFolds(folded, in: store, at: path)
        case (.find(let path), .matchesCounted(let counts, let store)): takeCounts(counts, in: store, at: path)
        case (.match(let path), .matchFound(let match, let store)): return takeMatch(match, in: store, at: path)
        case (.matchBlocks(let path), .matchBlocks(let blocks, let store)): takeBlocks(blocks, in: store, at: path)
        case (.bodyFile, .bodyFileExists(let path, let store)): askToReplace(path, with: store)
        case (.folds(let path), .refolded(let refolded, let store)): takeRefolded(refolded, in: store, at: path)
        case (.filter(let path, let environment), .filtered(let outcome, let text, let store)):
            take(outcome, of: text, in: store, at: path, to: environment)
        case (.picture(let path, let environment), .picture(let outcome, let store)):
            take(outcome, in: store, at: path, of: environment)
        case (.filters, .filters(let memory)): take(memory)
        case (.keptFilter, .companionSaved(let companion)): tellKept(companion)
        case (.open, .opened(let item)): return handleOpened(item)
        case (.open(let path), .openedFile(let file, let exists)): return handleOpened(file, exists: exists, at: path)
        case (.tree, .rearranged(let result)): return handleTree(result)
        case (.trash, .trash(let items)): show(items)
        case (.copyPlace, .copyPlace(let path)): askToCopyCollection(to: path)
        case (.files, .filesRead(let read)): return handleRead(read)
        case (.secret, .secretKept(let secret)): return noteKept(secret)
        case (.protection, .companionSaved(let companion)): collection.companion = companion
        case (.secret, .message(let message)), (.capture, .message(let message)): noteNotKept(message)
        case (.capture, .captureKept(let capture)): noteStored(capture)
        case (.save(let path), .saved(let result)): return handleSave(result, at: path)
        case (.editor, .edited(let field, let text)): return takeEdited(text, of: field)
        case (.export, .exported(let text, let form)): return copyExported(text, form)
        case (.review, .reviewed(let review)): show(review)
        case (_, .cookies(let cookies, let environment)): take(cookies, of: environment)
        case (_, .tokens(let tokens, let environment)): take(tokens, of: environment)
        case (.token(let key), .token(let progress)): return handleToken(progress, of: key)
        case (.outside, .outside(let uses)): show(uses)
        case (.outside, .agreedToOutside(let uses)):
            return noteTouched(.paths(Set(uses.compactMap(\.demand.file).map { ItemPath($0) })))
        case (.series, .send(let progress)): return handleSeries(progress)
        case (.seriesRows, .history(.listed(let page))): takeRowsOfSeries(page)
        case (.seriesPlan, .send(.supplied(let supply))): take(supply)
        case (.seriesPlan, .replaysPlanned(let needs)): return takePlan(needs)
        case (.seriesVerdict, .judged(let verdict)): return takeVerdict(verdict)
        case (.seriesSet, .seriesKept(let name)): takeSetOfSeries(name)
        case (.recall(let path), .history(.recalled(let past))): return take(recalled: past, at: path)
        case (_, .history(let result)): return handle(result, of: key)
        case (.ignoredDifference, .companionSaved(let companion)): return tellIgnored(companion)
        case (.example(let path), .examples(let result)), (.exampleChecks(let path, _), .examples(let result)):
            handle(result, at: path)
        case (_, .pastChecked(let checks)): take(checks)
        case (.textCheck, .textChecked(let fault, let text)): take(fault, of: text)
        case (.textFormat, .textFormatted(let result, let order)): return takeFormatted(result, of: order)
        case (.fileList, .filesListed(let files)): take(files)
        case (.draftDifference, .draftCompared(let difference)): take(difference)
        case (_, .difference(let shown)): show(shown)
        case (_, .latency(let shown)): take(shown)
        case (.capturing, .capturing(let requests)): takeCapturing(requests)
        case (_, .noLatency(let reason)): leaveLatency(because: reason)
        case (_, .share(let result)): return handle(result)
        case (_, .noDifference(let reason)): leaveDifference(because: reason)
        case (_, .requestsIndexed(let index)): take(index)
        case (_, .recentUses(let uses)): take(uses)
        case (_, .message(let message)): status = message
        default: break
        }
        return []
    }
}

extension TerminalInput {
    fileprivate var isResize: Bool { if case .resize = self { true } else { false } }

    /// Whether a person begins something with it; a drag and a release belong to the press before them.
    fileprivate var isAnAct: Bool {
        switch self {
        case .key, .paste: true
        case .mouse(let event): event.kind != .drag && event.kind != .release
        case .resize: false
        }
    }
}
