import FilterWorker
import Foundation
import MicroClient
import OpenCollection
import TestSupport
import Testing

@testable import CollectionRunner

@Suite("Captures and checks of XML, HTML, text and JSON by queries", .enabled(if: !LongRun.isSanitized))
struct BodyQueryTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    private func sample(_ body: String, _ type: String) -> ResponseSample {
        var sample = ResponseSample(body)
        sample.headers = [HeaderField("Content-Type", type)]
        let probe = builtProgram("filter-probe")
        sample.queries = QueryWorkers(
            jq: WorkerProgram(path: probe, words: []), markup: WorkerProgram(path: probe, words: ["markup"]))
        return sample
    }

    private let xml = "<r xmlns=\"urn:r\"><id>a1</id><n>42</n><on>true</on></r>"
    private let page = "<html><body><form><input name=csrf value=t0k><li>x<li>y</form></body></html>"
    private let text = "version: 1.2.3\nTotal = 17 items\n"

    @Test("the first match is captured, as text")
    func captures() {
        #expect(sample(xml, "application/xml").captured("xpath //id") == "\"a1\"")
        #expect(sample(page, "text/html").captured("css input[name=csrf]::attr(value)") == "\"t0k\"")
        #expect(sample(text, "text/plain").captured("regex ^Total = (\\d+)") == "\"17\"")
        #expect(sample(text, "text/plain").captured("regex 1\\.2\\.\\d") == "\"1.2.3\"")
        #expect(sample("{\"a\":[{\"b\":1},{\"b\":[2]}]}", "application/json").captured("jq .a[1].b") == "[2]")
        #expect(sample("{\"a\":[1,2]}", "application/json").captured("jq .a[]") == "1")
    }

    @Test("nothing found is undefined")
    func nothing() {
        #expect(sample(xml, "application/xml").captured("xpath //missing") == "undefined")
        #expect(sample(page, "text/html").captured("css .missing") == "undefined")
        #expect(sample(text, "text/plain").captured("regex absent") == "undefined")
        #expect(sample(xml, "application/xml").judge("xpath //missing", "isUndefined") == "passed")
    }

    @Test("a text is read as what it is compared with")
    func comparing() {
        let response = sample(xml, "application/xml")
        #expect(response.judge("xpath //n", "eq", "42") == "passed")
        #expect(response.judge("xpath //n", "gt", "41") == "passed")
        #expect(response.judge("xpath //n", "between", "1, 50") == "passed")
        #expect(response.judge("xpath //on", "eq", "true") == "passed")
        #expect(response.judge("xpath //n", "startsWith", "4") == "passed")
        #expect(response.judge("xpath //n", "length", "2") == "passed")
        #expect(response.judge("xpath count(/r/*)", "eq", "3") == "passed")
        #expect(response.judge("xpath //id", "eq", "b") == "failed: found \"a1\", expected \"b\"")
        #expect(
            sample("{\"n\":\"42\"}", "application/json").judge("jq .n", "eq", "42") != "passed",
            "JSON has numbers of its own")
    }

    @Test("letters count as they are, and lines have ends")
    func patterns() {
        #expect(sample(text, "text/plain").captured("regex total") == "undefined")
        #expect(sample(text, "text/plain").captured("regex ^Total.*s$") == "\"Total = 17 items\"")
    }

    @Test("what cannot be read says why")
    func problems() {
        #expect(sample(text, "text/plain").captured("regex (").hasPrefix("not evaluated: regex: character 2"))
        #expect(
            sample(text, "text/plain").captured("css li:hover")
                == "not evaluated: css: the pseudo-class :hover is not supported")
        #expect(
            sample("<a>", "application/xml").captured("xpath //a").hasPrefix("failed: the body cannot be read by xpath")
        )
        #expect(
            sample(String(repeating: "a", count: 60) + "!", "text/plain").captured("regex ^(a+)+$").hasPrefix(
                "not evaluated: regex: "))
        var without = sample(xml, "application/xml")
        without.queries = QueryWorkers(
            jq: WorkerProgram(path: "/bin/sh", words: ["-c", "exit 3"]),
            markup: WorkerProgram(path: "/bin/sh", words: ["-c", "exit 3"]))
        #expect(without.captured("xpath //id") == "not evaluated: install libxml2")
        #expect(without.judge("jq .a", "isDefined") == "not evaluated: install libjq1")
    }

    @Test("the value under the name of a credential is a secret")
    func secrets() {
        var definition = RequestDefinition()
        definition.actions = [VariableAction("x", from: "xpath //SessionToken")]
        let results = sample("<a><SessionToken>8f3a9c1d2e4b5f60</SessionToken></a>", "text/xml").results(definition)
        #expect(results.captures[0].isSecret)
    }
}
