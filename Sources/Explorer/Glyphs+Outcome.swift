import Exchanges
import ExplorerKit
import TextGrid

extension Glyphs {
    /// Returns the glyph of a send that is over: a failed assertion or an error of GraphQL is a failure wherever the response is listed.
    func sign(of outcome: SendOutcome) -> StyledText {
        guard outcome.failure == nil, !outcome.hasProblems else { return StyledText(failure, .failure) }
        guard let status = outcome.status else { return StyledText(running, .dimmed) }
        return StyledText(sign(forStatus: status), .status(status))
    }
}
