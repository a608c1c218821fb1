import TestSupport
import Testing

@testable import OpenCollection

/// Files that someone else wrote, cut and spliced. `MICROSCOPE_FUZZ_TIMES` says how many times more, `MICROSCOPE_FUZZ_SEED` which.
@Suite("Damaged collections", .timeLimit(.minutes(60)))
struct CollectionFuzzTests {
    private static let request = """
        info: {name: Get user, type: http, seq: 2, tags: [users]}
        http:
          method: post
          url: "{{host}}/users/:id?page=1&q={{x}}#top"
          headers:
            - name: X-Build
              value: 1.0
              disabled: true
          params:
            - {name: page, value: "1", type: query}
            - {name: id, value: 0x10, type: path}
          body:
            type: json
            data: |-
              {"a": {{n}}} // one
          auth: {type: basic, username: ada, password: "{{secret}}"}
        runtime:
          variables:
            - name: host
              value: {type: number, data: "10"}
        settings: {encodeUrl: inherit, timeout: 250, maxRedirects: 1e400}
        """ + "\n"

    private static let form = """
        info: {type: http}
        http:
          url: http://h
          body:
            type: multipart-form
            data:
              - {name: a, type: file, value: [x.txt, y.txt]}
              - {name: b, value: "{{b}}", disabled: false}
          auth: {type: apikey, key: k, value: v, placement: query}
        """ + "\n"

    private static let folder = """
        info: {name: Users, seq: 9e99}
        request:
          headers: [{name: A, value: b}]
          auth: {type: bearer, token: "{{t}}"}
          variables: [{name: host, value: "{{host}}"}]
        variables: [{name: secret, secret: true}]
        docs: {content: x, type: text/markdown}
        """ + "\n"

    private static let pieces = [
        "\n", "  ", "- ", ": ", "{", "}", "[", "]", "{{", "}}", "{{host}}", "\"", "'", "|", "null", "~", "1e999", "-1",
        "0x", "true", "&a ", "*a", "<<: ", "!!int ", "#", "?", ":id", "%", "%zz", "\u{0}", "\t", "é", "😀", "type: ",
    ]

    private static func damaged(_ text: String, using random: inout SeededGenerator) -> String {
        var characters = Array(text)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...characters.count, using: &random)
            let end = min(characters.count, place + Int.random(in: 0...12, using: &random))
            switch Int.random(in: 0..<3, using: &random) {
            case 0: characters.removeSubrange(place..<end)
            case 1: characters.insert(contentsOf: characters[place..<end], at: place)
            default: characters.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? "", at: place)
            }
        }
        return String(characters)
    }

    @Test("a damaged request is listed with a reason, or can be rendered, and saved without a change")
    func requests() {
        for number in 0..<LongRun.inputs(orJust: 200) {
            let seed = LongRun.seed &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            let text = Self.damaged(number.isMultiple(of: 3) ? Self.form : Self.request, using: &random)
            let fault = Self.fault(CollectionItem.read(text: text, path: "a.yml"), text)
            #expect(fault == nil, "seed \(seed):\n\(text)")
        }
    }

    /// Returns what is wrong with the outcome; nil if nothing is.
    private static func fault(_ item: CollectionItem, _ text: String) -> String? {
        switch item.kind {
        case .broken(let problem): return problem.line.hasPrefix("a.yml") ? nil : problem.line
        case .request(let file):
            var sample = Sample()
            sample.definition = file.definition
            _ = sample.rendered()
            guard file.readOnlyReason == nil else { return nil }
            return (try? file.saving(file.definition)) == text ? nil : "saving changes it"
        default: return nil
        }
    }

    @Test("other damaged files of a collection are read, or refused with a reason")
    func others() {
        for number in 0..<LongRun.inputs(orJust: 100) {
            var random = SeededGenerator(seed: LongRun.seed &+ UInt64(number))
            let text = Self.damaged(Self.folder, using: &random)
            let reads: [() throws -> Void] = [
                { _ = try FolderDefinition.read(text: text, path: "f.yml") },
                { _ = try EnvironmentDefinition.read(text: text, name: "e", path: "e.yml") },
                { _ = try CompanionFile.read(text: text) },
            ]
            for read in reads {
                do { try read() } catch { #expect((error as? FileProblem)?.message.isEmpty == false, "\(text)") }
            }
        }
    }
}
