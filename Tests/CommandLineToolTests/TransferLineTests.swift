import CommandLineTool
import Exchanges
import Foundation
import MicroClient
import Testing

@Suite("The line that says how much of a body has been transferred")
struct TransferLineTests {
    private static func texts(_ events: [(Double, Exchange.Event)], showsDownloads: Bool = true) -> [String] {
        var line = TransferLine(showsDownloads: showsDownloads)
        return events.compactMap { line.text(after: $1, at: Date(timeIntervalSince1970: $0)) }
    }

    private static let download: [(Double, Exchange.Event)] = [
        (10, .downloadProgress(bytes: 1_000_000, of: 8_000_000)),
        (10.9, .downloadProgress(bytes: 2_000_000, of: 8_000_000)),
        (12, .downloadProgress(bytes: 4_000_000, of: 8_000_000)),
        (12.05, .downloadProgress(bytes: 4_100_000, of: 8_000_000)),
        (14, .downloadProgress(bytes: 8_000_000, of: 8_000_000)),
    ]

    @Test("a second passes before it is shown, and it does not flicker")
    func patience() {
        #expect(
            Self.texts(Self.download) == ["4.0 MB of 8.0 MB (50%) · 2.0 MB/s", "8.0 MB of 8.0 MB (100%) · 2.0 MB/s"])
        #expect(Self.texts(Self.download, showsDownloads: false).isEmpty)
    }

    @Test("an upload is told too; the clock of the response starts with it")
    func upload() {
        let events: [(Double, Exchange.Event)] = [
            (0, .uploadProgress(bytes: 1_000_000, of: 500_000_000)),
            (5, .uploadProgress(bytes: 50_000_000, of: 500_000_000)),
            (20, .downloadProgress(bytes: 500, of: nil)), (22, .downloadProgress(bytes: 3000, of: nil)),
        ]
        #expect(Self.texts(events) == ["50 MB of 500 MB (10%) sent · 10 MB/s", "3.0 KB · 1.5 KB/s"])
        #expect(Self.texts(events, showsDownloads: false) == ["50 MB of 500 MB (10%) sent · 10 MB/s"])
    }

    @Test("a total that is too small for what came is not mentioned")
    func wrongTotal() {
        var bytes = TransferredBytes()
        bytes.note(.downloadProgress(bytes: 5000, of: 10))
        #expect(bytes.text == "5.0 KB")
    }
}
