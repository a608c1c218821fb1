import BodyStore
import BodyView
import Exchanges
import Foundation
import Interchange
import MicroClient
import OpenCollection
import TextGrid

@testable import Explorer

/// A state whose shown request got a response, with the response focused; searches are done at once, unless they are held back.
struct BodyScene {
    var state: ExplorerState
    /// Searches that nobody has done yet, newest last.
    var held: [Effect] = []
    var holdsSearches = false
    private(set) var copied: [String] = []
    /// Filters that are kept for the next run, and the one that the collection keeps.
    private(set) var written: FilterMemory?
    private(set) var kept: (String?, ItemPath)?
    /// The pictures that are to be decoded, newest last.
    private(set) var pictures: [Effect] = []
    private var reading: Effect?
    /// The kind of the body if nobody chose another view.
    private var detected = BodyKind.json
    /// The header fields of the responses.
    var headers: HeaderFields = [HeaderField("Content-Type", "application/json")]
    /// The charset that nobody named.
    var encoding: BodyEncoding?

    init(_ body: String, kind: BodyKind = .json, columns: Int = 80, rows: Int = 24) {
        state = Explorers.state(columns: columns, rows: rows)
        state.press("3")
        receive(body, kind: kind)
    }

    /// Handles a send, and its whole response.
    mutating func receive(_ body: String, kind: BodyKind = .json) { receive(Array(body.utf8), kind: kind) }

    mutating func receive(_ body: [UInt8], kind: BodyKind = .json) {
        let sent = state.press("s").first { if case .send = $0.order { true } else { false } }
        guard let sent else { return }
        let store = BodyStore(body)
        let head = ResponseHead(status: 200, reason: "OK", httpVersion: "1.1", headers: headers)
        let lines = report(SendProgress.receiving(head, store), of: sent)
        detected = kind
        for effect in lines {
            switch effect.order {
            case .readLines, .readFilters, .keepFilters: perform(effect)
            default: break
            }
        }
        let record = RecordedExchange(
            id: UUID(),
            exchange: Exchange(
                request: Exchange.SentRequest(method: .get, url: "http://127.0.0.1/", headers: []),
                startedAt: Explorers.start,
                attempts: [], duration: .milliseconds(3)), origin: .init(), sentAt: Explorers.start, head: head,
            responseBody: store)
        finish(report(SendProgress.finished(record), of: sent))
    }

    mutating func press(_ keys: KeyStroke...) { for key in keys { finish(state.press(key)) } }
    mutating func type(_ text: String) { for character in text { press(.character(character)) } }

    mutating func paste(_ text: String) { finish(update(&state, .input(.paste(text)))) }

    /// Hands over the outcome of the filter that is held back.
    mutating func filtered(_ outcome: FilterOutcome) {
        for effect in held {
            guard case .filter = effect.order else { continue }
            finish(report(outcome, of: effect))
        }
    }

    private mutating func report<Outcome: Sendable>(_ outcome: Outcome, of effect: Effect) -> [Effect] {
        update(&state, effect.reply(outcome))
    }

    private mutating func finish(_ effects: [Effect]) {
        for effect in effects {
            if let text = effect.copiedText { copied.append(text) }
            if holdsSearches { held.append(effect) } else { perform(effect) }
        }
    }

    /// Does a search and hands in what it came to.
    mutating func perform(_ effect: Effect) {
        switch effect.order {
        case .readLines(let store, _, let viewing, _):
            var document = BodyDocument(store: store, kind: viewing.kind ?? detected, columns: viewing.columns)
            document.index.extend(over: store)
            document.encoding = viewing.charset.map { BodyEncoding($0, .chosen) } ?? encoding
            finish(report(document, of: effect))
        case .search(var search, _):
            guard let finding = search.run() else { return }
            finish(report(finding, of: effect))
        case .compare(let comparison, _):
            guard let compared = comparison.run() else { return }
            finish(report(compared, of: effect))
        case .refold(let refolding, _):
            guard let refolded = refolding.run() else { return }
            finish(report(refolded, of: effect))
        case .countMatches(var search, _):
            search.count()
            finish(report(search.counts, of: effect))
        case .findMatch(let step, _): finish(report(step.run(), of: effect))
        case .matchBlocks(let search, let blocks, _):
            finish(report(search.blocks(blocks), of: effect))
        case .foldLevel(let levels, _):
            guard let folded = levels.run() else { return }
            finish(report(folded, of: effect))
        case .filter(let order, _): finish(report(Self.outcome(of: order), of: effect))
        case .scalePicture: pictures.append(effect)
        case .readFilters: reading = effect
        case .keepFilters(let memory): written = memory
        case .keepFilter(let filter, let path, _):
            kept = (filter, path)
            var companion = state.collection.companion
            companion.filters[path] = filter
            finish(report(companion, of: effect))
        default: break
        }
    }

    /// Hands in the outcome of decoding a picture.
    mutating func decode(_ effect: Effect, _ outcome: PictureOutcome) {
        finish(report(outcome, of: effect))
    }

    mutating func resize(columns: Int, rows: Int) {
        finish(update(&state, .input(.resize(Size(columns: columns, rows: rows)))))
    }

    /// Hands in what an earlier run kept.
    mutating func remember(_ memory: FilterMemory) {
        if let reading { finish(report(memory, of: reading)) }
    }

    /// Returns the outcome of a filter: plain paths are followed; everything else only says that jq is asked.
    static func outcome(of order: FilterOrder) -> FilterOutcome {
        let store = BodyStore()
        guard case .path(let path) = order.filter,
            let found = try? PathFiltering(order.document, path: path).run(into: store)
        else { return FilterOutcome(nil, problem: "jq is asked for \(order.text)") }
        if found.count == 0, let miss = found.firstMiss { return FilterOutcome(nil, problem: miss) }
        var document = BodyDocument(store: store, kind: found.count == 1 ? .json : .jsonLines)
        document.index.extend(over: store)
        return FilterOutcome(
            document, count: found.count, notes: found.firstMiss.map { ["One value has no match: \($0)."] } ?? [])
    }

    /// The lines of the body on screen, from the number on.
    var lines: [String] {
        let left = state.layout.response.column
        return state.screen.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(
            state.layout.response.row + ResponsePane.headRows
        ).prefix(state.responseRows).map { String($0.dropFirst(left)).trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

    var document: BodyDocument {
        state.session?.bodyWithCursor ?? BodyDocument(store: BodyStore([UInt8]()), kind: .empty)
    }

    /// The number of lines of the body that no fold hides.
    var rowCount: Int { state.responseLineCount }

    var footer: String {
        String(state.screen.split(separator: "\n", omittingEmptySubsequences: false).last { !$0.isEmpty } ?? "")
    }

    /// The number of the line with the cursor, from 1.
    var line: Int {
        guard let response = state.session?.response, let document = response.document else { return 0 }
        return response.reading.shownLine(in: document) + 1
    }
}
