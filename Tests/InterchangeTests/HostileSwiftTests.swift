import Foundation
import OpenCollection
import Quoting
import TestSupport
import Testing

@testable import Interchange

/// Swift that is made of requests that a stranger wrote, read by the real parser.
@Suite("A hostile request as Swift")
struct HostileSwiftTests {
    /// A text in one place of a request.
    struct Place: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let put: @Sendable (String, inout RequestDefinition) -> Void

        static let all: [Place] = [
            Place(testDescription: "name") { $1.name = $0 },
            Place(testDescription: "URL") { $1.url = "http://127.0.0.1/\($0)?a=\($0)&\($0)=b#\($0)" },
            Place(testDescription: "path parameter") {
                $1.url = "http://h/:p/x-{{v}}"
                $1.parameters = [Parameter(.path, Field("p", $0))]
            },
            Place(testDescription: "query parameter") { $1.parameters = [Parameter(.query, Field($0, $0))] },
            Place(testDescription: "header") { $1.headers = [Field($0, $0)] },
            Place(testDescription: "text") {
                $1.body.kind = .text
                $1.body.text = $0
            },
            Place(testDescription: "JSON") {
                $1.body.kind = .json
                $1.body.text = $0
            },
            Place(testDescription: "JSON member") {
                $1.body.kind = .json
                $1.body.text = "{\(JSONText.quoted($0)): \(JSONText.quoted($0))}"
            },
            Place(testDescription: "form") {
                $1.body.kind = .formURLEncoded
                $1.body.form = [Field($0, $0)]
            },
            Place(testDescription: "multipart") {
                $1.body.kind = .multipart
                $1.body.parts = [
                    MultipartPart(name: $0, isFile: false, values: [$0], contentType: $0),
                    MultipartPart(name: $0, isFile: true, values: [$0]),
                ]
            },
            Place(testDescription: "kind of the body") { $1.body.kind = .unsupported($0) },
            Place(testDescription: "kind of the credentials") { $1.auth = .unsupported(AuthDetails(type: $0)) },
            Place(testDescription: "API key") { $1.auth = .apiKey(name: $0, value: "x", placement: .header) },
            Place(testDescription: "API key in the query") {
                $1.auth = .apiKey(name: $0, value: $0, placement: .query)
            },
            Place(testDescription: "bearer") { $1.auth = .bearer(token: "\($0){{\($0)}}") },
            Place(testDescription: "user") { $1.auth = .basic(username: $0, password: $0) },
        ]
    }

    private enum JSONText {
        static func quoted(_ text: String) -> String {
            (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
        }
    }

    private func text(_ form: SwiftForm, _ definition: RequestDefinition, environment: String) -> String {
        let collection = OpenCollection.Collection(name: "T")
        let scopes = VariableScopes(collection: collection, environment: nil, itemPath: "it.yml", request: definition)
        return SwiftExport(
            definition, at: "it.yml", in: collection, scopes: scopes, environmentName: environment
        ).text(form)
    }

    /// The number in all code of the texts, since names of parameters and types are made of the words of a text.
    private static let number = "4711"
    private static let words =
        HostileWord.all.map {
            $0.replacingBytes(of: HostileWord.trace, with: number).replacingBytes(of: "(1)", with: "(\(number))")
                .replacingBytes(of: "pwned = 1", with: "pwned = \(number)")
        } + ["deinit", "init", "in", "self"]

    @Test("the parser takes it, and finds no code in a text", arguments: Place.all)
    func parses(_ place: Place) throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("swift-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        var files: [String] = []
        for (index, word) in Self.words.enumerated() {
            for form in SwiftForm.allCases {
                var definition = RequestDefinition()
                definition.method = "POST"
                definition.url = "http://127.0.0.1/x"
                place.put(word, &definition)
                let file = directory.appendingPathComponent("w\(index)-\(form.rawValue).swift")
                try Data(text(form, definition, environment: word).utf8).write(to: file)
                files += ["-primary-file", file.path]
            }
        }
        let result = try ChildProgram.run(["swiftc", "-frontend", "-dump-parse"] + files)
        #expect(result.status == 0, "\(result.errorText.prefix(4000))")
        let output = result.outputText
        // Without `-primary-file` before each, the parser reads the first file and is silent about the others.
        #expect(output.ranges(of: "(source_file \"").count * 2 == files.count)
        let code = output.firstRange(of: "value=\"\(Self.number)\"").map { output[$0.lowerBound...].prefix(200) }
        #expect(code == nil, "\(output.prefix(upTo: code?.startIndex ?? output.startIndex).suffix(2000))")
    }
}
