import Exchanges
public import Foundation
public import MicroClient

/// The line that says how much of a body has been transferred, once that has taken a second.
public struct TransferLine: Sendable {
    private static let patience: TimeInterval = 1
    private static let interval: TimeInterval = 0.1
    private let showsDownloads: Bool
    private var bytes = TransferredBytes()
    /// The time at which the bytes of this direction began; nil before that.
    private var began: (at: Date, isDownload: Bool)?
    private var saidAt: Date?

    /// - Parameter showsDownloads: Whether it reports the response's body, too.
    public init(showsDownloads: Bool = true) { self.showsDownloads = showsDownloads }

    /// - Returns: The line, "12 MB of 48 MB (25%) · 4.1 MB/s"; nil if nothing new is to be shown.
    public mutating func text(after event: Exchange.Event, at now: Date) -> String? {
        guard bytes.note(event), let text = bytes.text else { return nil }
        let isDownload = bytes.received > 0
        guard let began, began.isDownload == isDownload else {
            began = (now, isDownload)
            return nil
        }
        let seconds = now.timeIntervalSince(began.at)
        guard seconds >= Self.patience, showsDownloads || !isDownload,
            saidAt.map({ now.timeIntervalSince($0) >= Self.interval }) ?? true
        else { return nil }
        saidAt = now
        let rate = Double(isDownload ? bytes.received : bytes.sent) / seconds
        return "\(text) · \(Wording.bytes(Int64(rate)))/s"
    }
}
