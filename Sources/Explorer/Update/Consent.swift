import MicroClient
import OpenCollection
import TextGrid

// A person agrees in a browser: where to, and what comes back by hand when the browser cannot come back by itself.

extension ExplorerState {
    private static let waitingWords = "Waiting for the browser: "

    /// - Parameters:
    ///   - generation: of the effect that waits.
    ///   - path: what it waits for.
    mutating func handle(_ step: ConsentStep, of key: EffectKey, _ generation: Int, for path: ItemPath) -> [Effect] {
        switch step {
        case .waiting(let page):
            current.credentials.consents[generation] = ConsentWait(page: page, key: key)
            return show(page, generation, for: path)
        case .refused(let complaint): current.credentials.consents[generation]?.complaint = complaint
        case .over: endConsent(generation)
        }
        return []
    }

    /// A browser that was opened and comes back by itself is left to do so; else the page is shown.
    private mutating func show(_ page: ConsentPage, _ generation: Int, for path: ItemPath) -> [Effect] {
        note("The browser asks for consent: \(page.url)", .info)
        guard !isInBackground else { return [] }
        if !(page.isOpen && page.isHeard), path == shown, overlays.isEmpty, edit == nil {
            overlays.append(ConsentState(generation: generation))
        } else {
            noteWaiting()
        }
        return []
    }

    /// What waits is not seen.
    mutating func noteWaiting() {
        status = StatusMessage(.warning, Self.waitingWords + "A shows its page, Esc cancels.")
    }

    mutating func endConsent(_ generation: Int) {
        guard current.credentials.consents.removeValue(forKey: generation) != nil else { return }
        overlays.removeAll { ($0 as? ConsentState)?.generation == generation }
        if status?.text.hasPrefix(Self.waitingWords) == true { status = nil }
    }

    /// Of what is shown.
    private var consentGeneration: Int? {
        let candidates = [
            session?.own.running?.generation, tokenUnderWay.flatMap { current.credentials.fetches[$0]?.generation },
        ]
        return candidates.compactMap { $0 }.first { current.credentials.consents[$0] != nil }
            ?? current.credentials.consents.keys.min()
    }

    // MARK: - Actions

    var reasonForConsent: String? { consentGeneration == nil ? "Nothing waits for a browser." : nil }

    mutating func openConsent() {
        guard let generation = consentGeneration else { return }
        overlays.append(ConsentState(generation: generation))
    }

    mutating func copyConsentPage() -> [Effect] {
        guard let state = overlays.last as? ConsentState, let wait = current.credentials.consents[state.generation]
        else {
            return []
        }
        return copy(Clip(wait.page.url, name: "the page's address"), note: ": open it where you have a browser")
    }

    /// Enter: the box stays until the address was looked at.
    mutating func handOver(_ state: ConsentState) -> [Effect] {
        let address = state.editor.text.trimmingBlanks
        guard let wait = current.credentials.consents[state.generation] else { return [] }
        var emptied = state
        if !address.isEmpty { emptied.editor = TextEditor("", isMultiline: false) }
        overlays.append(emptied)
        guard !address.isEmpty else {
            current.credentials.consents[state.generation]?.complaint = "Paste the address that the browser ended at."
            return []
        }
        current.credentials.consents[state.generation]?.complaint = nil
        return [
            Effect(
                key: current.key(wait.key, state.generation), generation: state.generation, collection: current.path,
                order: .handOver(address))
        ]
    }

}

extension ConsentState: TypedOverlay {
    func context(in explorer: ExplorerState) -> ActionContext { .consent }
    var isAboutCollection: Bool { true }
    func footer(in explorer: ExplorerState) -> [Action] {
        [.choose, .copyPage, .dismiss]
    }

    func choose(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        return explorer.handOver(self)
    }
    func dismiss(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        explorer.noteWaiting()
        return []
    }

    func edit(in explorer: inout ExplorerState, _ change: (inout TextEditor) -> Void) -> [Effect] {
        var state = self
        change(&state.editor)
        explorer.replaceTop(state)
        explorer.current.credentials.consents[generation]?.complaint = nil
        return []
    }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { QuestionDrawing.draw(self, explorer, on: &grid) }
}
