/// Text from outside within XML and HTML.
enum MarkupText {
    /// Returns the text with references in place of what markup reads as its own, also within an attribute in double quotes, and with code points in
    /// place of what XML 1.0 cannot contain and of what is invisible or turns the direction of text.
    ///
    /// - Source: XML 1.0, sections 2.2 and 2.4.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case _ where isShown(scalar): result.unicodeScalars.append(scalar)
            default: result += "&lt;U+\(String(scalar.value, radix: 16, uppercase: true))&gt;"
            }
        }
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: scalar.value & 0xFFFE != 0xFFFE
        }
    }
}
