extension String {
    /// As a line for people shows a text out of a file: nothing that steers a terminal, cut where it is long.
    ///
    /// - Parameter limit: in scalars.
    public func shownInLine(limit: Int = 60) -> String {
        var shown = ""
        for scalar in unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                shown += "<U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)>"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return unicodeScalars.dropFirst(limit).isEmpty ? shown : shown + "…"
    }
}
