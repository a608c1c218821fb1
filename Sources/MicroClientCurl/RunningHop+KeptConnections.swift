import Foundation
import MicroClient

// A kept connection on which the server has sent something unasked is not used: the transfer starts again, on another one.
extension RunningHop {
    /// Records a socket that libcurl has created and connects next.
    func didOpen(_ descriptor: Int32) { openedSockets.append(descriptor) }

    /// Returns whether the request may be sent on this connection: on a reused one, nothing may be there to read.
    func isClean(localPort: Int, _ counters: CurlCounters) -> Bool {
        self.localPort = localPort
        let isKept = record.sentAt == nil && openedSockets.isEmpty && counters.connections == record.base.connections
        guard isKept, loop.kept.hasInput(port: localPort) else { return true }
        wantsOtherConnection = true
        return false
    }

    /// Records whether the connection is one to check, now that the response's version is known.
    func noteConnection(_ head: ResponseHead) {
        guard !openedSockets.isEmpty else { return }
        defer { openedSockets = [] }
        guard head.httpVersion?.first == "1", let port = localPort else { return }
        guard let descriptor = openedSockets.last(where: { IdleSockets.port(of: $0) == port }) else { return }
        loop.kept.keep(descriptor, port: port)
    }
}
