import Exchanges
import Foundation
import Interchange
import MicroClient

extension RunReport {
    /// Writes the report as one page that loads nothing: each request with its checks, and its attempts with their phases on a time axis.
    public func writeHTML(to sink: (UnsafeRawBufferPointer) throws -> Void) throws {
        let title = MarkupText.escaped("Run of \(subject)")
        let began = entries.lazy.compactMap { $0.sends.first?.sentAt }.min().map { $0.formatted(.iso8601) } ?? ""
        let counts = counts.map { "<li class=\"\($0.name)\"><b>\($0.count)</b> \($0.name)</li>" }.joined()
        try Self.put(
            """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(title)</title>
            <style>\(Self.style)</style>
            <header><h1>\(title)</h1><ul class="counts">\(counts)</ul>
            <p>\(MarkupText.escaped(summary))</p><p class="dim">\(began)</p></header>
            <main>

            """, to: sink)
        for entry in entries { try Self.put(entry.section, to: sink) }
        try Self.put("</main>\n\(Self.legend)\n</html>\n", to: sink)
    }

    private static let legend: String = {
        let keys = Transfer.Timings.shownPhases.map { "<li><i class=\"\($0.name)\"></i>\($0.title)</li>" }.joined()
        return "<footer><ul class=\"legend\">\(keys)<li><i class=\"pause\"></i>pause</li></ul></footer>"
    }()

    private static let style = """

        :root { color-scheme: light dark; --back: #fff; --panel: #f5f6f8; --line: #d5d8de; --text: #1b1f24; --dim: #59616b; --ok: #11702e; --bad: #b3261e; --skip: #6a5a00; }
        @media (prefers-color-scheme: dark) { :root { --back: #14171b; --panel: #1d2127; --line: #3a414b; --text: #e6e8eb; --dim: #a3abb6; --ok: #6fd08a; --bad: #ff8f86; --skip: #d8c15c; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 80rem; padding: 1rem; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
        h1 { font-size: 1.5rem; margin: 0 0 .5rem; overflow-wrap: anywhere; } h2 { font-size: 1rem; margin: 1rem 0 .25rem; }
        p { margin: .25rem 0; } .dim { color: var(--dim); } ul { list-style: none; margin: .25rem 0; padding: 0; }
        code, pre { font: 14px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; margin: .25rem 0; unicode-bidi: isolate; }
        .counts, .legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
        .ok, .passed { color: var(--ok); } .failed, .error { color: var(--bad); } .skipped { color: var(--skip); }
        main > details { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: 0 .75rem; color: var(--text); }
        main > details[open] { padding-bottom: .75rem; }
        main > details > summary { cursor: pointer; display: flex; flex-wrap: wrap; gap: 0 .75rem; padding: .5rem 0; overflow-wrap: anywhere; }
        summary b { min-width: 4rem; } summary .dim { margin-left: auto; }
        .checks li { padding-left: 5rem; text-indent: -5rem; margin: .25rem 0; color: var(--text); } .checks li > * { text-indent: 0; }
        .checks b { display: inline-block; width: 5rem; text-indent: 0; }
        .hop { display: grid; grid-template-columns: minmax(0, 22rem) minmax(0, 1fr) 6rem; gap: 0 .75rem; align-items: center; margin: .25rem 0; }
        .hop code { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; } .hop > :last-child { text-align: right; color: var(--dim); }
        .track { position: relative; height: 14px; background: var(--back); border: 1px solid var(--line); }
        .track i { position: absolute; top: 0; bottom: 0; min-width: 2px; } .legend i { display: inline-block; width: 1rem; height: .75rem; margin-right: .375rem; }
        i.nameLookup { background: #8e6bbf; } i.connect { background: #c77d0a; } i.tls { background: #b8488f; } i.send { background: #2f7fc1; } i.wait { background: #5d8a3a; } i.download { background: #1e9aa0; } i.pause { background: repeating-linear-gradient(45deg, var(--dim) 0 2px, transparent 2px 6px); }
        @media (max-width: 40rem) { body { padding: .5rem; } .hop { grid-template-columns: minmax(0, 1fr) 5.5rem; } .track { grid-column: 1 / -1; grid-row: 2; } summary .dim { margin-left: 0; width: 100%; } }

        """
}

extension Transfer.Timings {
    /// The phases that have a colour, with their names for people.
    fileprivate static var shownPhases:
        [(name: String, title: String, path: WritableKeyPath<Transfer.Timings, Duration?>)]
    {
        let titles = ["name lookup", "connect", "TLS", "sending", "waiting", "download"]
        return zip(phases, titles).map { ($0.name, $1, $0.path) }
    }
}

