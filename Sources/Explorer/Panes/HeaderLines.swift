import Exchanges
import MicroClient
import TextGrid

/// The tab of headers: the status line, the fields, the trailers.
struct HeaderLines {
    let lines: [[StyledText]]
    /// What each line shows; nil for the status line.
    let fields: [HeaderField?]

    init(_ session: RequestSession) {
        guard let head = session.answer?.head else {
            (lines, fields) = ([], [])
            return
        }
        let version = head.httpVersion.map { "HTTP/\($0) " } ?? ""
        let status = [StyledText("\(version)\(head.status) \(head.reason)", .status(head.status))]
        let trailers = session.answer?.exchange?.attempts.last?.hops.last?.trailers ?? []
        let headers = head.headers.map { $0 }
        lines =
            [status] + headers.map { [StyledText("\($0.name): ", .label), StyledText($0.value)] }
            + trailers.map { [StyledText("\($0.name): ", .label), StyledText("\($0.value)  trailer")] }
        fields = [nil] + (headers + trailers).map { $0 }
    }

    /// With what to do where there are none.
    func shown(_ state: ExplorerState) -> [[StyledText]] {
        lines.isEmpty ? [[StyledText(state.said(EmptyWords.noHeaders), .dimmed)]] : lines
    }
}
