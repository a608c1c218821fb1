import BodyStore
import Foundation
import TestSupport
import Testing

@testable import FilterWorker

/// XPath in a real worker process, where libxml2 is installed.
@Suite(
    .enabled(if: XMLLibrary() != nil, "libxml2 is not installed"),
    .enabled(if: !LongRun.isSanitized, "it needs more memory than a worker has"))
struct MarkupQueryTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    private func find(
        _ expression: String, _ body: String, isHTML: Bool = false, limits: WorkerLimits = WorkerLimits()
    ) -> MarkupQuery.Outcome? {
        let program = WorkerProgram(path: builtProgram("filter-probe"), words: ["markup"])
        return MarkupQuery(expression, isHTML: isHTML, program: program, limits: limits).run(
            BodyStore(Array(body.utf8)))
    }

    private let upload = """
        <?xml version="1.0" encoding="UTF-8"?>
        <InitiateMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/" xmlns:x="urn:x">
          <Bucket>b</Bucket><UploadId>VXBs &amp; b2Fk</UploadId><x:Part x:n="2"/><x:Part x:n="3"/>
        </InitiateMultipartUploadResult>
        """

    @Test("finds elements of the default namespace by their names, others by the prefixes of the document")
    func namespaces() {
        #expect(find("//UploadId", upload) == .value(.text("VXBs & b2Fk")))
        #expect(find("/InitiateMultipartUploadResult/Bucket/text()", upload) == .value(.text("b")))
        #expect(find("//x:Part[2]/@x:n", upload) == .value(.text("3")))
        #expect(find("//Part", upload) == .value(.nothing))
    }

    @Test("numbers and truth are what XPath says they are")
    func kinds() {
        #expect(find("count(//x:Part)", upload) == .value(.number(2)))
        #expect(find("count(//x:Part) > 5", upload) == .value(.boolean(false)))
        #expect(find("string(//Missing)", upload) == .value(.text("")))
        #expect(find("number(//Bucket)", upload) == .value(.nothing) && find("1 div 0", upload) == .value(.nothing))
    }

    @Test("HTML is read with its faults, and names in capitals")
    func html() {
        let page = "<!doctype html><FORM><INPUT name=csrf value='a&lt;b'><p>one<p>two ü</FORM>"
        #expect(find("//input[@name='csrf']/@value", page, isHTML: true) == .value(.text("a<b")))
        #expect(find("//p[2]", page, isHTML: true) == .value(.text("two ü")))
    }

    @Test("the body is UTF-8, whatever it says of itself")
    func charset() {
        let body = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>ü</a>"
        #expect(find("/a", body) == .value(.text("ü")))
    }

    @Test("no entity of a document is read: neither a bomb, nor a file")
    func entities() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data("secret".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let outside = "<!DOCTYPE a [<!ENTITY e SYSTEM \"file://\(file.path)\">]><a>&e;</a>"
        let bomb =
            "<!DOCTYPE a [<!ENTITY b \"bbbbbbbbbb\">"
            + (0..<12).map { "<!ENTITY b\($0) \"\(String(repeating: $0 == 0 ? "&b;" : "&b\($0 - 1);", count: 10))\">" }
            .joined()
            + "]><a>&b11;</a>"
        for body in [outside, bomb] {
            guard case .problem(.broken(let words))? = find("string(/a)", body) else {
                Issue.record("it was read")
                continue
            }
            #expect(!words.contains("secret"))
        }
    }

    @Test("says in the library's words what is wrong with an expression or a body")
    func complaints() {
        guard case .problem(.refused(let expression))? = find("//a[", upload),
            case .problem(.broken(let body))? = find("//a", "<a>\n<b></a>")
        else {
            Issue.record("it took them")
            return
        }
        #expect(expression.contains("Invalid"), "\(expression)")
        #expect(body.contains("line 2"), "\(body)")
    }

    @Test("takes no longer text than it may, and no more time")
    func limits() {
        var limits = WorkerLimits()
        limits.outputBytes = 100
        #expect(find("//a", "<a>\(String(repeating: "x", count: 200))</a>", limits: limits) == .tooLong)
        limits = WorkerLimits()
        limits.processorSeconds = 1
        let nested = "<a>" + String(repeating: "<b/>", count: 5000) + "</a>"
        let endless = "count(//b[count(//b[count(//b) > 0]) > 0])"
        #expect(find(endless, nested, limits: limits) == .problem(.outOfTime(seconds: 1)))
    }
}
