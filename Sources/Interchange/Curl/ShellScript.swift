import Text

/// A command of a script, as a POSIX shell, or bash, would start it. Nothing is run.
struct ShellCommand: Hashable {
    /// The standard input of a command.
    enum Input: Hashable {
        case text(String)
        /// The path of a file.
        case file(String)
        /// The output of another program, whose words are these.
        case program(String)
    }
    /// Distinguishes the commands of one script; -1 for one within `$(...)`.
    var number = 0
    var assignments: [Assignment] = []
    var words: [String] = []
    /// A here-document, a here-string or a file; nil: what it is started with.
    var input: Input?
    /// Whether its standard input is the output of the command before it.
    var isPiped = false
    /// Variables of the shell that no line of the script sets.
    var variables: [String] = []
    /// A line for each value that could not be worked out.
    var losses: [String] = []

    /// `NAME=value`; nil value: known only when the script runs.
    struct Assignment: Hashable {
        var name: String
        var value: String?
    }

    var isEmpty: Bool { assignments.isEmpty && words.isEmpty && input == nil }
}

/// The commands of a script in order, those within `$(...)` before the command that holds them.
struct ShellScript {
    let commands: [ShellCommand]

    /// - Throws: when a quote is open at the end.
    init(_ text: String) throws(SharingRefusal) {
        var reader = ShellReader(Array(text.unicodeScalars))
        try reader.readAll()
        commands = Self.piped(reader.commands)
    }

    /// The commands with what their pipes bring.
    static func piped(_ commands: [ShellCommand]) -> [ShellCommand] {
        var result: [ShellCommand] = []
        for command in commands {
            var command = command
            if command.isPiped, command.input == nil, let before = result.last(where: { $0.number >= 0 }) {
                command.input = before.output
                command.losses = before.losses + command.losses
                command.variables = before.variables + command.variables
            }
            result.append(command)
        }
        return result
    }

    /// Returns the value of `$(...)`; nil if it is known only when the script runs.
    static func value(of commands: [ShellCommand]) -> String? {
        guard case .text(var text)? = piped(commands).last?.output, commands.count(where: { !$0.isPiped }) == 1 else {
            return nil
        }
        while text.utf8.last == 0x0A { text.unicodeScalars.removeLast() }
        return text
    }
}

extension ShellCommand {
    /// The output of the command, as far as that is known without running it.
    var output: Input {
        let arguments = Array(words.dropFirst())
        switch words.first {
        case "echo": return .text(Self.echo(arguments))
        case "printf": return Self.printf(arguments).map(Input.text) ?? program
        case "cat" where arguments.isEmpty || arguments == ["-"]: return input ?? program
        case "cat" where arguments.count == 1: return .file(arguments[0])
        default: return program
        }
    }

    private var program: Input { .program(words.prefix(4).joined(separator: " ")) }

    /// Returns the output of bash's `echo`: escapes count after `-e` only.
    private static func echo(_ arguments: [String]) -> String {
        var rest = arguments[...]
        var (endsLine, hasEscapes) = (true, false)
        while let option = rest.first, option.hasPrefix("-"), option.count > 1,
            option.dropFirst().allSatisfy("neE".contains)
        {
            if option.contains("n") { endsLine = false }
            if option.contains("e") { hasEscapes = true }
            rest = rest.dropFirst()
        }
        let text = rest.joined(separator: " ")
        return (hasEscapes ? ShellEscapes.decoded(text) : text) + (endsLine ? "\n" : "")
    }

    /// Returns the output of `printf`; nil if the format holds more than `%s`, `%b`, `%d`, `%i` and `%%`.
    ///
    /// The format is used again while arguments are left.
    private static func printf(_ arguments: [String]) -> String? {
        var rest = arguments.first == "--" ? arguments.dropFirst() : arguments[...]
        guard let format = rest.popFirst() else { return nil }
        var result = ""
        repeat {
            let count = rest.count
            guard let text = printf(format, &rest) else { return nil }
            result += text
            if rest.count == count { break }
        } while !rest.isEmpty
        return result
    }

