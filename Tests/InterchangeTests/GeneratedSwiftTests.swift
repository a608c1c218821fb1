import Foundation
import OpenCollection
import TestSupport
import Testing

@testable import Interchange

/// The generated code is built by the compiler, in Swift 6 mode without a warning, and run against a server with recorded responses.
@Suite struct GeneratedSwiftTests {
    @Test(
        "every request in every form builds without a warning, sends the same, and reads the recorded answer",
        .enabled(if: SwiftProgram.canBuild))
    func all() throws {
        let server = try RespondingServer(SampleRequest.all)
        let program = try SwiftProgram(SampleRequest.all, base: server.baseURL)
        let build = try program.build()
        #expect(build.status == 0 && build.output.isEmpty, "\(build.output)")
        guard build.status == 0 else { return }
        let lines = try program.run()
        for (number, sample) in SampleRequest.all.enumerated() {
            for form in sample.forms {
                #expect(
                    lines.contains("\(number) \(form.rawValue): ok"),
                    "\(sample.id)\n\(lines.filter { $0.hasPrefix("\(number) \(form.rawValue)") })")
            }
            try compare(server.requests(number), sample, base: server.baseURL, number)
        }
    }

    /// Each form with what Microscope itself sends.
    private func compare(_ requests: [String: WireArrival], _ sample: SampleRequest, base: String, _ number: Int)
        throws
    {
        for form in sample.forms {
            let request = try #require(requests[form.rawValue], "\(sample.id) \(form)")
            let prefix = "\(base)/\(number)/\(form.rawValue)"
            let rendered = RequestRenderer.render(
                sample.definition, at: "it.yml", in: sample.collection, scopes: sample.scopes(base: prefix),
                defaults: ClientDefaults(userAgent: "x"))
            #expect(request.method == rendered.method)
            // Where secrets are given, the values differ on purpose.
            guard sample.arguments.isEmpty, sample.isComparable else { continue }
            #expect(
                request.target.comparable == String(rendered.url.dropFirst(base.count)).comparable,
                "\(sample.id) \(form)")
            for header in rendered.headers where !header.isAutomatic {
                #expect(
                    request.headers[header.name.lowercased()] == header.value, "\(sample.id) \(form) \(header.name)")
            }
            compareBody(request, rendered, "\(sample.id) \(form)")
        }
    }

    private func compareBody(_ request: WireArrival, _ rendered: RenderedRequest, _ comment: Comment) {
        guard rendered.problems.isEmpty, case .bytes(let bytes, let contentType) = rendered.body else { return }
        let type = request.headers["content-type"]
        #expect(type?.prefix { $0 != ";" } == contentType?.prefix { $0 != ";" }, comment)
        guard contentType == "application/json", let sent = request.json else {
            if request.headers["content-type"]?.hasPrefix("application/x-www") == true {
                #expect(Set(request.body.text.split(separator: "&")) == Set(bytes.text.split(separator: "&")), comment)
            } else {
                #expect(request.body.text == bytes.text, comment)
            }
            return
        }
        let wanted = WireArrival(method: "", target: "", headers: [:], body: bytes).json
        #expect(sent.withoutNulls == wanted?.withoutNulls, comment)
    }

    @Test("a JSON body is a value of a model, nulls and what is not known included")
    func bodies() throws {
        let texts = try ["Create", "Anything", "Objects", "Long integers"].map { id in
            try #require(SampleRequest.all.first { $0.id == id }).text(.request, name: "Any")
        }
        #expect(texts[0].contains(#"name: "Grete \"G\" \\ Hermann""#) && texts[0].contains("nothing: .null"))
        #expect(texts[0].contains("geo: [Body.Address.Geo(lat: 1.5), Body.Address.Geo(lat: 2, lon: -3)]"))
        #expect(texts[1].contains("a: .null,") && texts[1].contains("c: [:]"))
        #expect(texts[2].contains("b: nil") && texts[2].contains("body: [BodyElement]"))
        // No literal holds the second one.
        #expect(texts[3].contains("123456789012345678901") && texts[3].contains("body: String"))
    }

    @Test("no secret and no credential that is written out stands in any form", arguments: SwiftForm.allCases)
    func secrets(form: SwiftForm) {
        for sample in SampleRequest.all {
            let text = sample.text(form, name: "Any")
            #expect(!text.contains("s3cr3t") && !text.contains("written-out"), "\(text)")
        }
    }

    @Test("the same request gives the same text, which ends with its only last line end", arguments: SwiftForm.allCases)
    func stable(form: SwiftForm) {
        for sample in SampleRequest.all {
            let text = sample.text(form, name: "Any")
            #expect(text == sample.text(form, name: "Any"))
            #expect(text.hasSuffix("}\n") && !text.contains("\n\n\n"))
            #expect(!text.split(separator: "\n").contains { $0.hasSuffix(" ") })
        }
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}

extension String {
    /// A path and its query, percent-encoding undone, since the forms encode more than the renderer. Only items of one name keep their
    /// order: those without a value are in the path, and come first.
    fileprivate var comparable: [String] {
        let parts = split(separator: "?", maxSplits: 1).map { String($0).removingPercentEncoding ?? String($0) }
        let items = parts.dropFirst().flatMap { $0.split(separator: "&").map(String.init) }
        return parts.prefix(1)
            + items.enumerated().sorted { left, right in
                let names = [left, right].map { $0.element.prefix { $0 != "=" } }
                return names[0] == names[1] ? left.offset < right.offset : names[0] < names[1]
            }.map(\.element)
    }
}

extension NSObject {
    /// Optional properties that are nil are not sent.
    fileprivate var withoutNulls: NSObject {
        if let elements = self as? [NSObject] { return elements.map(\.withoutNulls) as NSArray }
        guard let members = self as? [String: NSObject] else { return self }
        return members.filter { !($0.value is NSNull) }.mapValues(\.withoutNulls) as NSDictionary
    }
}
