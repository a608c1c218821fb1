import Exchanges
import ExplorerKit
import MicroClient
import TextGrid

/// The tab of headers: the status line, the fields, the trailers. Secrets are hidden as in the tab Wire, until the user shows them.
struct HeaderLines {
    let lines: [[StyledText]]
    /// The header field of each line; nil for the status line.
    let fields: [HeaderField?]

    init(_ session: RequestSession, _ state: ExplorerState) {
        guard let head = session.response?.head else {
            (lines, fields) = ([], [])
            return
        }
        let version = head.httpVersion.map { "HTTP/\($0) " } ?? ""
        let status = [StyledText("\(version)\(head.status) \(head.reason)", .status(head.status))]
        let trailers = session.response?.exchange?.attempts.last?.hops.last?.trailers ?? []
        let headers = head.headers.map { $0 }
        func line(_ field: HeaderField, _ note: String = "") -> [StyledText] {
            if session.look.showsSecrets {
                return [StyledText("\(field.name): ", .label), StyledText(field.value + note)]
            }
            let name = state.secrets.masked(field.name, state.glyphs)
            return [
                StyledText("\(name): ", .label),
                StyledText(state.secrets.value(of: field, by: state.glyphs.secret) + note),
            ]
        }
        lines = [status] + headers.map { line($0) } + trailers.map { line($0, "  trailer") }
        fields = [nil] + (headers + trailers).map { $0 }
    }

    /// Returns the lines, or what to do if there are none.
    func shown(_ state: ExplorerState) -> [[StyledText]] {
        lines.isEmpty ? [[StyledText(state.withKeyNames(EmptyStateTexts.noHeaders), .dimmed)]] : lines
    }
}
