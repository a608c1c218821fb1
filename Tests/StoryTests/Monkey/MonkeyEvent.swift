import Foundation
import TextGrid

/// Something done to the program without a thought; as a line of a log, from which it can be done again.
enum MonkeyEvent: Hashable {
    /// Keys, pastes and clicks, as a terminal sends them.
    case type([UInt8])
    /// A pause that is long enough for an Escape to be a key of its own.
    case pause
    case resize(Size)
    /// Stops the program with Ctrl-Z.
    case suspend
    case signal(Int32)
    /// Types Ctrl-C until the program is over.
    case quit
}

extension MonkeyEvent: LosslessStringConvertible {
    var description: String {
        switch self {
        case .type(let bytes): "type " + bytes.map { String($0, radix: 16) }.joined(separator: " ")
        case .pause: "pause"
        case .resize(let size): "resize \(size.columns) \(size.rows)"
        case .suspend: "suspend"
        case .signal(let number): "signal \(number)"
        case .quit: "quit"
        }
    }

    init?(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        let numbers = words.dropFirst().compactMap { Int($0, radix: words[0] == "type" ? 16 : 10) }
        switch (words.first, numbers.count) {
        case ("type", _): self = .type(numbers.compactMap(UInt8.init(exactly:)))
        case ("pause", 0): self = .pause
        case ("resize", 2): self = .resize(Size(columns: numbers[0], rows: numbers[1]))
        case ("suspend", 0): self = .suspend
        case ("signal", 1): self = .signal(Int32(numbers[0]))
        case ("quit", 0): self = .quit
        default: return nil
        }
    }
}
