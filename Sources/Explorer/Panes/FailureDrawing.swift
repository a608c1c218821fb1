import Exchanges
import ExplorerKit
import MicroClient
import TextGrid

/// The lines above a body: why there is no more of it, or why the response is a redirect all the same; and what to try.
enum FailureDrawing {
    /// Returns the lines; none where nothing failed, or nothing came.
    static func lines(_ state: ExplorerState) -> [[StyledText]] {
        guard let response = state.session?.response(in: .body), let runs = runs(of: response, state) else { return [] }
        let columns = state.layout.response.columns - 2
        return Wrapping.wrap(runs, columns: columns, indent: 0)
            .clipped(toRows: ResponsePane.longestMessage, columns: columns, state.glyphs.ellipsis)
    }

    private static func runs(of response: ShownResponse, _ state: ExplorerState) -> [StyledText]? {
        func shown(_ text: String, _ style: Style) -> StyledText {
            StyledText(state.secrets.masked(text, state.glyphs).shownInLine(limit: 1000), style)
        }
        guard let failure = response.failure else {
            if let deviation = response.record?.replayDeviation {
                return [
                    shown("The replay stopped here: \(deviation.words).", .warning),
                    shown(" It follows recorded redirects only.", .plain),
                ]
            }
            if response.exchange?.hasSeveralLocations == true {
                return [shown("The redirect was not followed: it has several Location fields, which differ.", .warning)]
            }
            guard let redirect = response.exchange?.unfollowedRedirect else { return nil }
            let target = Redaction.url(redirect.location)
            if redirect.foreignScheme != nil {
                return [shown("The redirect to \(target) was not followed: only http and https are.", .warning)]
            }
            let count = Wording.count(redirect.followed, "redirect")
            return [
                shown("After \(count) another to \(target) was not followed.", .warning),
                shown(state.withKeyNames(" Options ({focusRequest}) sets the limit."), .plain),
            ]
        }
        guard response.hasBodyToShow, response.document != nil else { return nil }
        guard let advice = failure.advice else { return [shown(failure.message, .failure)] }
        return [shown(failure.message.withFullStop, .failure), shown(" " + advice, .plain)]
    }
}
