import ExplorerKit
import OpenCollection
import Secrets
import Text

extension RenderedRequest {
    /// Returns the URL with its secrets replaced by dots.
    func shownURL(_ glyphs: Glyphs) -> String {
        masked(url.replacing(secretURL.spans.map { ($0.range, glyphs.secret) }), glyphs)
    }

    /// Returns another text about it, with its secrets replaced by dots.
    func masked(_ text: String, _ glyphs: Glyphs) -> String {
        secrets.matcher.masked(text, by: glyphs.secret)
    }
}
