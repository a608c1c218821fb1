import Foundation
import Testing

@testable import BodyView

/// The scanner and layout beside Foundation's parser.
@Suite struct DifferentialTests {
    private static func isJSON(_ text: String) -> Bool { parsed(text) != nil }

    private static func parsed(_ text: String) -> NSObject? {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) as? NSObject
    }

    @Test("finds no fault in what Foundation reads, and its layout means the same", arguments: 0..<300)
    func valid(seed: Int) throws {
        var writer = JSONWriter(seed: seed)
        writer.writeValue(depth: 5)
        let document = document(writer.text, .json)
        #expect(document.index.fault == nil, "\(writer.text)")
        #expect(try #require(Self.parsed(document.text)) == #require(Self.parsed(writer.text)))
    }

    @Test("finds a fault exactly where Foundation refuses", arguments: 0..<300)
    func mutated(seed: Int) {
        var writer = JSONWriter(seed: seed)
        writer.writeValue(depth: 3)
        var random = Seeded(seed + 1_000_000)
        var scalars = Array(writer.text.unicodeScalars)
        for _ in 0..<Int.random(in: 1...2, using: &random) { mutate(&scalars, &random) }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        #expect((document(text, .json).index.fault == nil) == Self.isJSON(text), "\(text)")
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
