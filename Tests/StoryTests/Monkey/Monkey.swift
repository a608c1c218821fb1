import Foundation
import TestSupport
import TextGrid

/// Hands that type at random, the same at every run with the same seed.
struct Monkey {
    /// The keys that they may press.
    enum Manners {
        /// Keys that change no file of the collection: no saving, renaming, deleting, no palette, no clicks on the footer.
        case looking
        /// Every key.
        case anything
    }

    private let manners: Manners
    private let pastes: [String]
    private var random: SeededGenerator
    private var size = Size.small
    private var isAfterEscape = false

    /// - Parameter baseURL: The address of an API, for what is pasted.
    init(_ manners: Manners, seed: UInt64, baseURL: String) {
        self.manners = manners
        random = SeededGenerator(seed: seed)
        pastes = Self.texts + ["\(baseURL)/users/1", "curl -H 'X-A: 1' '\(baseURL)/echo?b=2' --data '{\"c\": 3}'"]
    }

    mutating func next() -> MonkeyEvent {
        // Typed on at once, an Escape is Alt with the next key: both have to happen.
        if isAfterEscape, below(4) > 0 {
            isAfterEscape = false
            return .pause
        }
        let event = anything()
        isAfterEscape = event == .type(Self.escape)
        return event
    }

    private mutating func anything() -> MonkeyEvent {
        switch below(200) {
        case 0..<118: key()
        case 118..<134: .type([0x0D])
        case 134..<152: .type(Self.escape)
        case 152..<162: .type(Array(pick(Self.sequences + (manners == .looking ? [] : Self.changingSequences)).utf8))
        case 162..<168: .type(Array("\u{1B}[200~\(pick(pastes))\u{1B}[201~".utf8))
        case 168..<180: click()
        case 180..<186: .type(Array(pick(Self.phrases).utf8))
        case 186..<193: resize()
        case 193..<195: .suspend
        case 195..<197: .signal(pick([SIGTSTP, SIGCONT, SIGWINCH, SIGINT]))
        case 197..<199: .type([0x03])
        default: pick([.quit, .signal(SIGTERM), .signal(SIGHUP)])
        }
    }

    private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    private mutating func key() -> MonkeyEvent {
        switch manners {
        case .looking: .type([pick(Self.lookingKeys)])
        case .anything: .type([below(3) == 0 ? pick(Self.allKeys) : pick(Self.lookingKeys)])
        }
    }

    private mutating func click() -> MonkeyEvent {
        let buttons = manners == .looking ? [0, 64, 64, 65, 65] : [0, 0, 1, 2, 32, 35, 64, 65, 4, 16, 8]
        // Beside the screen too; while only looking, above the footer.
        let row = 1 + below(manners == .looking ? max(1, size.rows - 1) : size.rows + 3)
        let place = "\(1 + below(size.columns + 3));\(row)"
        let button = pick(buttons)
        let isClick = button < 3
        return .type(Array(("\u{1B}[<\(button);\(place)M" + (isClick ? "\u{1B}[<\(button);\(place)m" : "")).utf8))
    }

    private mutating func resize() -> MonkeyEvent {
        size = below(3) == 0 ? Size(columns: 2 + below(200), rows: 2 + below(60)) : pick(Self.sizes)
        return .resize(size)
    }

    private static let escape: [UInt8] = [0x1B]
    private static let sizes: [Size] = [
        .small, .small, Size(columns: 60, rows: 16), Size(columns: 59, rows: 30), Size(columns: 100, rows: 30), .large,
    ]

    /// The keys that change nothing: no `w n r F D m J K d P L I`, no Ctrl-N, no `:` and no `q`, which offers to save all.
    private static let lookingKeys =
        Array(
            "jjjjjjkkkkhhhllllsssssss11222333334]]]][[{}gG   __**%%-+()#<>,.|?vbeOAHHHRR==ctXfzZxyYVWNNE&uUTiiiaMBpSoC"
                .utf8)
        + [0x09, 0x09, 0x12, 0x0C, 0x14]

    /// All keys but `/`, so that no path that is typed by chance leads away: it comes as a phrase, where it looks for something.
    private static let allKeys: [UInt8] = (UInt8(1)...0x7F).filter { byte in
        // Nor what a shell hears while the program is over or stopped, nor what an escape sequence begins with.
        ![UInt8(ascii: "/"), 0x03, 0x1A, 0x1B, 0x1C].contains(byte)
    }

    private static let sequences = [
        "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}OA", "\u{1B}OB", "\u{1B}[H", "\u{1B}[F", "\u{1B}[5~",
        "\u{1B}[6~",
        "\u{1B}[Z", "\u{1B}[1;5C", "\u{1B}[1;3D", "\u{1B}OP", "\u{1B}[15~", "\u{1B}[24~",
        "\u{1B}[1;2A",
        "\u{1B}[99~", "\u{1B}[?1;2c", "\u{1B}[<", "\u{7F}", "é", "漢",
    ]

    /// Delete and Insert.
    private static let changingSequences = ["\u{1B}[3~", "\u{1B}[2~"]

    /// The sequences of keys that hardly ever come by chance.
    private static let phrases = [
        "1gs", "2jji", "3]]]", "3gG", "Hj", "1G ", "3/a", "1/ge\r", "4/e\rn", "&a\r", "e\u{1B}[B\r",
    ]

    private static let texts = [
        "x", "{{baseUrl}}/users/{{missing}}?a=1&b={{token}}#f", "two\nlines\n\twith a tab",
        "{\"a\": [1, 2, {\"b\": null}]}",
        String(repeating: "long ", count: 300), "status:200", ".users[0]", "(", "99999999999999999999",
        "é漢\u{7}\u{9B}31m",
    ]
}
