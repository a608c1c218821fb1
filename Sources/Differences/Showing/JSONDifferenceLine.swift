/// One difference of JSON as a line of a list: "~ $.items[3].price  10 → 12".
public struct JSONDifferenceLine: Sendable, Hashable {
    /// The sign: "+", "-", "~", or ">" for a moved element.
    public var sign: String
    public var path: String
    /// The value as it was sent, clipped, on one line; nil if there is none. Untrusted text, as it is.
    public var old: String?
    public var new: String?
    /// The previous place of a moved element: "$.items[7]"; nil if it was not moved.
    public var movedFrom: String?
    public var ignoredBy: IgnoreRule?

    /// The line as text: "~ $.price  10 → 12", "+ $.a  1", "> $[0]  from $[3]".
    public var text: String {
        let value =
            movedFrom.map { "from \($0)" } ?? [old, new].compactMap { $0 }.joined(separator: " → ")
        return "\(sign) \(path)  \(value)" + (ignoredBy.map { "  (ignored: \($0))" } ?? "")
    }
}

extension JSONDifferences {
    /// Returns the lines of a range; the work is only for these.
    ///
    /// - Parameters:
    ///   - range: The lines, 0-based; clamped to the existing ones.
    ///   - limit: The characters of each value. Default: 200.
    public func lines(_ range: Range<Int>, limit: Int = 200) -> [JSONDifferenceLine] {
        range.clamped(to: 0..<count).map { index in
            let difference = self[index]
            func text(_ place: Range<Int>?, _ side: DifferenceSide) -> String? {
                self.text(of: place, in: side, limit: 4 * limit).map { Clipping.end(Clipping.oneLine($0), limit) }
            }
            let isMoved = difference.kind == .moved
            return JSONDifferenceLine(
                sign: difference.kind.sign, path: difference.path.description, old: text(difference.oldPlace, .old),
                new: text(difference.newPlace, .new), movedFrom: isMoved ? difference.oldPath?.description : nil,
                ignoredBy: difference.ignoredBy)
        }
    }
}

extension JSONDifference.Kind {
    fileprivate var sign: String {
        switch self {
        case .added: "+"
        case .removed: "-"
        case .changed, .typeChanged: "~"
        case .moved: ">"
        }
    }
}
