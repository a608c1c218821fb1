internal import CMicrohttpd
import Foundation

/// One listening port with its libmicrohttpd daemon.
///
/// `@unchecked Sendable`: all but the daemon's handle is constant, and that is set once before the server is handed out
/// and read by `stop` alone.
final class Listener: @unchecked Sendable {
    /// Largest body in bytes that is only counted or summed.
    static let countedBodyLimit = 1 << 30

    let routes: RouteTable
    let state: DemoState
    let delays: Delays
    let ownOrigin: String
    let otherOrigin: String
    /// Largest body in bytes that is kept.
    let keptBodyLimit: Int
    private let daemon = Locked<OpaquePointer?>(nil)

    /// - Throws: ``DemoServerError`` when libmicrohttpd does not start; the socket is closed then.
    init(socket: ListeningSocket, otherPort: UInt16, state: DemoState, delays: Delays, keptBodyLimit: Int) throws {
        routes = Endpoints.table
        self.state = state
        self.delays = delays
        self.keptBodyLimit = keptBodyLimit
        ownOrigin = "http://127.0.0.1:\(socket.port)"
        otherOrigin = "http://127.0.0.1:\(otherPort)"
        try start(socket)
    }

    /// Closes the port and all connections; `delays` are to be stopped before.
    func stop() {
        let running = daemon.withLock { daemon in
            defer { daemon = nil }
            return daemon
        }
        if let running { MHD_stop_daemon(running) }
    }

    private func start(_ socket: ListeningSocket) throws {
        // Not retained: the daemon is stopped before the listener goes.
        let owner = Unmanaged.passUnretained(self).toOpaque()
        // Room for long header lists both ways; it is taken from the system only when used.
        let running = microhttpd_start(
            socket.descriptor, 256 * 1024, handleRequest, receiveTarget, completeRequest, owner)
        guard let running else {
            let message = String(cString: strerror(errno))
            socket.close()
            throw DemoServerError(
                code: .daemonFailed, port: socket.port, operation: "MHD_start_daemon", message: message)
        }
        daemon.withLock { $0 = running }
    }
}

// The shapes of the next three functions are libmicrohttpd's.

private func receiveTarget(
    owner: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let owner, let target else { return nil }
    let listener = Unmanaged<Listener>.fromOpaque(owner).takeUnretainedValue()
    let conversation = Conversation(listener: listener, target: RequestTarget(String(cString: target)))
    return Unmanaged.passRetained(conversation).toOpaque()
}

private func handleRequest(
    owner: UnsafeMutableRawPointer?, connection: OpaquePointer?, path: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, piece: UnsafePointer<CChar>?,
    pieceSize: UnsafeMutablePointer<Int>?, context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let connection, let method, let pieceSize, let conversation = context?.pointee else { return microhttpd_no }
    let bytes = UnsafeRawBufferPointer(start: piece, count: pieceSize.pointee)
    pieceSize.pointee = 0
    return Unmanaged<Conversation>.fromOpaque(conversation).takeUnretainedValue()
        .advance(connection, method: String(cString: method), piece: bytes)
}

private func completeRequest(
    owner: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, reason: MHD_RequestTerminationCode
) {
    guard let conversation = context?.pointee else { return }
    context?.pointee = nil
    Unmanaged<Conversation>.fromOpaque(conversation).release()
}
