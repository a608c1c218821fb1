import ExplorerKit
import OpenCollection
import TextGrid

/// The colours of a script.
enum ScriptColours {
    /// Returns a line as runs.
    static func runs(_ line: String, _ tokens: [ScriptTokens.Token]) -> [StyledText] {
        let characters = Array(line)
        var runs: [StyledText] = []
        var end = 0
        for token in tokens {
            if token.columns.lowerBound > end {
                runs.append(StyledText(String(characters[end..<token.columns.lowerBound])))
            }
            runs.append(StyledText(String(characters[token.columns]), token.kind.style))
            end = token.columns.upperBound
        }
        return end < characters.count ? runs + [StyledText(String(characters[end...]))] : runs
    }
}

extension ScriptTokens.Kind {
    var style: Style {
        switch self {
        case .word: .jsonWord
        case .text: .jsonString
        case .number: .jsonNumber
        case .comment: .dimmed
        }
    }
}
