import Foundation
import MicroClient

// A kept connection on which the server has spoken unasked is not used: the transfer begins again, on another one.
extension RunningHop {
    /// libcurl has made a socket, and connects it next.
    func didOpen(_ descriptor: Int32) { openedSockets.append(descriptor) }

    /// Whether the request may go out on this connection: on one from before, nothing may be there to read.
    func isClean(localPort: Int, _ counters: CurlCounters) -> Bool {
        self.localPort = localPort
        let isKept = record.sentAt == nil && openedSockets.isEmpty && counters.connections == record.base.connections
        guard isKept, loop.kept.hasInput(port: localPort) else { return true }
        wantsOtherConnection = true
        return false
    }

    /// The answer's version is known, and with it whether the connection is one to look at.
    func noteConnection(_ head: ResponseHead) {
        guard !openedSockets.isEmpty else { return }
        defer { openedSockets = [] }
        guard head.httpVersion?.first == "1", let port = localPort else { return }
        guard let descriptor = openedSockets.last(where: { KeptSockets.port(of: $0) == port }) else { return }
        loop.kept.keep(descriptor, port: port)
    }
}
