import BodyStore
import BodyView
import CommandLineTool
import Exchanges
import Explorer
import FilterWorker
import Foundation

/// `send --filter`: prints a part of the response's body.
struct FilterPrinting {
    private let text: String
    private let filter: BodyFilter

    init(_ text: String) {
        self.text = text
        filter = BodyFilter(text)
    }

    /// The outcome of printing.
    struct Result {
        /// The reasons that nothing was found, or notes on what was found.
        var lines: [String] = []
        /// Whether it found everything that there is.
        var foundAll = true
        var writeError: StandardStreams.WriteError?
    }

    /// Prints what it finds in the body of a response, even of one that was cut off; nothing without a body.
    func run(on record: RecordedExchange, to output: BodyOutput) -> Result {
        guard let body = record.responseBody, Self.isFiltered(body, record.failure) else { return Result() }
        guard let document = Self.document(body, record.head?.headers["Content-Type"]) else {
            return Result(lines: ["only JSON is filtered; nothing is printed"], foundAll: false)
        }
        guard let outcome = FilterRun(FilterOrder(document, filter, text: text)).run() else { return Result() }
        var result = Result(lines: outcome.notes.map { "note: \($0)" } + [outcome.problem].compactMap { $0 })
        result.foundAll = outcome.problem == nil && !outcome.isPartial
        if let found = outcome.document { result.writeError = Self.write(found, to: output) }
        return result
    }

    /// Whether the body is filtered: not after the user cancelled, nor if the send failed before its body came, as the failure says enough.
    private static func isFiltered(_ body: BodyStore, _ failure: RecordedFailure?) -> Bool {
        guard let failure else { return true }
        return failure.stage != .cancelled && body.count > 0
    }

    /// Returns the body as a document; nil if it is not JSON.
    private static func document(_ body: BodyStore, _ contentType: String?) -> BodyDocument? {
        let head = body.copy(0..<min(body.count, BodyKind.headLength))
        let kind = BodyKind.detect(contentType: contentType, head: head)
        guard kind == .json || kind == .jsonLines else { return nil }
        let charset = BodyCharset.detect(contentType: contentType, head: head)
        guard let text = charset.map({ body.utf8(from: $0) }) ?? body else { return nil }
        var document = BodyDocument(store: text, kind: kind)
        document.index.extend(over: text)
        return document
    }

    private static func write(_ document: BodyDocument, to output: BodyOutput) -> StandardStreams.WriteError? {
        let store = document.store
        do {
            try output.whole { sink in
                for start in stride(from: 0, to: store.count, by: 256 << 10) {
                    try store.withBytes(in: start..<(start + (256 << 10)), sink)
                }
            }
        } catch {
            return error as? StandardStreams.WriteError
        }
        return nil
    }
}
