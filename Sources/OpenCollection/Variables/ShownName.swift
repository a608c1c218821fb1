extension String {
    /// Returns the text of a file for a line on screen: nothing that controls a terminal, cut if it is long.
    ///
    /// What joins the parts of an emoji stays; anywhere else it is spelled, as it could hide there.
    ///
    /// - Parameter limit: The most scalars to show.
    public func shownInLine(limit: Int = 60) -> String {
        var shown = ""
        for character in String(unicodeScalars.prefix(limit)) {
            shown.unicodeScalars.append(contentsOf: character.shownInLine)
        }
        return unicodeScalars.dropFirst(limit).isEmpty ? shown : shown + "…"
    }
}

extension Character {
    fileprivate var shownInLine: String.UnicodeScalarView {
        guard unicodeScalars.contains(where: \.steers), !isJoinedEmoji else { return String(self).unicodeScalars }
        return unicodeScalars.reduce(into: "".unicodeScalars) { shown, scalar in
            if scalar.steers { shown.append(contentsOf: scalar.spelledOut) } else { shown.append(scalar) }
        }
    }

    /// Whether it is emoji joined into one, with nothing else that steers: what a grid draws as one glyph, too.
    private var isJoinedEmoji: Bool {
        let scalars = Array(unicodeScalars.prefix(17))
        guard scalars.count <= 16, let first = scalars.first, !first.isASCII, first.properties.isEmoji,
            first.properties.isEmojiPresentation || scalars.dropFirst().first?.isEmojiSelector == true
        else { return false }
        for (index, scalar) in scalars.enumerated() where scalar.steers {
            guard scalar.isJoiner, index > 0, index + 1 < scalars.count, scalars[index - 1].mayBeJoined,
                scalars[index + 1].isEmojiBeyondASCII
            else { return false }
        }
        return true
    }
}

extension Unicode.Scalar {
    fileprivate var steers: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// "<U+200D>"
    package var spelledOut: String.UnicodeScalarView {
        let digits = String(value, radix: 16, uppercase: true)
        return "<U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)>".unicodeScalars
    }

    fileprivate var isJoiner: Bool { value == 0x200D }
    fileprivate var isEmojiSelector: Bool { value == 0xFE0F }
    fileprivate var isEmojiBeyondASCII: Bool { properties.isEmoji && !isASCII }
    fileprivate var mayBeJoined: Bool { isEmojiBeyondASCII || isEmojiSelector }
}
