/// The behaviour of a code point in a row of cells.
enum ScalarKind: UInt32 {
    /// One column.
    case narrow
    /// Joins the glyph before it.
    case zeroWidth
    /// Two columns.
    case wide
    /// Steers, hides or means nothing: never sent as it is.
    case spelledOut

    init(_ scalar: Unicode.Scalar) {
        if (0x20..<0x7F).contains(scalar.value) {
            self = .narrow
        } else {
            self = ScalarKind(rawValue: ScalarKind.entry(before: scalar.value) & 3) ?? .spelledOut
        }
    }

    /// Returns the run that holds a code point; the first run begins at 0, so there always is one.
    private static func entry(before code: UInt32) -> UInt32 {
        WidthTable.runs.withUnsafeBufferPointer { runs in
            var low = 0
            var high = runs.count
            while high - low > 1 {
                let middle = (low + high) / 2
                if runs[middle] >> 2 <= code { low = middle } else { high = middle }
            }
            return runs[low]
        }
    }
}

extension Unicode.Scalar {
    var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
    var isVariationSelector: Bool { (0xFE00...0xFE0F).contains(value) || (0xE0100...0xE01EF).contains(value) }
    var isTag: Bool { (0xE0020...0xE007F).contains(value) }
}
