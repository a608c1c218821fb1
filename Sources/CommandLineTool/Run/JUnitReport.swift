import Exchanges
import Foundation
import MicroClient

extension RunReport {
    /// Writes the report for continuous integration: a suite for each request, with a case for the response and for each check.
    ///
    /// - Source: The schema `junit-10.xsd` of Jenkins' xunit plugin.
    public func writeJUnit(to sink: (UnsafeRawBufferPointer) throws -> Void) throws {
        let ending = interruption.map { Entry.Check(title: "ended early", result: .error($0.message)) }
        let all = entries.flatMap(\.checks) + [ending].compactMap { $0 }
        let time = entries.flatMap(\.sends).reduce(Duration.zero) { $0 + ($1.exchange.duration ?? .zero) }
        try Self.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"microscope run\"", to: sink)
        try Self.put("\(Self.counts(of: all, time))>\n", to: sink)
        for entry in entries { try Self.put(entry.suite, to: sink) }
        if let ending { try Self.put(Self.suite(ending), to: sink) }
        try Self.put("</testsuites>\n", to: sink)
    }

    /// Returns the suite that says why the rest of the requests were not sent.
    private static func suite(_ ending: Entry.Check) -> String {
        guard case .error(let reason) = ending.result else { return "" }
        return """
              <testsuite name="run"\(counts(of: [ending], .zero))>
                <testcase name="\(ending.title)" classname="run"><error message="\(MarkupText.escaped(reason))"/></testcase>
              </testsuite>

            """
    }

    static func put(_ text: String, to sink: (UnsafeRawBufferPointer) throws -> Void) throws {
        var text = text
        try text.withUTF8 { try sink(UnsafeRawBufferPointer($0)) }
    }

    fileprivate static func counts(of checks: [Entry.Check], _ time: Duration) -> String {
        let failures = checks.count { if case .failed = $0.result { true } else { false } }
        let errors = checks.count { if case .error = $0.result { true } else { false } }
        return " tests=\"\(checks.count)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"\(seconds(time))\""
    }

    fileprivate static func seconds(_ time: Duration) -> String {
        let milliseconds = Int((time.inSeconds * 1000).rounded())
        return "\(milliseconds / 1000)." + String(milliseconds % 1000 + 1000).dropFirst()
    }
}

extension RunReport.Entry {
    fileprivate var suite: String {
        let checks = checks
        let time = sends.reduce(Duration.zero) { $0 + ($1.exchange.duration ?? .zero) }
        let skipped = checks.count { $0.result == .skipped }
        let began = sends.first.map { " timestamp=\"\($0.sentAt.formatted(.iso8601))\"" } ?? ""
        let counts = RunReport.counts(of: checks, time)
        let head = "name=\"\(MarkupText.escaped(title))\" file=\"\(MarkupText.escaped(path.text))\""
        let firstFailure = checks.firstIndex { $0.result != .passed && $0.result != .skipped } ?? 0
        let cases = checks.enumerated().map { index, check in
            testCase(check, time: index == 0 ? time : .zero, others: index == firstFailure ? otherSends : "")
        }
        return "  <testsuite \(head)\(counts) skipped=\"\(skipped)\"\(began)>\n" + properties + cases.joined()
            + "    <system-out>\(MarkupText.escaped(course.joined(separator: "\n")))</system-out>\n  </testsuite>\n"
    }

    private var properties: String {
        let all = [
            ("request", requestLine), ("status", record?.head.map { "\($0.status)" }), ("outcome", text), ("row", row),
        ]
        let lines = all.compactMap { name, value in
            value.map { "      <property name=\"\(name)\" value=\"\(MarkupText.escaped($0))\"/>\n" }
        }
        return "    <properties>\n\(lines.joined())    </properties>\n"
    }

    private func testCase(_ check: Check, time: Duration, others: String) -> String {
        let head = "name=\"\(MarkupText.escaped(check.title))\" classname=\"\(MarkupText.escaped(title))\""
        return "    <testcase \(head) time=\"\(RunReport.seconds(time))\">\(element(of: check))\(others)</testcase>\n"
    }

    private func element(of check: Check) -> String {
        switch check.result {
        case .passed: ""
        case .skipped: "<skipped message=\"\(MarkupText.escaped(reason ?? "the script skips it"))\"/>"
        case .failed(let words): element("failure", words, check)
        case .error(let words): element("error", words, check)
        }
    }

    private func element(_ name: String, _ words: String, _ check: Check) -> String {
        let values = check.values.map { ["expected: \($0.expected)", "actual: \($0.actual)"] } ?? []
        let lines = [words, requestLine, "status: \(text)"].compactMap { $0 } + values
        let message = words.split(separator: "\n").first.map(String.init) ?? ""
        return "<\(name) type=\"\(check.title == requestLine ? "response" : "assertion")\" "
            + "message=\"\(MarkupText.escaped(message))\">\(MarkupText.escaped(lines.joined(separator: "\n")))</\(name)>"
    }

    /// The sends that failed before: the request is flaky if the last one did not.
    private var otherSends: String {
        guard !isPolled else { return "" }
        let name = hasFailed ? "rerunFailure" : "flakyFailure"
        return earlier.map {
            "<\(name) type=\"send\" message=\"\(MarkupText.escaped(mask.text($0.outcomeInWords)))\"/>"
        }
        .joined()
    }

    /// Each send, with its attempts.
    private var course: [String] {
        sends.enumerated().flatMap { index, send in
            ["send \(index + 1): \(mask.text(send.outcomeInWords))"]
                + send.exchange.attempts.map { "  attempt \($0.number): \(mask.text($0.outcomeInWords))" }
        }
    }
}

extension RecordedExchange {
    /// "503 Service Unavailable", "connection refused", and the first check that does not hold.
    var outcomeInWords: String {
        let problem = facts.assertions.compactMap(\.problem).first
        let outcome = facts.failure?.message ?? facts.head?.statusText ?? "no response"
        return [outcome, problem].compactMap { $0 }.joined(separator: "; ")
    }
}

extension Exchange.Attempt {
    /// "503, sent again after 84 ms: 503 Service Unavailable".
    var outcomeInWords: String {
        let result =
            switch outcome {
            case .response(let status): "\(status)"
            case .failure(let failure): failure.message
            case .cancelled: "cancelled"
            case .running: "no response"
            }
        let redirects = hops.count > 1 ? ", \(Wording.count(hops.count, "hop"))" : ""
        let again = retry.map { ", sent again after \(Wording.duration($0.wait)): \($0.reason)" } ?? ""
        return result + redirects + again
    }
}
