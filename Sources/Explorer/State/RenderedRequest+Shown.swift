import ExplorerKit
import OpenCollection
import Secrets
import Text

extension RenderedRequest {
    /// The URL with its secrets replaced by dots.
    func shownURL(_ signs: Signs) -> String {
        masked(url.replacing(secretURL.spans.map { ($0.range, signs.secret) }), signs)
    }

    /// Another text about it.
    func masked(_ text: String, _ signs: Signs) -> String {
        secrets.matcher.masked(text, by: signs.secret)
    }
}