    private static func printf(_ format: String, _ arguments: inout ArraySlice<String>) -> String? {
        var pieces = format.unicodeScalars.split(separator: "%", omittingEmptySubsequences: false).map(String.init)[...]
        var result = ShellEscapes.decoded(pieces.popFirst() ?? "")
        while let piece = pieces.popFirst() {
            switch piece.unicodeScalars.first {
            case nil: result += "%" + ShellEscapes.decoded(pieces.popFirst() ?? "")
            case "s", "d", "i": result += (arguments.popFirst() ?? "") + ShellEscapes.decoded(rest(of: piece))
            case "b": result += ShellEscapes.decoded(arguments.popFirst() ?? "") + ShellEscapes.decoded(rest(of: piece))
            default: return nil
            }
        }
        return result
    }

    private static func rest(of piece: String) -> String { String(piece.unicodeScalars.dropFirst()) }
}

/// Escapes as in C, which `$'...'`, `printf` and `echo -e` know.
///
/// - Source: POSIX.1-2024, Shell Command Language, section 2.2.4.
struct ShellEscapes {
    private let text: [Unicode.Scalar]
    private(set) var position: Int
    private var bytes: [UInt8] = []

    /// - Parameter start: The index of the first scalar after the quote.
    init(_ text: [Unicode.Scalar], from start: Int) { (self.text, position) = (text, start) }

    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var escapes = ShellEscapes(Array(text.unicodeScalars), from: 0)
        while escapes.readPiece(until: nil) {}
        return String(decoding: escapes.bytes, as: UTF8.self)
    }

    /// The bytes up to a quote, which is passed; nil when there is none.
    mutating func quoted() -> [UInt8]? {
        while readPiece(until: "'") {}
        guard scalar == "'" else { return nil }
        position += 1
        return bytes
    }

    private var scalar: Unicode.Scalar? { position < text.count ? text[position] : nil }

    private mutating func readPiece(until end: Unicode.Scalar?) -> Bool {
        guard let next = scalar, next != end else { return false }
        position += 1
        bytes += next == "\\" ? escapedBytes() : Array(String(Character(next)).utf8)
        return true
    }

    private mutating func escapedBytes() -> [UInt8] {
        guard let next = scalar else { return [0x5C] }
        position += 1
        switch next {
        case "n": return [0x0A]
        case "t": return [0x09]
        case "r": return [0x0D]
        case "a": return [0x07]
        case "b": return [0x08]
        case "e", "E": return [0x1B]
        case "f": return [0x0C]
        case "v": return [0x0B]
        case "x": return digits(16, atMost: 2).map { [UInt8(truncatingIfNeeded: $0)] } ?? Array("\\x".utf8)
        case "u": return unicode(digits(16, atMost: 4)) ?? Array("\\u".utf8)
        case "U": return unicode(digits(16, atMost: 8)) ?? Array("\\U".utf8)
        case "0"..."7":
            position -= 1
            return digits(8, atMost: 3).map { [UInt8(truncatingIfNeeded: $0)] } ?? []
        case "\\", "'", "\"", "?": return Array(String(Character(next)).utf8)
        default: return Array("\\".utf8) + Array(String(Character(next)).utf8)
        }
    }

    /// Returns a scalar's bytes. Browsers write a character beyond U+FFFF as two halves.
    private mutating func unicode(_ value: UInt32?) -> [UInt8]? {
        guard var value else { return nil }
        if (0xD800...0xDBFF).contains(value), scalar == "\\", position + 1 < text.count, text[position + 1] == "u" {
            position += 2
            let low = digits(16, atMost: 4) ?? 0
            if let pair = Unicode.Scalar(high: value, low: low) { value = pair.value }
        }
        return Array(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
    }

    private mutating func digits(_ radix: Int, atMost count: Int) -> UInt32? {
        var digits = ""
        while digits.count < count, let next = scalar, Int(String(Character(next)), radix: radix) != nil {
            digits.append(Character(next))
            position += 1
        }
        return UInt32(digits, radix: radix)
    }
}
