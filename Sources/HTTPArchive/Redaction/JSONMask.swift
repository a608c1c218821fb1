/// Masks the values of secret members in JSON text and leaves every other byte as it is; text that ends too early, or is no JSON, too.
struct JSONMask {
    private let redaction: HARRedaction
    /// What was masked, decoded.
    private(set) var found: [(name: String, value: String)] = []

    private struct Container {
        var isObject: Bool
        /// The name that makes all in it secret; nil when it is not.
        var secretName: String?
        /// Of the member whose value comes next; nil before the colon.
        var name: String?
    }

    private var containers: [Container] = []
    private var output: [UInt8] = []

    init(_ redaction: HARRedaction) { self.redaction = redaction }

    mutating func masked(_ bytes: [UInt8]) -> [UInt8] {
        output.reserveCapacity(bytes.count)
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count { index = step(bytes, index) }
        }
        return output
    }

    /// - Returns: where to go on.
    private mutating func step(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        switch bytes[index] {
        case UInt8(ascii: "\""): return string(bytes, index)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            containers.append(Container(isObject: bytes[index] == UInt8(ascii: "{"), secretName: secretName))
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            _ = containers.popLast()
            endValue()
        case UInt8(ascii: ","): endValue()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number(bytes, index)
        default: break
        }
        output.append(bytes[index])
        return index + 1
    }

    /// The name that makes the next value secret; nil when it is not.
    private var secretName: String? {
        guard let container = containers.last else { return nil }
        if let name = container.secretName { return name }
        return container.name.flatMap { redaction.isSecret($0) ? $0 : nil }
    }

    private mutating func endValue() {
        if !containers.isEmpty { containers[containers.count - 1].name = nil }
    }

    private mutating func string(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var end = start + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        end = min(end, bytes.count)
        let next = min(end + 1, bytes.count)
        let content = bytes[min(start + 1, end)..<end]
        if let container = containers.last, container.isObject, container.name == nil {
            containers[containers.count - 1].name = Self.text(content)
        } else if let name = secretName, !content.isEmpty {
            found.append((name, Self.text(content)))
            output += "\"\(Mask.text)\"".utf8
            return next
        }
        output += bytes[start..<next]
        return next
    }

    private static func text(_ content: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        JSONEscapes.decode(UnsafeBufferPointer(rebasing: content)) ?? String(decoding: content, as: UTF8.self)
    }

    private mutating func number(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        let isPart: (UInt8) -> Bool = { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
        let end = bytes[start...].firstIndex { !isPart($0) } ?? bytes.count
        if let name = secretName {
            found.append((name, String(decoding: bytes[start..<end], as: UTF8.self)))
            output.append(UInt8(ascii: "0"))
        } else {
            output += bytes[start..<end]
        }
        return end
    }
}
