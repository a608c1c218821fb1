extension String {
    /// The text on one line, with all that is not seen spelled out, as "<U+200D>": controls, what has no width, spaces but the usual one, and
    /// marks without a letter beyond ASCII before them.
    var withoutHiddenCharacters: String {
        var shown = "".unicodeScalars
        var isAfterLetter = false
        for scalar in unicodeScalars {
            if scalar.isHidden || scalar.isMark && !isAfterLetter {
                shown.append(contentsOf: scalar.spelledOut)
                isAfterLetter = false
            } else {
                shown.append(scalar)
                isAfterLetter = isAfterLetter && scalar.isMark || !scalar.isASCII && scalar.properties.isAlphabetic
            }
        }
        return String(shown)
    }

    /// Whether it has letters of ASCII, and letters beyond the Latin ones.
    var mixesScripts: Bool {
        let letters = unicodeScalars.filter(\.properties.isAlphabetic)
        return letters.contains(where: \.isASCII) && letters.contains { $0.value >= 0x370 }
    }

    /// The text with all beyond ASCII spelled out.
    var inASCII: String {
        var shown = "".unicodeScalars
        for scalar in unicodeScalars {
            if scalar.isASCII { shown.append(scalar) } else { shown.append(contentsOf: scalar.spelledOut) }
        }
        return String(shown)
    }
}

extension Unicode.Scalar {
    var isMark: Bool { [.nonspacingMark, .enclosingMark, .spacingMark].contains(properties.generalCategory) }

    /// Whether nothing is seen of it, or only a space that is not the usual one.
    fileprivate var isHidden: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
        case .spaceSeparator: self != " "
        // U+2800 is a Braille letter without dots.
        default: properties.isDefaultIgnorableCodePoint || value == 0x2800
        }
    }
}
