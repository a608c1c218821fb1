import OpenCollection
import Text

/// A condition of a script in the form of an assertion.
struct LiftedCheck: Hashable {
    var path: ResponsePath
    var `operator`: AssertionOperator
    var value: String?

    init(_ path: ResponsePath, _ operator: AssertionOperator, _ value: String? = nil) {
        (self.path, self.operator, self.value) = (path, `operator`, value)
    }

    /// Whether it fails for every body that is not JSON.
    var impliesJSON: Bool {
        switch `operator` {
        case .isJson, .isArray: path == .body
        case .isUndefined, .neq, .notIn, .notContains, .notMatches: false
        default: path.isInJSON
        }
    }
}

/// A value that is written out in a script.
enum LiftedLiteral: Hashable {
    case text(String)
    case number(Double)
    case boolean(Bool)
    case null
    case undefined

    /// The value as an assertion compares with it: a text that would be read as another type is in quotes.
    ///
    /// - Returns: The text; nil if it cannot be written.
    var written: String? {
        switch self {
        case .number(let number):
            let isExact = number.isFinite && (number.rounded() != number || number.magnitude <= 9_007_199_254_740_991)
            return isExact ? JavaScriptNumber.text(of: number) : nil
        case .boolean(let flag): return flag ? "true" : "false"
        case .null: return "null"
        case .undefined: return "undefined"
        case .text(let text):
            guard !["{{", "${", "`"].contains(where: text.contains), text.unicodeScalars.allSatisfy({ $0.value >= 32 })
            else { return nil }
            return Self.needsQuotes(text) ? "\"\(text)\"" : text
        }
    }

    private static func needsQuotes(_ text: String) -> Bool {
        let quotes: Set<Character?> = ["\"", "'"]
        return ["", "true", "false", "null", "undefined"].contains(text) || JavaScriptNumber.parse(text) != nil
            || text.contains("\\") || quotes.contains(text.first) || text.first?.isWhitespace == true
            || text.last?.isWhitespace == true
    }

    /// The written value for a list, whose values are separated by commas; nil if it cannot be written.
    var writtenInList: String? { written.flatMap { $0.contains(",") ? nil : $0 } }
}
