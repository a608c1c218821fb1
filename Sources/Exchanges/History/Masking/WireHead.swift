import Foundation
import MicroClient

/// A head of HTTP/1 as it was sent, line by line: nothing in it is normalised.
struct WireHead {
    /// The lines with their line ends. A line that continues a field belongs to it.
    var lines: [[UInt8]] = []

    init(_ data: Data) {
        for line in data.split(keepingEnds: 0x0A) {
            if let first = line.first, first == 0x20 || first == 0x09, lines.count > 1 {
                lines[lines.count - 1] += line
            } else {
                lines.append(Array(line))
            }
        }
    }

    /// Returns the range of the URL in "GET /users HTTP/1.1", also where the line is cut; nil without one.
    static func target(in line: [UInt8]) -> Range<Int>? {
        guard let start = line.firstIndex(of: 0x20).map({ $0 + 1 }) else { return nil }
        return start..<(line[start...].firstIndex(of: 0x20) ?? line.endIndex)
    }

    /// The fields; the first line may be one of them, in trailers.
    var fields: HeaderFields { HeaderFields(lines.compactMap { WireLine($0)?.field }) }
}

/// A field as it was sent.
struct WireLine {
    /// The name with the colon and the spaces after it.
    let start: ArraySlice<UInt8>
    let field: HeaderField
    let value: ArraySlice<UInt8>
    let end: ArraySlice<UInt8>

    /// Creates the field; nil for a line that is not a field.
    init?(_ line: [UInt8]) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let isWhitespace: (UInt8) -> Bool = { [0x20, 0x09, 0x0D, 0x0A].contains($0) }
        let rest = line[(colon + 1)...].drop(while: isWhitespace)
        value = rest[..<(rest.lastIndex { !isWhitespace($0) }.map { $0 + 1 } ?? rest.startIndex)]
        start = line[..<value.startIndex]
        end = line[value.endIndex...]
        field = HeaderField(
            String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
    }
}

extension Data {
    fileprivate func split(keepingEnds end: UInt8) -> [Data] {
        var lines: [Data] = []
        var start = startIndex
        while start < endIndex {
            let next = self[start...].firstIndex(of: end).map { $0 + 1 } ?? endIndex
            lines.append(self[start..<next])
            start = next
        }
        return lines
    }
}
