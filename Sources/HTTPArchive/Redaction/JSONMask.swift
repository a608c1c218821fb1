import Secrets
import Text

/// Masks the values of secret members in JSON text and leaves every other byte as it is; text that ends too early, or is no JSON, too.
struct JSONMask {
    private let redaction: HARRedaction
    /// What was masked, decoded.
    private(set) var found: [String] = []

    private struct Container {
        var isObject: Bool
        /// What the name says that it stands under.
        var outer: SecretVocabulary.Verdict
        /// What the name of the member says whose value comes next; nil before the colon.
        var member: SecretVocabulary.Verdict?
    }

    private var containers: [Container] = []
    private var verdicts: [String: SecretVocabulary.Verdict] = [:]
    private static let mostNames = 10_000
    private var output: [UInt8] = []
    /// How far the text stands in the output.
    private var copied = 0

    init(_ redaction: HARRedaction) { self.redaction = redaction }

    /// - Returns: nil when nothing had to be masked.
    mutating func masked(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var index = 0
        while index < bytes.count { index = step(bytes, index) }
        return found.isEmpty ? nil : output + bytes[copied...]
    }

    /// - Returns: where to go on.
    private mutating func step(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        switch bytes[index] {
        case UInt8(ascii: "\""): return string(bytes, index)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            containers.append(Container(isObject: bytes[index] == UInt8(ascii: "{"), outer: verdict))
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            _ = containers.popLast()
            endValue()
        case UInt8(ascii: ","): endValue()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number(bytes, index)
        default: break
        }
        return index + 1
    }

    /// What is said about the next value.
    private var verdict: SecretVocabulary.Verdict {
        guard let container = containers.last else { return .plain }
        return container.member?.within(container.outer) ?? container.outer
    }

    /// Most bodies have the same few names again and again.
    private mutating func verdict(of name: String) -> SecretVocabulary.Verdict {
        if let verdict = verdicts[name] { return verdict }
        let verdict = redaction.verdict(of: name)
        if verdicts.count < Self.mostNames { verdicts[name] = verdict }
        return verdict
    }

    private mutating func endValue() {
        if !containers.isEmpty { containers[containers.count - 1].member = nil }
    }

    private mutating func string(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        let end = bytes.endOfString(from: start + 1)?.end ?? bytes.count
        let content = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[start + 1..<end])
        if let container = containers.last, container.isObject, container.member == nil {
            containers[containers.count - 1].member = verdict(of: Self.text(content))
        } else if SecretVocabulary.isSecret(Self.text(content), by: verdict) {
            replace(bytes, start..<min(end + 1, bytes.count), by: "\"\(Mask.text)\"")
            found.append(Self.text(content))
        }
        return min(end + 1, bytes.count)
    }

    private static func text(_ content: UnsafeRawBufferPointer) -> String {
        JSONText.unescaped(content) ?? String(decoding: content, as: UTF8.self)
    }

    private mutating func number(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        let end = bytes[start...].firstIndex { !JSONText.isNumberByte($0) } ?? bytes.count
        if SecretVocabulary.isSecret(String(decoding: bytes[start..<end], as: UTF8.self), by: verdict) {
            replace(bytes, start..<end, by: "0")
            found.append(String(decoding: bytes[start..<end], as: UTF8.self))
        }
        return end
    }

    private mutating func replace(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, by text: String) {
        output += bytes[copied..<range.lowerBound]
        output += text.utf8
        copied = range.upperBound
    }
}
