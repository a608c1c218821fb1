import MicroClient
import Testing

@testable import MicroClientCurl

@Suite("HeadParser")
struct HeadParserTests {
    /// The heads that lines complete, and the parser after them.
    private func parse(_ lines: [String]) -> (heads: [ResponseHead], parser: HeadParser) {
        var parser = HeadParser()
        var heads: [ResponseHead] = []
        for line in lines {
            let outcome = Array((line + "\r\n").utf8).withUnsafeBytes { parser.take($0) }
            switch outcome {
            case .nothing: break
            case .informational(let head), .head(let head): heads.append(head)
            }
        }
        return (heads, parser)
    }

    @Test(
        "reads status lines",
        arguments: [
            ("HTTP/1.1 200 OK", ResponseHead(status: 200, reason: "OK", httpVersion: "1.1")),
            ("HTTP/1.0 404 Not Found here", ResponseHead(status: 404, reason: "Not Found here", httpVersion: "1.0")),
            ("HTTP/2 204 ", ResponseHead(status: 204, httpVersion: "2")),
            ("HTTP/1.1 200", ResponseHead(status: 200, httpVersion: "1.1")),
            ("nonsense", ResponseHead(status: 0)),
        ])
    func statusLines(line: String, expected: ResponseHead) {
        #expect(parse([line, ""]).heads == [expected])
    }

    @Test("keeps a line without a colon as a name without a value")
    func noColon() {
        let heads = parse(["HTTP/1.1 200 OK", "strange", "A: b: c", ""]).heads
        #expect(heads.first?.headers == [HeaderField("strange", ""), HeaderField("A", "b: c")])
    }

    @Test("takes lines after the final head for trailers")
    func trailers() {
        let parser = parse(["HTTP/1.1 200 OK", "", "X-a: 1", "x-A: 2", ""]).parser
        #expect(parser.trailers == [HeaderField("X-a", "1"), HeaderField("x-A", "2")])
        #expect(parser.hasFinalHead)
    }

    @Test("the last of many trailers takes no longer than the first", .timeLimit(.minutes(1)))
    func manyTrailers() {
        let lines = ["HTTP/1.1 200 OK", ""] + [String](repeating: "a: b", count: 200_000) + [""]
        #expect(parse(lines).parser.trailers.count == 200_000)
    }

    @Test("knows that a 1xx head is not the final one")
    func informational() {
        #expect(parse(["HTTP/1.1 100 Continue", ""]).parser.hasFinalHead == false)
    }
}
