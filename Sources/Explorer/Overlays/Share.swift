public import BodyStore
import Exchanges
import ExplorerKit
public import Foundation
public import Interchange
import OpenCollection
import TextGrid

/// Exchanges that are about to be given to others: what is masked in them, and how they begin, before anything leaves.
public struct ShareState: Sendable {
    public var ids: [UUID]
    public var format = ShareFormat.har
    /// The exchanges in a form to share; nil until it is ready.
    public internal(set) var prepared: PreparedShare?
    /// First line that is shown.
    public internal(set) var scroll = 0
    var finding = TextFinding()
}

/// A package, in the forms that were looked at.
public struct PreparedShare: Sendable {
    /// "set outage, 3 exchanges", "POST /login: 500".
    public var title: String
    public var masked: [MaskedPlace]
    /// Names of secrets that are too short to be looked for.
    public var shortNames: [String]
    /// The name of the file, without an extension.
    public var fileName: String
    public var contents: [ShareFormat: BodyStore]

    public init(
        title: String, masked: [MaskedPlace], shortNames: [String], fileName: String,
        contents: [ShareFormat: BodyStore]
    ) {
        (self.title, self.masked, self.shortNames, self.fileName) = (title, masked, shortNames, fileName)
        self.contents = contents
    }
}

/// A step of sharing exchanges.
public enum ShareOrder: Sendable {
    /// Masks exchanges and writes them as an archive, the first form.
    ///
    /// - set: all exchanges of this set are meant; nil: those of `ids`. Where these are a set of their own, its name and note go along.
    case prepare(ids: [UUID], set: String?, Reply<Result<PreparedShare, StatusMessage>>)
    /// Writes what was prepared last in another form.
    case write(ShareFormat, Reply<Result<BodyStore, StatusMessage>>)
    /// Writes a file that its owner alone can read; the path as it was typed.
    case save(BodyStore, path: String, replaces: Bool, Reply<Result<SavedShare, StatusMessage>>)
}

/// The end of saving.
public enum SavedShare: Sendable {
    case saved(StatusMessage)
    /// A file is there already: nothing was written.
    case exists(String)
}

// Exchanges given to others: looked at first, then into a file or onto the clipboard.

extension ExplorerState {
    /// Opens sharing: from the list the marked exchanges, else all of the set that it shows, else the row with the cursor; from the panes the shown
    /// response.
    mutating func openShare() -> [Effect] {
        if let history {
            let ids = history.chosen.map(\.id)
            let isSet = history.marked.isEmpty && history.request == nil
            return openShare(ids, set: isSet ? history.setName : nil)
        }
        return session?.response?.mark.map { openShare([$0.id], set: nil) } ?? []
    }

    private mutating func openShare(_ ids: [UUID], set: String?) -> [Effect] {
        present(ShareState(ids: ids))
        return effect(
            .share, { .share(.prepare(ids: ids, set: set, $0)) },
            then: { explorer, result in
                switch result {
                case .success(let prepared):
                    explorer.change(ShareState.self) { $0.prepared = prepared }
                    return explorer.share?.writeForm(in: &explorer) ?? []
                case .failure(let problem): return explorer.closeShare(problem)
                }
            })
    }

    var reasonNotToShare: String? {
        if history != nil { return reasonWithoutExchange }
        return reasonWithoutExchange(to: "share", unknown: "This response is not in the history.")
    }

    fileprivate var share: ShareState? { overlay() }

    private mutating func closeShare(_ message: StatusMessage) -> [Effect] {
        status = message
        overlays.removeAll(where: { $0 is ShareState })
        return effect(.share, .cancel)
    }
}

extension ShareState {
    /// The text in the form that is looked at; nil while it is made ready.
    fileprivate var store: BodyStore? { prepared?.contents[format] }

    fileprivate func showForm(by step: Int, in explorer: inout ExplorerState) -> [Effect] {
        var share = self
        share.format = ShareFormat.allCases.element(after: format, by: step)
        share.scroll = 0
        explorer.replaceTop(share)
        return share.writeForm(in: &explorer)
    }

    /// Writes the chosen form, unless it was looked at before.
    fileprivate func writeForm(in explorer: inout ExplorerState) -> [Effect] {
        guard prepared != nil, store == nil else { return [] }
        return explorer.effect(
            .share, { .share(.write(format, $0)) },
            note: { [format] explorer, result in
                switch result {
                case .success(let store): explorer.change(ShareState.self) { $0.prepared?.contents[format] = store }
                case .failure(let problem): explorer.status = problem
                }
            })
    }

    fileprivate func copy(in explorer: inout ExplorerState) -> [Effect] {
        guard let store else { return [] }
        return explorer.copy(
            Clip(0..<store.count, of: store, name: "as \(format.title)", fileExtension: format.fileExtension))
    }

    fileprivate func askWhereToSave(_ path: String? = nil, in explorer: inout ExplorerState) {
        guard let prepared, let store else { return }
        explorer.askForText(
            "Save \(format.title), \(Wording.bytes(Int64(store.count))), as",
            detail: "Path of the file (mode 600), ~ is your home; Enter saves, Esc cancels.",
            text: path ?? explorer.savePath("\(prepared.fileName).\(format.fileExtension)")
        ) { prompt, explorer in explorer.fileName(in: prompt).map { explorer.saveShared($0, replaces: false) } ?? [] }
    }
}

