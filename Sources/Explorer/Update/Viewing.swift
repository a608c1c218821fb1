import BodyStore
import BodyView
import MicroClient
import OpenCollection

// How a body is looked at: what the user chose, kept for the request's next responses.

extension BodyKind {
    /// "hex"
    var viewTitle: String {
        switch self {
        case .empty: "nothing"
        case .json: "JSON"
        case .jsonLines: "JSON lines"
        case .xml: "XML"
        case .html: "HTML"
        case .table: "table"
        case .text: "text as sent"
        case .picture: "picture"
        case .hex: "hex"
        }
    }
}

extension ExplorerState {
    var reasonWithoutViews: String? {
        guard let response = session?.response, response.body != nil else { return reasonForNoBody }
        return response.hasBodyToShow ? nil : "The response failed: no body arrived."
    }

    /// Returns the viewing of a request's bodies, with the columns of the pane.
    func viewing(at path: ItemPath) -> BodyViewing {
        var viewing = sessions[path]?.look.viewing ?? BodyViewing()
        viewing.columns = layout.response.columns - BodyDrawing.gutterOfHex
        return viewing
    }

    mutating func openViews() {
        guard let session else { return }
        let chosen = session.look.viewing.kind
        let detected = chosen == nil ? session.response?.whole.document?.kind : nil
        let automatic = detected.map { "as it is detected: now \($0.viewTitle)" } ?? "as it is detected"
        let options =
            [Chooser.Option("Automatic", detail: automatic) { $0.view { $0 = BodyViewing() } }]
            + Self.views.map { kind, detail in
                Chooser.Option(kind.viewTitle, detail: detail) { $0.view { $0.kind = kind } }
            }
            + Self.charsets.map { name in
                Chooser.Option(
                    name ?? "Charset as named or guessed",
                    detail: name == nil ? "by the header, a mark, its own words, or its bytes" : "charset"
                ) { $0.view { $0.charset = name } }
            }
        let selected = Self.views.firstIndex { $0.kind == chosen }.map { $0 + 1 } ?? 0
        ask("View as", options: options, selected: selected)
    }

    private static let views: [(kind: BodyKind, detail: String)] = [
        (.json, ""), (.jsonLines, ""), (.xml, ""), (.html, ""), (.table, "CSV and TSV, in columns"),
        (.text, "its lines, unformatted"), (.picture, "two pixels in a cell; else its bytes, and why"),
        (.hex, "bytes and characters"),
    ]

    /// The encodings that are met, in the order in which they are met; nil: as the response names it.
    private static let charsets: [String?] = [
        nil, "UTF-8", "windows-1252", "ISO-8859-1", "ISO-8859-2", "ISO-8859-15", "windows-1250", "windows-1251",
        "KOI8-R", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "GB18030", "Big5", "EUC-KR", "windows-1253", "windows-1254",
        "windows-1255", "windows-1256", "UTF-16LE", "UTF-16BE", "IBM437", "macintosh",
    ]

    private mutating func view(_ change: (inout BodyViewing) -> Void) -> [Effect] {
        guard let shown else { return [] }
        if var viewing = sessions[shown]?.look.viewing {
            change(&viewing)
            sessions[shown]?.look.viewing = viewing
        }
        return readLinesAgain(at: shown)
    }

    /// Orders new lines, only as another index of the same bytes.
    mutating func readLinesAgain(at path: ItemPath) -> [Effect] {
        guard let session = sessions[path] else { return [] }
        return path.responses(in: session).flatMap { id -> [Effect] in
            guard let response = sessions[id]?.response, let store = response.body, response.hasBodyToShow else {
                return []
            }
            return readLines(of: store, response.head, id)
        }
    }

    mutating func readLines(of store: BodyStore, _ head: ResponseHead?, _ id: ResponseID) -> [Effect] {
        let (type, viewing) = (head?.headers["Content-Type"], viewing(at: id.path))
        return effect(
            .lines, of: id, { .readLines(store, contentType: type, viewing, $0) }, note: { $0.current.show($2, $1) })
    }

    // MARK: - Going to a line

    mutating func openGoToLine() {
        guard let document = session?.bodyWithCursor else { return }
        let isHex = document.kind.isBytes
        let last = isHex ? max(0, document.index.scannedBytes - 1) : document.lineCount
        let detail = isHex ? "0 to \(last), or 0x\(String(last, radix: 16))" : "1 to \(last)"
        askForText(isHex ? "Go to offset" : "Go to line", detail: detail) { $1.answerBodyLine($0) }
    }

    mutating func answerBodyLine(_ prompt: Prompt) -> [Effect] {
        guard let document = session?.bodyWithCursor else { return [] }
        let text = prompt.editor.text.filter { $0 != " " && $0 != "," && $0 != "_" }
        let number = text.lowercased().hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
        guard let number, number >= 0 else {
            return prompt.asked(again: "A number, or 0x and hexadecimal digits.", in: &self)
        }
        let line = document.kind.isBytes ? document.index.line(ofOffset: number) : number - 1
        goToBodyLine(min(max(0, line), max(0, document.lineCount - 1)))
        return []
    }
}

extension RequestSession {
    /// Shows an index. One of another kind has other lines: cursor, folds and filter begin again.
    ///
    /// - Returns: Whether it is of another kind.
    fileprivate mutating func show(_ document: BodyDocument, of environment: String?) -> Bool {
        guard var response = self[environment]?.response else { return false }
        let isOther = response.whole.document.map { $0.kind != document.kind || $0.store !== document.store } ?? false
        if isOther {
            response.whole.reading = BodyReading()
            response.picture = PictureReading()
            (response.whole.changes.found, response.whole.changes.areOrdered) = (nil, false)
            response.filtering.restart()
            look.scroll[.body] = 0
            (look.columnOffset, look.scrollColumn) = (0, 0)
            find.forgetMatch()
        }
        response.whole.document = document
        response.picture.note(document)
        self[environment]?.response = response
        return isOther
    }

    /// Sideways a table goes no further than to its last column.
    var lastColumnOffset: Int {
        guard let document = bodyWithCursor, document.kind == .table else { return BodyDocument.maximumColumns }
        return (TableDrawing.columnCount(of: document) - 1) * TableDrawing.step
    }
}

extension CollectionState {
    /// Takes lines of a body, as far as they are known. What is still being looked for among other lines comes too late.
    fileprivate mutating func show(_ document: BodyDocument, _ id: ResponseID) {
        guard sessions[id.path]?.show(document, of: id.environment) == true else { return }
        for key in [EffectKey.place, .folds, .changes, .match] { generations[key(id.path)] = nil }
    }
}
