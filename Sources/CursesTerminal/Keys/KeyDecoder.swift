import TextGrid

/// Bytes from a terminal become keys, pastes and mouse events. Holds what is incomplete until more arrives.
///
/// Reads what terminfo says of the terminal first, then the forms that xterm, VT100, rxvt, the Linux console and tmux
/// share, with their modifiers. Responses of the terminal that are no keys are dropped. Source: xterm's ctlseqs; ECMA-48.
public struct KeyDecoder: Sendable {
    var sequences: KeySequences
    /// Bytes that are not decoded yet; never long, except within a paste.
    private var pending: [UInt8] = []
    private var paste: PasteBuffer?

    public init(sequences: KeySequences = KeySequences()) { self.sequences = sequences }

    /// True while Escape has come alone, or what may be the key alone: it is the key if nothing follows soon.
    public var awaitsEscapeDelay: Bool {
        guard paste == nil, pending.first == 0x1B else { return false }
        if case .open? = ControlString.read(pending[...]) { return true }
        return pending.count == 1 || pending.count == 2 && [0x1B, 0x4F, 0x5B].contains(pending[1])
    }

    /// True while a response of the terminal is incomplete. It is no key, so its rest may take longer than Escape does.
    public var awaitsEndOfResponse: Bool {
        paste == nil && ControlString.read(pending[...]) == .open(isResponse: true)
    }

    /// Returns all inputs that are complete now.
    public mutating func received(_ bytes: [UInt8]) -> [TerminalInput] {
        var inputs: [TerminalInput] = []
        var rest = bytes[...]
        repeat {
            if paste != nil {
                guard let text = paste?.add(&rest) else { return inputs }
                inputs.append(.paste(text))
                paste = nil
            }
            pending += rest
            rest = []
            rest = decodePending(&inputs)
        } while paste != nil && !rest.isEmpty
        return inputs
    }

    /// Decodes what waits as the Escape key, since the time that an escape sequence may take has passed.
    public mutating func escapeDelayPassed() -> [TerminalInput] {
        guard awaitsEscapeDelay else { return [] }
        if awaitsEndOfResponse {
            pending = []
            return []
        }
        if ControlString.read(pending[...]) != nil { return typedAfterAll() }
        let waiting = pending
        pending = []
        guard waiting.count == 2 else { return [.key(KeyStroke(.escape))] }
        if waiting[1] == 0x1B { return [.key(KeyStroke(.escape)), .key(KeyStroke(.escape))] }
        return [.key(KeyStroke(.character(Character(Unicode.Scalar(waiting[1]))), .alt))]
    }

    /// Decodes bytes that might have become a string as Alt with a key, and typed text.
    private mutating func typedAfterAll() -> [TerminalInput] {
        guard case .found(var inputs, let length) = withAlt(next(pending[1...])) else { return [] }
        pending.removeFirst(length)
        _ = decodePending(&inputs)
        // An Escape may be at its end.
        return inputs + escapeDelayPassed()
    }

    /// Decodes up to the end, an incomplete rest, or the start of a paste; returns the bytes after that start.
    private mutating func decodePending(_ inputs: inout [TerminalInput]) -> ArraySlice<UInt8> {
        var position = 0
        while position < pending.count {
            switch next(pending[position...]) {
            case .incomplete:
                pending.removeFirst(position)
                forgetResponse()
                return []
            case .pasteBegins(let length):
                let rest = pending[(position + length)...]
                pending = []
                paste = PasteBuffer()
                return rest
            case .found(let found, let length):
                inputs += found
                position += length
            }
        }
        pending.removeAll(keepingCapacity: true)
        return []
    }

    /// Drops the end of a response, which may be long and never end: only enough is kept to recognize it.
    private mutating func forgetResponse() {
        guard awaitsEndOfResponse else { return }
        let end: [UInt8] = pending.last == 0x1B ? [0x1B] : []
        pending = pending.prefix(ControlString.beginning) + end
    }

    enum Step {
        case found([TerminalInput], length: Int)
        case pasteBegins(length: Int)
        case incomplete

        static func key(_ key: KeyStroke, length: Int) -> Step { .found([.key(key)], length: length) }
    }

    private func next(_ bytes: ArraySlice<UInt8>) -> Step {
        let first = bytes[bytes.startIndex]
        if first == 0x1B { return escape(bytes) }
        if first < 0x20 || first == 0x7F { return .key(KeyDecoder.control(first), length: 1) }
        return TextDecoder.step(bytes)
    }

    private func escape(_ bytes: ArraySlice<UInt8>) -> Step {
        switch sequences.match(bytes) {
        case .key(let key, let length): return .key(key, length: length)
        case .incomplete: return .incomplete
        case .none: break
        }
        guard let second = bytes.dropFirst().first else { return .incomplete }
        switch ControlString.read(bytes) {
        case .string(let length): return .found([], length: length)
        case .open: return .incomplete
        case .typed, nil: break
        }
        switch second {
        case UInt8(ascii: "["), UInt8(ascii: "O"): return ControlSequence.step(bytes)
        case 0x1B: return doubleEscape(bytes)
        default: return withAlt(next(bytes.dropFirst()))
        }
    }

    /// Decodes Escape before a whole sequence as Alt with that key (rxvt, PuTTY); before anything else as a key of its own.
    private func doubleEscape(_ bytes: ArraySlice<UInt8>) -> Step {
        guard let third = bytes.dropFirst(2).first else { return .incomplete }
        guard third == UInt8(ascii: "[") || third == UInt8(ascii: "O") else {
            return .key(KeyStroke(.escape), length: 1)
        }
        return withAlt(escape(bytes.dropFirst()))
    }

    private func withAlt(_ step: Step) -> Step {
        if case .pasteBegins(let length) = step { return .pasteBegins(length: length + 1) }
        guard case .found(var inputs, let length) = step else { return step }
        if case .key(var key)? = inputs.first {
            key.modifiers.insert(.alt)
            inputs[0] = .key(key)
        }
        return .found(inputs, length: length + 1)
    }

    /// Returns the key of a control character. Source: ASCII; the keys that send control characters on every terminal.
    static func control(_ byte: UInt8) -> KeyStroke {
        switch byte {
        case 0x09: KeyStroke(.tab)
        case 0x0A, 0x0D: KeyStroke(.enter)
        case 0x08, 0x7F: KeyStroke(.backspace)
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
        default: .control(Character(Unicode.Scalar(byte + 0x40)))
        }
    }
}
