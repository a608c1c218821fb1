import ExplorerKit
import OpenCollection
import TextGrid

/// Changes the state, in this one place: takes what happened, returns what is to be done. Never waits.
public func update(_ state: inout ExplorerState, _ event: Event) -> [Effect] { update(&state, [event]) }

/// Handles events that came together. What follows from them is found out once, after the last: that takes longer than most events.
public func update(_ state: inout ExplorerState, _ events: [Event]) -> [Effect] {
    let effects = events.flatMap { state.handle($0) }
    return effects + state.follow(events)
}

extension ExplorerState {
    fileprivate mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .input(let input): return handle(input)
        case .tick(let date): now = date
        case .logged(let entry): note(entry)
        case .outcome(let outcome): return take(outcome)
        case .draftsRestored(let drafts, let path):
            return handling(path) {
                let effects = $0.restore(drafts)
                $0.showAwaitedDraft()
                return effects + $0.receiveWaiting()
            } ?? []
        case .filesTouched(let touched, let path): return handling(path) { $0.noteTouched(touched) } ?? []
        case .watching(let watching, let path): handling(path) { $0.noteWatching(watching) }
        case .collectionOpened(let collection, let item): return open(collection, showing: item)
        case .collectionRestored(let path, let problem): noteRestored(path, problem)
        case .collectionAdded(let collection): return openBehind(collection)
        case .received(let text, let path): return handling(path) { $0.receive(text, in: .root) } ?? []
        case .startListed(let facts): showStart(facts)
        case .importFound(let input): return openImport(input)
        case .openingFailed(let message): complain(message)
        case .tour(let isOffered): return beginTour(isOffered: isOffered)
        case .pathCompleted(let text, let completed, let candidates): takeCompletion(of: text, completed, candidates)
        case .journalled(let path, let collection, let problem): noteJournal(problem, of: path, in: collection)
        case .historyGrew: return listHistory()
        case .historyFollowed(let path, let problem): return noteFollowed(in: path, problem)
        case .settingsRead(let files): take(files)
        case .settingsTouched: return effect(.settings, .readSettings)
        case .historyImported(let filter): return openHistory(filter)
        case .message(let message): status = message
        case .terminationRequested: return quitKeepingDrafts()
        }
        return []
    }

    private mutating func handle(_ input: TerminalInput) -> [Effect] {
        if input.isUserInput {
            dropWanted()
            dropAwaitedDrafts()
        }
        if display.isTooSmall, !input.isResize { return handleUnseen(input) }
        switch input {
        case .key(let stroke): return handle(stroke)
        case .paste(let text): return handlePaste(text)
        case .resize(let size):
            // Labels are where things were.
            if size != self.size, overlays.last is JumpState { overlays.removeLast() }
            take(size)
        case .mouse(let event): return handle(event)
        }
        return []
    }

    /// Handles input while nothing can be shown: nothing is done that would have to be seen.
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
        finding.isSkimming = false
        display.pointer.stopSelecting()
        let own = settings.keymap.action(for: stroke, in: context)
        let action = own ?? (context == .completion ? settings.keymap.action(for: stroke, in: .edit) : nil)
        if action != .interrupt { pending.isAskedToQuit = false }
        if let action { return perform(action, stroke: stroke) }
        return type(stroke)
    }
}

extension TerminalInput {
    fileprivate var isResize: Bool { if case .resize = self { true } else { false } }

    /// Whether the user begins something with it; a drag and a release belong to the press before them.
    fileprivate var isUserInput: Bool {
        switch self {
        case .key, .paste: true
        case .mouse(let event): event.kind != .drag && event.kind != .release
        case .resize: false
        }
    }
}
