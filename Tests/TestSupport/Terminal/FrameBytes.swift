import Foundation

/// Distinguishes whole frames from half ones: a program that traces says how many bytes each frame had.
///
/// What it sends while it does not hold the screen belongs to no frame; so does what goes to the clipboard.
struct FrameBytes {
    private var traced = 0
    private var tracedLines = 0
    private var drawn = 0
    private var isHeld = false
    private var isCommand = false
    private var sequence: [UInt8] = []
    private var lastByte = Date()

    /// The time without a byte after which what came outside of frames (a scroll region, a screen drawn again) is no half frame.
    private static let silence: TimeInterval = 0.02

    /// Whether the output is between two frames; true for programs that do not trace.
    var isBetweenFrames: Bool { tracedLines == 0 || drawn == traced }

    mutating func note(_ bytes: [UInt8], traced lines: [String]) {
        for line in lines.dropFirst(tracedLines) { traced += Int(line.split(separator: " ").last ?? "") ?? 0 }
        tracedLines = lines.count
        for byte in bytes { note(byte) }
        if !bytes.isEmpty { lastByte = Date() }
        if !isBetweenFrames, Date().timeIntervalSince(lastByte) > Self.silence { giveUp() }
    }

    /// Takes what has come for whole.
    mutating func giveUp() { drawn = traced }

    private mutating func note(_ byte: UInt8) {
        if isHeld { drawn += 1 }
        if byte == 0x1B { sequence = [] }
        if sequence.count < Self.pasteOn.count { sequence.append(byte) }
        if sequence == Self.pasteOn { isHeld = true }
        if sequence == Self.pasteOff {
            if isHeld { drawn -= sequence.count }
            isHeld = false
        }
        noteCommand(byte)
    }

    private mutating func noteCommand(_ byte: UInt8) {
        if sequence == Self.clipboard {
            isCommand = true
            if isHeld { drawn -= sequence.count }
        } else if isCommand {
            if isHeld { drawn -= 1 }
            if byte == 0x07 { isCommand = false }
        }
    }

    private static let pasteOn = Array("\u{1B}[?2004h".utf8)
    private static let pasteOff = Array("\u{1B}[?2004l".utf8)
    private static let clipboard = Array("\u{1B}]52;c;".utf8)
}
