import DeclarationScanner
import Foundation
import TestSupport
import Testing

/// Text that is not quite Swift: pieces of it in any order, and sources cut and spliced anywhere.
@Suite struct ScannerFuzzTests {
    private static let inputs = LongRun.inputs(orJust: 3_000)
    private static let seed = LongRun.seed

    private static let pieces = [
        "@", "Query", "(", ")", "{", "}", "[", "]", "<", ">", "\"", "\"\"\"", "#", "\\(", "\\#(", "/", "/*", "*/", "//",
        "\n", " ", "#if", "#else",
        "#elseif", "#endif", "var", "let", "struct", "init", "func", "class", "private(set)", ":", "=", ",", ";", "->",
        "?", "`", "1.5e-", "é", "didSet",
        "a", "A.B", "\u{0}", "\r", "#/", "where", "case", "-",
    ]

    @Test("nothing that can be typed stops the scanner, and every range lies in the source")
    func anything() {
        var random = SplitMix(state: Self.seed)
        for _ in 0..<Self.inputs {
            let source = (0..<random.number(below: 40)).map { _ in Self.pieces[random.number(below: Self.pieces.count)]
            }.joined()
            let scanner = SourceScanner(source)
            check(scanner.members(), scanner)
            check(
                SourceScanner("struct A {" + source).declaration()?.members ?? [], SourceScanner("struct A {" + source))
            _ = scanner.literal(in: 0..<source.utf8.count)
            _ = scanner.leadingAttribute()
        }
    }

    @Test("deep nesting is passed over")
    func depth() {
        for piece in ["(", "{", "\"\\(", "#if A\n", "@A(", "[", "<", "/*", "var a = {", "struct A {"] {
            check(
                SourceScanner(String(repeating: piece, count: 2_000)).members(),
                SourceScanner(String(repeating: piece, count: 2_000)))
        }
    }

    private func check(_ members: [Member], _ scanner: SourceScanner) {
        let whole = 0..<scanner.bytes.count + 1
        for property in members.properties {
            #expect(property.attributes.allSatisfy { whole.contains($0.range.upperBound) })
            for binding in property.bindings {
                let ranges = [binding.nameRange, binding.type, binding.value].compactMap { $0 }
                #expect(ranges.allSatisfy { $0.lowerBound <= $0.upperBound && whole.contains($0.upperBound) })
            }
        }
    }
}

extension [Member] {
    fileprivate var properties: [Property] {
        flatMap { member -> [Property] in
            switch member {
            case .property(let property): [property]
            case .conditional(let branches): branches.flatMap(\.members.properties)
            case .initializer, .type, .other: []
            }
        }
    }
}

/// The same numbers from the same seed.
private struct SplitMix {
    var state: UInt64

    mutating func number(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(max(limit, 1)))
    }
}
