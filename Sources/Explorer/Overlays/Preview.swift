import BodyStore
import Exchanges
import ExplorerKit
import Interchange
import MicroClient
import OpenCollection
import TextGrid

/// Shows on a wide screen, beside a list, what the row with the cursor leads to.
struct Preview: Sendable, Hashable {
    enum Subject: Sendable, Hashable {
        case item(NavigationHistory.Place)
        case exchange(HistoryRow.ID)
    }

    let subject: Subject
    /// The lines of the subject; those of the row before until it is read.
    var lines: [[StyledText]]

    /// The most lines of a body.
    static let bodyLines = 300
    /// The most bytes of a body that are read.
    static let bodyBytes = 16 << 10
}

/// A list that has a preview beside it.
protocol PreviewedList: Overlay {
    var preview: Preview? { get set }
    /// Returns the subject that the row with the cursor leads to; nil without one.
    func previewed(in explorer: ExplorerState) -> Preview.Subject?
    /// The text that brings the lines with it into view; none by default.
    var previewedText: String? { get }
}

extension PreviewedList {
    var previewedText: String? { nil }

    /// Draws the preview in the right half of a rectangle, where the screen is wide enough for one.
    ///
    /// - Returns: the room of the list.
    func drawPreview(_ explorer: ExplorerState, beside rect: Rect, on grid: inout Grid) -> Rect {
        guard explorer.showsPreviews else { return rect }
        let (list, rest) = rect.cutLeft(rect.columns / 2)
        let (rule, room) = rest.cutLeft(2)
        for row in 0..<rule.rows { grid.write(explorer.glyphs.separator, .rule, in: rule.line(row).cutLeft(1).0) }
        var finding = TextFinding(text: previewedText ?? "")
        let all = preview?.lines ?? []
        // Without a text to bring into view, only what is seen is wrapped: this is done for each frame.
        let lines = (finding.text.isEmpty ? all.prefix(room.rows) : all[...]).flatMap {
            Wrapping.wrap($0, columns: room.columns)
        }
        finding.line =
            finding.text.isEmpty ? nil : lines.firstIndex { TextMatcher(finding.text).isIn($0.map(\.text).joined()) }
        let first = finding.scroll(0, rows: room.rows - room.rows / 4, of: lines.count)
        for (row, number) in zip(0..<room.rows, lines.indices.dropFirst(first)) {
            grid.write(lines[number], in: room.line(row))
            finding.mark(lines[number].map(\.text).joined(), number, in: room.line(row), on: &grid)
        }
        return list.cutRight(1).1
    }
}

extension ExplorerState {
    /// Whether the screen has room for a preview beside a list: as many columns as for request and response beside each other.
    var showsPreviews: Bool { size.columns >= Layout.wideColumns && !isPlain }

    /// Reads what the row with the cursor leads to, once it is another one.
    mutating func orderPreview() -> [Effect] {
        guard showsPreviews, var list = overlays.last as? any PreviewedList else { return [] }
        let subject = list.previewed(in: self)
        guard subject != list.preview?.subject else { return [] }
        list.preview = subject.map { Preview(subject: $0, lines: list.preview?.lines ?? []) }
        replaceTop(list)
        switch subject {
        case nil: return []
        case .exchange(let id): return effect(.preview, { .history(.open(id, $0)) }, note: { $0.preview($1, of: id) })
        case .item(let place): return handling(place.collection) { $0.readPreview(of: place) } ?? []
        }
    }

    private mutating func readPreview(of place: NavigationHistory.Place) -> [Effect] {
        if let form = sessions[place.path]?.draft.form ?? openedForm(at: place.path) {
            preview(.item(place), form.previewLines)
            return []
        }
        return effect(.preview, { .open(place.path, $0) }, note: { $0.preview(.item(place), $1.previewLines) })
    }

    private func openedForm(at path: ItemPath) -> FormContent? {
        guard case .request(let file)? = collection.item(at: path)?.kind else { return nil }
        return FormFile.request(file).content()
    }

