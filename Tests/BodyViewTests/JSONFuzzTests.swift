import Foundation
import TestSupport
import Testing

@testable import BodyView

/// JSON with a mistake or two, beside Foundation's parser. `MICROSCOPE_FUZZ_INPUTS` says how many, `MICROSCOPE_FUZZ_SEED` which.
@Suite("Damaged JSON", .timeLimit(.minutes(60)))
struct JSONFuzzTests {
    private static func isJSON(_ text: String) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
    }

    @Test("finds a fault exactly where Foundation refuses")
    func faults() {
        for number in 0..<LongRun.inputs(orJust: 300) {
            let seed = Int(truncatingIfNeeded: LongRun.seed) + number
            let text = mutated(seed)
            let fault = document(text, .json).index.fault
            if Self.readsOtherwise(text, fault) { continue }
            #expect((fault == nil) == Self.isJSON(text), "seed \(seed): \(text)")
        }
    }

    /// Foundation also takes a comma after the last element, and no number that is too large for a `Double`.
    private static func readsOtherwise(_ text: String, _ fault: BodyFault?) -> Bool {
        let commas = ["expected a value, found `]`", "expected a name in quotes, found `}`"]
        return fault.map { commas.contains($0.reason) } ?? text.contains(/[eE]\+?[0-9]{3}/)
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
