import Foundation
import Testing

@testable import BodyView

/// The scanner and layout beside Foundation's parser.
@Suite struct DifferentialTests {
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
}
