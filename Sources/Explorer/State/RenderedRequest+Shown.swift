import ExplorerKit
import OpenCollection
import Secrets
import Text

extension RenderedRequest {
    /// Returns the URL with its secrets replaced by dots.
    func shownURL(_ signs: Signs) -> String {
        masked(url.replacing(secretURL.spans.map { ($0.range, signs.secret) }), signs)
    }

    /// Returns another text about it, with its secrets replaced by dots.
    func masked(_ text: String, _ signs: Signs) -> String {
        secrets.matcher.masked(text, by: signs.secret)
    }
}
