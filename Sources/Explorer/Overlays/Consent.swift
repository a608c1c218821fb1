import ExplorerKit
import Foundation
import Interchange
import MicroClient
import OpenCollection
import TextGrid

/// The box with the page, and the address that is typed or pasted.
public struct ConsentState: Sendable, Hashable {
    /// The generation of the effect that waits.
    public var generation: Int
    public var editor = TextEditor("", isMultiline: false)
}

// The user consents in a browser: where, and what comes back by hand when the browser cannot come back by itself.

extension ExplorerState {
    private static let waitingWords = "Waiting for the browser: "

    /// - Parameters:
    ///   - generation: The generation of the effect that waits.
    ///   - path: The item that it waits for.
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

    /// Shows the page, unless a browser was opened that comes back by itself.
    private mutating func show(_ page: ConsentPage, _ generation: Int, for path: ItemPath) -> [Effect] {
        note("The browser asks for consent: \(page.url)", .info)
        guard !isInBackground else { return [] }
        if !(page.isOpen && page.isHeard), path == shown, isFreeForQuestion {
            present(ConsentState(generation: generation))
        } else {
            noteWaiting()
        }
        return []
    }

    /// Says in the status line that a send waits for consent, while its page is not shown.
    mutating func noteWaiting() { say(.warning, Self.waitingWords + "A shows its page, Esc cancels.") }

    mutating func endConsent(_ generation: Int) {
        guard current.credentials.consents.removeValue(forKey: generation) != nil else { return }
        overlays.removeAll { ($0 as? ConsentState)?.generation == generation }
        if status?.text.hasPrefix(Self.waitingWords) == true { status = nil }
    }

    /// The generation of the consent that the shown item waits for.
    fileprivate var consentGeneration: Int? {
        let candidates = [
            session?.own.running?.generation, tokenUnderWay.flatMap { current.credentials.fetches[$0]?.generation },
        ]
        return candidates.compactMap { $0 }.first { current.credentials.consents[$0] != nil }
            ?? current.credentials.consents.keys.min()
    }

    // MARK: - Actions

    var reasonForConsent: String? { consentGeneration == nil ? "No OAuth login is waiting for the browser." : nil }
}

extension Action {
    static let consent = Action(
        "consent", .panes, ["A"], "OAuth page",
        "Open the OAuth consent page, or paste the redirect URL.",
        reason: \.reasonForConsent
    ) { explorer in explorer.consentGeneration.map { explorer.present(ConsentState(generation: $0)) } ?? [] }
    static let copyPage = Action(
        "copyPage", [.consent], [.control("y")], "copy URL", "Copy the URL of the page to the clipboard."
    ) { ($0.overlays.last as? ConsentState)?.copyPage(in: &$0) ?? [] }
}

extension ActionContext {
    static let consent: ActionContext = .init(
        "consent", "Waiting for the browser", .field, .asksOfCollection,
        enter: ("submit", "Submit the pasted redirect URL."),
        escape: ("hide", "Hide the page and keep waiting; Esc again cancels."))
}

extension ConsentState: TypedOverlay {
    static let context: ActionContext = .consent
    static let actions: [Action] = [.consent, .copyPage]

    /// Hands over the address; the box stays until it was looked at.
    func didChoose(in explorer: inout ExplorerState) -> [Effect] {
        let address = editor.text.trimmingSpaces
        guard let wait = explorer.current.credentials.consents[generation] else { return [] }
        explorer.present(address.isEmpty ? self : ConsentState(generation: generation))
        explorer.current.credentials.consents[generation]?.complaint =
            address.isEmpty ? "Paste the redirect URL from the browser." : nil
        guard !address.isEmpty else { return [] }
        return [
            Effect(
                key: explorer.current.key(wait.key, generation), generation: generation,
                collection: explorer.current.path, order: .handOver(address))
        ]
    }

    fileprivate func copyPage(in explorer: inout ExplorerState) -> [Effect] {
        guard let url = explorer.current.credentials.consents[generation]?.page.url else { return [] }
        return explorer.copy(Clip(url, name: "the page's URL"), note: ": open it in a browser")
    }
    func didDismiss(in explorer: inout ExplorerState) -> [Effect] {
        explorer.noteWaiting()
        return []
    }

    func didEdit(from old: TextEditor, in explorer: inout ExplorerState) -> [Effect] {
        explorer.current.credentials.consents[generation]?.complaint = nil
        return []
    }

    // MARK: - Drawing

    func draw(_ state: ExplorerState, on grid: inout Grid) {
        guard let wait = state.current.credentials.consents[generation] else { return }
        let columns = TrustQuestion.columns(in: state)
        let words = Wrapping.lines(explanation(wait.page), columns: columns).map { StyledText($0, .dimmed) }
        let address = Wrapping.pieces(of: wait.page.url.shownInLine(limit: .max), columns: columns).map {
            StyledText($0)
        }
        let complaint = OverlayDrawing.lines(of: wait.complaint ?? "", columns: columns, state)
        let blank = [StyledText(""), StyledText("")]
        let field = OverlayDrawing.drawQuestion(
            "Log in with your browser", columns: columns, words + address + blank, complaint, state, on: &grid)
        ListDrawing.drawLine(masked(editor.line), cursorColumn: editor.column, state.glyphs, in: field, on: &grid)
    }

    private func explanation(_ page: ConsentPage) -> String {
        let first = page.isOpen ? "This page was opened in your browser." : "Open this page in a browser."
        return page.isHeard
            ? "\(first) The result is picked up automatically; if not, paste the redirect URL."
            : "\(first) Grant access there, then paste the redirect URL."
    }

    /// Masks the characters after the first `?` or `#`, which are secret.
    private func masked(_ line: [Character]) -> [Character] {
        guard let end = line.firstIndex(where: { $0.unicodeScalars.contains { $0 == "?" || $0 == "#" } }) else {
            return line
        }
        return line.indices.map { $0 <= end ? line[$0] : "*" }
    }
}