extension RunReport.Entry {
    fileprivate var section: String {
        let word = verdict.rawValue
        let row = row.map { " <span class=\"dim\">\(MarkupText.escaped($0))</span>" } ?? ""
        let head = "<b class=\"\(word)\">\(word)</b><span>\(MarkupText.escaped(path.withoutSuffix))\(row)</span>"
        let parts = [checkList, course, headers].joined()
        return
            "<details\(hasFailed ? " open" : "")><summary>\(head)<span class=\"dim\">\(MarkupText.escaped(text))</span>"
            + "</summary>\n\(parts)</details>\n"
    }

    private var checkList: String {
        let rows = checks.map { check in
            let (word, words) =
                switch check.result {
                case .passed: ("passed", nil as String?)
                case .skipped: ("skipped", reason)
                case .failed(let words): ("failed", words)
                case .error(let words): ("error", words)
                }
            let values = check.values.map { "expected: \($0.expected)\nactual: \($0.actual)" }
            let more = (values ?? words).map { "<pre>\(MarkupText.escaped($0))</pre>" } ?? ""
            return "<li><b class=\"\(word)\">\(word)</b><code>\(MarkupText.escaped(check.title))</code>\(more)</li>"
        }
        return "<ul class=\"checks\">\(rows.joined())</ul>\n"
    }

    private var course: String {
        sends.enumerated().map { index, send in
            let outcome = MarkupText.escaped(mask.text(send.outcomeInWords))
            let title = sends.count > 1 ? "Send \(index + 1): \(outcome)" : "Attempts"
            guard sends.count > 1 || !send.exchange.attempts.isEmpty else { return "" }
            return "<h2>\(title)</h2>\n" + Waterfall(send.exchange, mask: mask).html
        }.joined()
    }

    private var headers: String {
        guard let record else { return "" }
        let request = record.exchange.attempts.last?.hops.last?.request ?? record.exchange.request
        let parts = [("Request", request.headers)] + [record.head.map { ("Response", $0.headers) }].compactMap { $0 }
        return parts.map { name, fields in
            let lines = fields.map { "\($0.name): \(mask.value(of: $0))" }.joined(separator: "\n")
            return "<details><summary>\(name) headers</summary><pre>\(MarkupText.escaped(lines))</pre></details>\n"
        }.joined()
    }
}

/// The hops of a send, each with its phases on one time axis.
private struct Waterfall {
    private let exchange: Exchange
    private let mask: SecretMask
    private let total: Double

    init(_ exchange: Exchange, mask: SecretMask) {
        (self.exchange, self.mask) = (exchange, mask)
        total = max(exchange.duration?.inSeconds ?? 0, exchange.attempts.map(Self.end).max() ?? 0, 1e-6)
    }

    var html: String {
        exchange.attempts.map { attempt in
            attempt.hops.map { row(of: $0, in: attempt) }.joined() + pause(after: attempt)
        }.joined()
    }

    private func row(of hop: Exchange.Hop, in attempt: Exchange.Attempt) -> String {
        let line = "\(attempt.number) \(hop.request.method.rawValue) \(mask.url(hop.request.url))"
        let outcome = hop.response.map { mask.text($0.statusText) } ?? hop.failure.map { mask.text($0.message) } ?? ""
        var start = hop.startedAfter.inSeconds
        let bars = Transfer.Timings.shownPhases.compactMap { phase -> String? in
            guard let time = hop.timings[keyPath: phase.path] else { return nil }
            defer { start += time.inSeconds }
            return bar(phase.name, start, time, title: phase.title)
        }
        return row("\(line) → \(outcome)", bars.joined(), hop.timings.total)
    }

    private func pause(after attempt: Exchange.Attempt) -> String {
        guard let retry = attempt.retry, retry.wait > .zero else { return "" }
        let bar = bar("pause", Self.end(attempt), retry.wait, title: "pause")
        return row("pause: \(mask.text(retry.reason))", bar, retry.wait)
    }

    private func row(_ label: String, _ bars: String, _ time: Duration?) -> String {
        let label = MarkupText.escaped(label)
        return "<div class=\"hop\"><code title=\"\(label)\">\(label)</code><div class=\"track\">\(bars)</div>"
            + "<span>\(time.map(Wording.duration) ?? "")</span></div>\n"
    }

    private func bar(_ name: String, _ start: Double, _ time: Duration, title: String) -> String {
        let place = "left:\(percent(start));width:\(percent(time.inSeconds))"
        return "<i class=\"\(name)\" style=\"\(place)\" title=\"\(title) \(Wording.duration(time))\"></i>"
    }

    private func percent(_ seconds: Double) -> String {
        let thousandths = Int((min(1, max(0, seconds / total)) * 100_000).rounded())
        return "\(thousandths / 1000).\(String(thousandths % 1000 + 1000).dropFirst())%"
    }

    private static func end(_ attempt: Exchange.Attempt) -> Double {
        guard let hop = attempt.hops.last else { return attempt.startedAfter.inSeconds }
        return (hop.startedAfter + (hop.timings.total ?? .zero)).inSeconds
    }
}