    private mutating func preview(_ result: Result<PastExchange, StatusMessage>, of id: HistoryRow.ID) {
        switch result {
        case .success(let past): preview(.exchange(id), previewLines(of: past))
        case .failure(let problem): preview(.exchange(id), [[StyledText(problem.text, .warning)]])
        }
    }

    private mutating func preview(_ subject: Preview.Subject, _ lines: [[StyledText]]) {
        guard var list = overlays.last as? any PreviewedList, list.preview?.subject == subject else { return }
        list.preview = Preview(subject: subject, lines: lines)
        replaceTop(list)
    }

    /// Returns the response, with the request above it.
    private func previewLines(of past: PastExchange) -> [[StyledText]] {
        let facts = past.kept.facts
        var lines: [[StyledText]] = []
        if let request = past.requestBody { lines += bodyLines(request, "Request body") }
        if let head = facts.head {
            lines.append([StyledText("\(head.status) \(head.reason)", .status(head.status))])
            lines += head.headers.map {
                [
                    StyledText("\(secrets.masked($0.name, glyphs)): ", .label),
                    StyledText(secrets.value(of: $0, by: glyphs.secret)),
                ]
            }
        } else if let failure = facts.failure {
            lines.append([StyledText("\(failure.stage.words): \(failure.message)", .failure)])
        }
        if let body = past.responseBody { lines += [[]] + bodyLines(body, nil) }
        return lines
    }

    private func bodyLines(_ body: BodyStore, _ title: String?) -> [[StyledText]] {
        let heading = title.map { [[StyledText($0, .label)]] } ?? []
        guard let text = body.beginning(bytes: Preview.bodyBytes) else {
            return heading + [[StyledText("\(Wording.bytes(Int64(body.count))) of binary data.", .dimmed)]]
        }
        let isWhole = body.count <= Preview.bodyBytes
        let laidOut = isWhole ? (try? JSONTemplateLayout.layOut(text).get()) ?? text : text
        let shown = secrets.masked(laidOut, glyphs).previewLines
        return heading + shown + (isWhole ? [] : [[StyledText(glyphs.ellipsis, .dimmed)]]) + (title == nil ? [] : [[]])
    }
}

extension BodyStore {
    /// Returns the text at the beginning of the body; nil if it is none.
    fileprivate func beginning(bytes: Int) -> String? {
        let text = withBytes(in: 0..<min(bytes, count)) { String(decoding: $0, as: UTF8.self) }
        return text.unicodeScalars.contains("\0") || text.dropLast(3).unicodeScalars.contains("\u{FFFD}") ? nil : text
    }
}

extension String {
    fileprivate var previewLines: [[StyledText]] {
        split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(Preview.bodyLines).map {
            [StyledText(String($0).shownInLine(limit: 1000), .plain)]
        }
    }
}

extension OpenedItem {
    fileprivate var previewLines: [[StyledText]] {
        switch self {
        case .file(let file, _): return file.content().previewLines
        case .item(let item):
            switch item.kind {
            case .request(let file): return FormFile.request(file).content().previewLines
            case .broken(let problem): return [[StyledText(problem.line, .warning)]]
            case .folder, .unopened, .unsupported: return []
            }
        }
    }
}

extension FormContent {
    /// The request line, then what the file says, part by part.
    fileprivate var previewLines: [[StyledText]] {
        var lines: [[StyledText]] = []
        if case .request(let content) = self {
            let method = content.definition.method.uppercased()
            lines.append([
                StyledText("\(method) ", .method(method)), StyledText(content.definition.url.shownInLine(limit: 2000)),
            ])
        }
        for (part, title) in [
            (TextReplacement.Part.headers, "Headers"), (.body, "Body"), (.variables, "Variables"), (.docs, "Docs"),
        ] {
            let texts = self.lines(of: part)
            guard !texts.isEmpty else { continue }
            lines += [[], [StyledText(title, .label)]]
            lines += texts.prefix(Preview.bodyLines).map { [StyledText($0.shownInLine(limit: 1000))] }
        }
        return lines
    }
}