extension ExplorerState {
    fileprivate mutating func saveShared(_ path: String, replaces: Bool) -> [Effect] {
        guard let store = share?.store else { return [] }
        say(.info, "Saving.")
        return effect(
            .shareFile, { .share(.save(store, path: path, replaces: replaces, $0)) },
            then: { explorer, result in
                switch result {
                case .success(.saved(let message)): return explorer.closeShare(message)
                case .success(.exists(let path)): explorer.askToReplaceShared(path)
                case .failure(let problem): explorer.status = problem
                }
                return []
            })
    }

    private mutating func askToReplaceShared(_ path: String) {
        guard share != nil else { return }
        ask(
            "\(Self.lastComponent(of: path)) already exists",
            .init("Another name", detail: "keep the file") { explorer in
                explorer.share?.askWhereToSave(path, in: &explorer)
                return []
            },
            .init("Replace it", detail: "overwrite the file") { $0.saveShared(path, replaces: true) })
    }

    fileprivate var reasonWithoutShare: String? { share?.store == nil ? "It is still being prepared." : nil }
}

extension Action {
    static let share = Action(
        "share", [.response, .sides, .events, .history], ["X"], "share",
        "Share it, or the marked entries, as HAR, curl or Markdown, after a preview of what is masked.",
        reason: \.reasonNotToShare
    ) { $0.openShare() }
    static let saveShare = Action(
        "saveShare", [.share], [.enter], "save", "Save it to a file (mode 600).",
        reason: \.reasonWithoutShare
    ) { $0.share?.askWhereToSave(in: &$0) }
    static let copyShare = Action(
        "copyShare", [.share], ["y"], "copy", "Copy it.",
        reason: \.reasonWithoutShare
    ) { $0.share?.copy(in: &$0) ?? [] }
    static let nextShareFormat = Action(
        "nextShareFormat", [.share], [.tab, .right, "l", "]"], "format", "Show the next format: HAR, curl, Markdown."
    ) { $0.share?.showForm(by: 1, in: &$0) ?? [] }
    static let previousShareFormat = Action(
        "previousShareFormat", [.share], [.backTab, .left, "h", "["], "format back", "Show the previous format.",
        footer: []
    ) { $0.share?.showForm(by: -1, in: &$0) ?? [] }
}

extension ActionContext {
    static let share: ActionContext = .init("share", "Sharing", .list, [.closes, .findsText], way: .share)
}

extension ShareState: ScrolledText, TextOverlay {
    static let context: ActionContext = .share
    static let headRows = 2
    static let actions: [Action] = [.share, .saveShare, .copyShare, .nextShareFormat, .previousShareFormat]

    var keyHint: String? { "Enter saves, y copies, Esc closes." }

    /// Gives up what is still made ready; a file that is being saved is saved all the same.
    func didDismiss(in explorer: inout ExplorerState) -> [Effect] { explorer.effect(.share, .cancel) }

    // MARK: - Drawing

    /// Draws what is about to be shared: in which form, what is masked in it and where, and how it begins.
    func draw(_ explorer: ExplorerState, on grid: inout Grid) {
        let head = drawText(explorer, on: &grid).head
        grid.write(formats(), in: head)
    }

    func heading(in explorer: ExplorerState) -> String { prepared.map { "Share: \($0.title)" } ?? "Share" }

    /// Returns the formats, the chosen one marked: "HAR  curl  Markdown   12 KB".
    private func formats() -> [StyledText] {
        let forms = ShareFormat.allCases.flatMap { format -> [StyledText] in
            let isChosen = format == self.format
            let text = isChosen ? "[\(format.title)]" : " \(format.title) "
            return [StyledText(text, isChosen ? .key : .dimmed), StyledText(" ", .plain)]
        }
        let size = prepared?.contents[self.format].map { Wording.bytes(Int64($0.count)) } ?? ""
        return forms + [StyledText("  \(size)", .label)]
    }

    func lines(in state: ExplorerState) -> [[StyledText]] {
        guard let prepared, let store = prepared.contents[self.format] else {
            return [[StyledText("Preparing: secrets, and what looks like them, are masked.", .dimmed)]]
        }
        return masked(prepared, state) + [[]] + [[StyledText("Preview", .label)]] + beginning(of: store)
    }

    private func masked(_ prepared: PreparedShare, _ state: ExplorerState) -> [[StyledText]] {
        guard !prepared.masked.isEmpty else {
            return [[StyledText("No secrets found.", .success)]] + short(prepared)
        }
        let heading = [StyledText("Masked", .label)]
        let lines = prepared.masked.map { place -> [StyledText] in
            let times = place.times > 1 ? ", \(place.times) times" : ""
            let why = place.isSuspected ? "  looks like a secret" : ""
            return [
                StyledText("  \(place.name.shownInLine(limit: 60))", .hole),
                StyledText("  \(place.place.shownInLine(limit: 80))\(times)", .plain), StyledText(why, .dimmed),
            ]
        }
        return [heading] + lines + short(prepared)
    }

    private func short(_ prepared: PreparedShare) -> [[StyledText]] {
        prepared.shortNames.map {
            [
                StyledText(
                    "  ! \"\($0.shownInLine(limit: 60))\" is too short to mask everywhere", .warning)
            ]
        }
    }

    private func beginning(of store: BodyStore) -> [[StyledText]] {
        let text = String(decoding: store.copy(0..<min(store.count, Self.longestBeginning)), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(Self.mostLines)
        return lines.map { [StyledText(String($0).shownInLine(limit: 400), .dimmed)] }
    }

    private static let longestBeginning = 32 << 10
    private static let mostLines = 300
}
