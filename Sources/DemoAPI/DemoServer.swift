/// A small, honest HTTP API on the loopback interface: for the first run, and as a peer in tests.
///
/// It holds everything in memory, reads no clock for what it answers, and answers the same after every start. It
/// speaks HTTP/1.1 with keep-alive on `127.0.0.1`, on two ports that serve the same API, so that one can be the other's
/// foreign origin. One thread per port serves all its connections; waiting costs no thread.
///
/// `GET /` lists the endpoints as JSON. Errors are JSON: `{"status", "error", "hint", "fields"}`. HEAD works wherever
/// GET does, OPTIONS names the methods of every path.
///
/// | Endpoint | Answer |
/// |---|---|
/// | `GET /` | this list |
public final class DemoServer: Sendable {
    /// Settings beyond the port.
    public struct Options: Sendable {
        /// The second port, another origin with the same API. Default: 0, any free one.
        public var otherPort: UInt16
        /// Bodies that `/echo` and the JSON endpoints keep, in bytes; larger ones are answered with 413. Default: 8 MiB.
        public var keptBodyLimit: Int

        public init(otherPort: UInt16 = 0, keptBodyLimit: Int = 8 << 20) {
            self.otherPort = otherPort
            self.keptBodyLimit = keptBodyLimit
        }
    }

    /// The port that was opened, never 0.
    public let port: UInt16
    /// The second port: the same API as another origin.
    public let otherPort: UInt16
    /// `http://127.0.0.1:` and the port, without a slash at the end.
    public var baseURL: String { "http://127.0.0.1:\(port)" }
    /// The other origin, without a slash at the end.
    public var otherBaseURL: String { "http://127.0.0.1:\(otherPort)" }

    private let listeners: [Listener]
    private let delays = Delays()

    /// Opens both ports and answers from then on.
    ///
    /// - Parameters:
    ///   - port: 0, the default, takes a free one.
    ///   - options: the other port and limits.
    /// - Throws: ``DemoServerError``: port in use, not permitted, or no socket or thread to be had. Nothing stays open.
    public init(port: UInt16 = 0, options: Options = Options()) throws {
        let socket = try ListeningSocket(port: port)
        let otherSocket: ListeningSocket
        do { otherSocket = try ListeningSocket(port: options.otherPort) } catch {
            socket.close()
            throw error
        }
        self.port = socket.port
        otherPort = otherSocket.port
        listeners = try Self.listen(on: socket, otherSocket, delays, keptBodyLimit: options.keptBodyLimit)
    }

    deinit { stop() }

    /// Closes both ports and every connection, those that wait for a delayed answer too.
    ///
    /// Returns when all threads have ended. A second call does nothing.
    public func stop() {
        delays.stop()
        for listener in listeners { listener.stop() }
    }

    private static func listen(
        on socket: ListeningSocket, _ other: ListeningSocket, _ delays: Delays, keptBodyLimit: Int
    ) throws -> [Listener] {
        let state = DemoState()
        let main: Listener
        do {
            main = try Listener(
                socket: socket, otherPort: other.port, state: state, delays: delays, keptBodyLimit: keptBodyLimit)
        } catch {
            other.close()
            throw error
        }
        do {
            let second = try Listener(
                socket: other, otherPort: socket.port, state: state, delays: delays, keptBodyLimit: keptBodyLimit)
            return [main, second]
        } catch {
            main.stop()
            throw error
        }
    }
}
