import BodyStore
import Foundation
import TestSupport
import Testing

@testable import BodyView

/// JSON made by chance, whole and with a mistake or two, beside Foundation's parser. `MICROSCOPE_FUZZ_TIMES` says how many times more,
/// `MICROSCOPE_FUZZ_SEED` which; a failure names the input.
@Suite("JSON made by chance, beside Foundation", .timeLimit(.minutes(60)))
struct JSONFuzzTests {
    private static func seeds(orJust few: Int) -> some Sequence<Int> {
        (0..<LongRun.inputs(orJust: few)).lazy.map { Int(truncatingIfNeeded: LongRun.seed) + $0 }
    }

    @Test("tokens, places and layout all say the values that Foundation reads")
    func values() throws {
        for seed in Self.seeds(orJust: 300) {
            var writer = JSONWriter(seed: seed)
            writer.writeValue(depth: 5)
            try expectAlike(writer.text, seed)
        }
    }

    @Test("what is accepted with a mistake in it is read alike too")
    func damagedValues() throws {
        for seed in Self.seeds(orJust: 300) { try expectAlike(mutated(seed), seed) }
    }

    private func expectAlike(_ text: String, _ seed: Int) throws {
        let document = document(text, .json)
        let fault = document.index.fault
        guard FoundationJSON.disagreement(about: text, fault) == nil else { return }
        let object = FoundationJSON.object(text.utf8)
        #expect((fault == nil) == (object != nil), "seed \(seed): \(text)")
        guard fault == nil, let object else { return }
        let tree = document.store.withJSONTokens { JSONTree(&$0) }
        #expect(tree?.means(object) == true, "seed \(seed): \(text)")
        #expect(document.store.withJSONPlaces { $0.map { JSONTree($0, at: $0.root) } } == tree, "seed \(seed): \(text)")
        let laidOut = BodyStore(Array(document.text.utf8))
        #expect(laidOut.withJSONTokens { JSONTree(&$0) } == tree, "seed \(seed): \(text)")
    }

    @Test("a fault stands exactly at the first byte with which no JSON text can go on")
    func places() throws {
        for seed in Self.seeds(orJust: 150) {
            let text = mutated(seed)
            guard let fault = document(text, .json).index.fault,
                FoundationJSON.disagreement(about: text, nil) == nil,
                FoundationJSON.disagreement(about: text, fault) == nil
            else { continue }
            let bytes = Array(text.utf8)
            #expect(JSONCompletion.canGoOn(bytes[..<fault.offsetInBytes]), "seed \(seed): \(text)")
            guard fault.offsetInBytes < bytes.count else { continue }
            #expect(!JSONCompletion.canGoOn(bytes[...fault.offsetInBytes]), "seed \(seed): \(text)")
        }
    }

    private func mutated(_ seed: Int) -> String {
        var writer = JSONWriter(seed: seed)
        writer.writeValue(depth: 3)
        var random = Seeded(seed + 1_000_000)
        var scalars = Array(writer.text.unicodeScalars)
        for _ in 0..<Int.random(in: 1...2, using: &random) { mutate(&scalars, &random) }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }

    private func mutate(_ scalars: inout [Unicode.Scalar], _ random: inout Seeded) {
        let alphabet = Array("{}[],:\"\\0-+.eEtfnu \n/x\u{1}".unicodeScalars)
        guard let place = scalars.indices.randomElement(using: &random),
            let scalar = alphabet.randomElement(using: &random)
        else { return }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: scalars.remove(at: place)
        case 1: scalars[place] = scalar
        default: scalars.insert(scalar, at: place)
        }
    }
}
