import TestSupport
import TextGrid

@testable import Explorer

/// Input of hands that nobody guides: keys of every context, text, pastes, clicks, and windows of any size.
struct ChanceInput {
    private var random: SeededGenerator
    /// The last size of the window.
    private var size = Size.usual

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    mutating func next() -> TerminalInput {
        switch below(100) {
        case 0..<60: .key(pick(Self.keysOfActions))
        case 60..<72: .key(.character(pick(Self.characters)))
        case 72..<78: .key(.enter)
        case 78..<84: .key(.escape)
        case 84..<90: .key(anyKey())
        case 90..<93: .paste(pick(Self.texts))
        case 93..<97: .mouse(click())
        default: resize()
        }
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    private mutating func anyKey() -> KeyStroke {
        KeyStroke(pick(Self.keys), KeyStroke.Modifiers(rawValue: UInt8(below(8))))
    }

    private mutating func click() -> MouseEvent {
        let kinds: [MouseEvent.Kind] = [.press, .release, .drag, .doubleClick, .wheelUp, .wheelDown]
        // Beside the screen too: a window may have become smaller meanwhile.
        return MouseEvent(
            pick(kinds), at: Point(column: below(size.columns + 3) - 1, row: below(size.rows + 3) - 1))
    }

    private mutating func resize() -> TerminalInput {
        size = below(4) == 0 ? Size(columns: 1 + below(300), rows: 1 + below(100)) : pick(Self.sizes)
        return .resize(size)
    }

    private static let keysOfActions = ActionTable.rows.flatMap(\.keys)

    private static let sizes: [Size] = [
        .usual, .usual, .usual, Size(columns: 60, rows: 16), Size(columns: 59, rows: 40), Size(columns: 61, rows: 17),
        Size(columns: 100, rows: 30), Size(columns: 1, rows: 1), Size(columns: 200, rows: 50),
    ]

    private static let characters: [Character] =
        (UInt8(0x20)..<0x7F).map { Character(Unicode.Scalar($0)) } + [
            "é", "漢", "👩\u{200D}👧", "e\u{301}", "ß", "\u{301}", "🇩🇪",
        ]

    private static let keys: [KeyStroke.Key] =
        [
            .enter, .tab, .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
            .pageDown,
        ] + (1...12).map { .function($0) } + "acdegknoprtuwxyz_".map { .character($0) }

    private static let texts = [
        "", "x", "{{baseUrl}}/users/{{missing}}?a=1&b={{token}}#f", "curl -X POST http://127.0.0.1:9/x -d '{\"a\": 1}'",
        "http://127.0.0.1:9/ü?q=漢字", "two\nlines", "\ttabs\t", "{\"a\": [1, 2, {\"b\": null}]}",
        String(repeating: "long ", count: 400), "status:200", ".items[0] | length", "(", "[a-z]+(?<n>x)",
        "999999999999999999999",
        "-1", "../../../etc", "name: x\ntype: http\n", HostileText.allCases.map(\.text).joined(),
    ]
}

extension TerminalInput {
    /// The input in a line of a log.
    var words: String {
        switch self {
        case .key(let stroke): "key \(stroke.title)"
        case .paste(let text): "paste \(String(text.prefix(60)).debugDescription)"
        case .resize(let size): "resize \(size.columns)x\(size.rows)"
        case .mouse(let event): "mouse \(event.kind) \(event.at.column) \(event.at.row)"
        }
    }
}

extension Size {
    static let usual = Size(columns: 80, rows: 24)
}
