import TextGrid

/// `ESC [ parameters final` and `ESC O final`: the keys of terminals since the VT100.
///
/// Source: ECMA-48, 5.4; xterm's ctlseqs, "PC-Style Function Keys" and "Mouse Tracking".
struct ControlSequence {
    private var introducer: UInt8
    private var marker: UInt8?
    private var parameters: [Int] = []
    private var final: UInt8
    private var length: Int

    static func step(_ bytes: ArraySlice<UInt8>) -> KeyDecoder.Step {
        if let linux = linuxFunctionKey(bytes) { return linux }
        if bytes.starts(with: [0x1B, 0x5B, 0x4D]) { return oldMouse(bytes) }
        let body = bytes.dropFirst(2)
        // rxvt ends keys, which are one number, with a dollar; elsewhere a dollar comes before the last byte of a response.
        let number = body.prefix { (0x30...0x39).contains($0) }
        let dollar = body[number.endIndex...].first == UInt8(ascii: "$") ? number.endIndex : nil
        guard let end = dollar ?? body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
            // No key is that long: a broken response, dropped.
            return body.count > 64 ? .found([], length: bytes.count) : .incomplete
        }
        let sequence = ControlSequence(bytes, body[..<end], bytes[end])
        return sequence.step
    }

    private init(_ bytes: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>, _ final: UInt8) {
        introducer = bytes[bytes.startIndex + 1]
        marker = body.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
        let text = String(decoding: marker == nil ? body : body.dropFirst(), as: UTF8.self)
        parameters = text.split(separator: ";", omittingEmptySubsequences: false).map {
            Int($0.prefix { $0 != ":" }) ?? 0
        }
        self.final = final
        length = 2 + body.count + 1
    }

    private var step: KeyDecoder.Step {
        // A control character breaks a sequence off and counts for itself.
        if final < 0x20 || final > 0x7E { return .found([], length: length - 1) }
        if marker == UInt8(ascii: "<") { return .found(mouse.map { [.mouse($0)] } ?? [], length: length) }
        if marker != nil { return .found([], length: length) }
        if final == UInt8(ascii: "~"), first == 200 { return .pasteBegins(length: length) }
        return .found(key.map { [.key($0)] } ?? [], length: length)
    }

    private var first: Int { parameters.first ?? 0 }
    private var modifiers: KeyStroke.Modifiers { ControlSequence.modifiers(parameters.count > 1 ? parameters[1] : 1) }

    private var key: KeyStroke? {
        let letter = Character(Unicode.Scalar(final))
        if letter == "u" { return ControlSequence.byCode(first, modifiers) }
        if letter == "~" && first == 27 && parameters.count > 2 {
            return ControlSequence.byCode(parameters[2], modifiers)
        }
        if "~$^@".contains(letter) { return numbered(letter) }
        if letter == "Z" { return KeyStroke(.tab, modifiers.union(.shift)) }
        // `ESC [ 10 ; 20 R` is the position of the cursor; F3 with Shift is `ESC [ 1 ; 2 R`.
        if "PQRS".contains(letter), introducer == UInt8(ascii: "["), parameters.count < 2 || first != 1 { return nil }
        if let key = ControlSequence.letters[letter] { return KeyStroke(key, modifiers) }
        return introducer == UInt8(ascii: "O") ? keypad(letter) : rxvtArrow(letter)
    }

    private func numbered(_ final: Character) -> KeyStroke? {
        guard let key = ControlSequence.numbers[first] else { return nil }
        let rxvt: KeyStroke.Modifiers =
            final == "$" ? .shift : final == "^" ? .control : final == "@" ? [.control, .shift] : []
        return KeyStroke(key, modifiers.union(rxvt))
    }

    /// Returns a key of the numeric pad in application mode. Source: VT100 user guide, table 3-8.
    private func keypad(_ letter: Character) -> KeyStroke? {
        if letter == "M" { return KeyStroke(.enter, modifiers) }
        if letter == "I" { return KeyStroke(.tab, modifiers) }
        if let arrow = rxvtArrow(letter) { return KeyStroke(arrow.key, .control) }
        guard let ascii = letter.asciiValue, (0x6A...0x79).contains(ascii) || letter == "X" else { return nil }
        return KeyStroke(.character(letter == "X" ? "=" : Character(Unicode.Scalar(ascii - 0x40))), modifiers)
    }

    private func rxvtArrow(_ letter: Character) -> KeyStroke? {
        let arrows: [Character: KeyStroke.Key] = ["a": .up, "b": .down, "c": .right, "d": .left]
        return arrows[letter].map { KeyStroke($0, .shift) }
    }

    /// Reads `ESC [ [ A` to `E`: F1 to F5 of the Linux console.
    private static func linuxFunctionKey(_ bytes: ArraySlice<UInt8>) -> KeyDecoder.Step? {
        guard bytes.starts(with: [0x1B, 0x5B, 0x5B]) else { return nil }
        guard let letter = bytes.dropFirst(3).first else { return .incomplete }
        guard (0x41...0x45).contains(letter) else { return .found([], length: 3) }
        return .key(KeyStroke(.function(Int(letter) - 0x40)), length: 4)
    }

    /// Reads xterm's parameter: 1 plus the sum of Shift 1, Alt 2, Control 4, Meta 8.
    private static func modifiers(_ parameter: Int) -> KeyStroke.Modifiers {
        let bits = max(0, parameter - 1)
        var modifiers: KeyStroke.Modifiers = []
        if bits & 1 != 0 { modifiers.insert(.shift) }
        if bits & 10 != 0 { modifiers.insert(.alt) }
        if bits & 4 != 0 { modifiers.insert(.control) }
        return modifiers
    }

    /// Returns a key by its code point, as sent by terminals that distinguish all modifiers.
    private static func byCode(_ code: Int, _ modifiers: KeyStroke.Modifiers) -> KeyStroke? {
        switch code {
        case 27: return KeyStroke(.escape, modifiers)
        case 13: return KeyStroke(.enter, modifiers)
        case 9: return KeyStroke(.tab, modifiers)
        case 8, 127: return KeyStroke(.backspace, modifiers)
        default:
            guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init), code >= 32 else { return nil }
            let isPlain = modifiers.isDisjoint(with: [.control, .alt])
            let text = isPlain && modifiers.contains(.shift) ? scalar.properties.uppercaseMapping : String(scalar)
            return KeyStroke(.character(text.first ?? Character(scalar)), isPlain ? [] : modifiers)
        }
    }

    private static let letters: [Character: KeyStroke.Key] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "P": .function(1), "Q": .function(2),
        "R": .function(3), "S": .function(4),
    ]

    private static let numbers: [Int: KeyStroke.Key] = {
        var table: [Int: KeyStroke.Key] = [
            1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        ]
        let codes = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34]
        for (index, code) in codes.enumerated() { table[code] = .function(index + 1) }
        return table
    }()
}

extension ControlSequence {
    /// `ESC [ < button ; column ; row M`, released with `m`; 1-based. Only the left button and the wheel are events.
    private var mouse: MouseEvent? {
        guard parameters.count >= 3 else { return nil }
        let point = Point(column: parameters[1] - 1, row: parameters[2] - 1)
        return ControlSequence.mouse(button: first, isRelease: final == UInt8(ascii: "m"), at: point)
    }

    /// Reads `ESC [ M` and three bytes, each 32 more than its value: terminals that know only the first mouse protocol.
    private static func oldMouse(_ bytes: ArraySlice<UInt8>) -> KeyDecoder.Step {
        let values = bytes.dropFirst(3).prefix(3).map { Int($0) - 32 }
        guard values.count == 3 else { return .incomplete }
        let point = Point(column: values[1] - 1, row: values[2] - 1)
        let event = mouse(button: values[0] & 3 == 3 ? 0 : values[0], isRelease: values[0] & 3 == 3, at: point)
        return .found(event.map { [.mouse($0)] } ?? [], length: 6)
    }

    /// Reads the bits of the button: 3 which, 4 Shift, 8 Alt, 16 Control, 32 moved, 64 wheel.
    private static func mouse(button: Int, isRelease: Bool, at point: Point) -> MouseEvent? {
        guard point.column >= 0, point.row >= 0 else { return nil }
        switch button & ~0b11100 {
        case 0: return MouseEvent(isRelease ? .release : .press, at: point)
        case 32: return MouseEvent(.drag, at: point)
        case 64: return MouseEvent(.wheelUp, at: point)
        case 65: return MouseEvent(.wheelDown, at: point)
        default: return nil
        }
    }
}
