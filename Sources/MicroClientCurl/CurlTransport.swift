import Foundation
import MicroClient

/// A `Transport` over libcurl: phase timings, streaming both ways, HTTP/2, kept connections, cancellation that closes them.
///
/// One thread of its own drives libcurl's multi interface for all transfers; readers wait in Swift concurrency. Only the request's own fields
/// are sent, and `Host`, `Content-Length` or `Transfer-Encoding`, `Accept-Encoding` (see
/// ``/MicroClient/TransferOptions/decodesContent``) and `Authorization` made from user information in the URL. `Proxy-Authorization` and
/// `Proxy-Connection` are sent only to a proxy. Redirects are not followed, cookies not kept, netrc not read, pushed streams not accepted.
///
/// A body in an encoding that libcurl does not support is passed on undecoded. Several transfers to one host share an HTTP/2 connection.
///
/// A URL is sent unchanged. TLS facts are available if libcurl uses OpenSSL, else they are nil.
///
/// libcurl may send a request again by itself. Each sending is a hop, with its own times, connection and fields, and between them
/// comes ``/MicroClient/Transfer/Event/resending(after:)``:
/// - a kept connection turned out to be closed before any byte of a response arrived: once, and only if the method may be repeated
///   (``/MicroClient/HTTPMethod/isIdempotent``) and the body is not a stream; else ``/MicroClient/TransferError/Code/connectionLost``;
/// - the server refused an HTTP/2 stream on a new connection, and so did not process the request: once, whatever the method;
/// - 401 or 407, for which there are credentials: at most six times. With digest, NTLM and negotiate the first sending has an empty body;
/// - 417: the body is sent without `Expect`.
///
/// Such a head is delivered only when it is known that no further sending follows, with the first byte of its body or at the end.
/// The body of a challenge that is responded to is skipped; its size is not known. NTLM and negotiate are tested by their messages, not
/// against third-party servers; libcurl before 8.3 signs a query for AWS in the order in which it is written.
///
/// | ``/MicroClient/TransferError/Code`` | libcurl |
/// |---|---|
/// | `malformedURL` | `CURLE_URL_MALFORMAT` |
/// | `unsupportedProtocol` | `CURLE_UNSUPPORTED_PROTOCOL` before anything was sent |
/// | `couldNotResolveHost` | `CURLE_COULDNT_RESOLVE_HOST` |
/// | `tooManyOpenFiles` | like `couldNotResolveHost` and `couldNotConnect`, when the process has no file descriptor left |
/// | `couldNotConnect` | `CURLE_COULDNT_CONNECT`, `CURLE_RECV_ERROR` before anything was sent |
/// | `proxyFailed` | `CURLE_COULDNT_RESOLVE_PROXY`, `CURLE_PROXY`, `CURLE_COULDNT_CONNECT` to a proxy, `CURLE_RECV_ERROR` when it opens no tunnel |
/// | `timedOut` | `CURLE_OPERATION_TIMEDOUT`, and the first-byte and idle timeouts, which are our own |
/// | `tlsHandshakeFailed` | `CURLE_SSL_CONNECT_ERROR`, `..._CERTPROBLEM`, `..._CIPHER`, `..._CLIENTCERT`, `CURLE_RECV_ERROR` with an alert |
/// | `certificateNotTrusted` | `CURLE_PEER_FAILED_VERIFICATION`, `CURLE_SSL_ISSUER_ERROR`, `..._CACERT_BADFILE` and the like |
/// | `emptyReply` | `CURLE_GOT_NOTHING` |
/// | `connectionLost` | `CURLE_SEND_ERROR`, `CURLE_SEND_FAIL_REWIND`, `CURLE_PARTIAL_FILE`, `CURLE_RECV_ERROR` |
/// | `malformedResponse` | `CURLE_WEIRD_SERVER_REPLY`, `CURLE_HTTP2`, `CURLE_HTTP2_STREAM`, HTTP/0.9, bad chunk sizes |
/// | `contentDecodingFailed` | `CURLE_BAD_CONTENT_ENCODING` |
/// | `uploadFailed` | `CURLE_READ_ERROR`, and a body's file or stream that fails |
/// | `headersTooLarge` | our own limit; `CURLE_TOO_LARGE` or `CURLE_OUT_OF_MEMORY` within a head: a line of more than about 100 KiB |
/// | `bodyTooLarge` | our own limits |
/// | `authenticationFailed` | `CURLE_AUTH_ERROR`, `CURLE_LOGIN_DENIED`, challenges without end or after a stream |
/// | "libcurl 42" | any other, by its number |
///
/// The thread ends when the transport and all its transfers are gone.
/// - Source: libcurl, `libcurl-multi(3)`; at least 7.88.
public final class CurlTransport: Transport {
    /// The transport shared by the whole process, created on first use; it shares its kept connections.
    public static let shared = CurlTransport()

    /// The settings for all transfers of one transport.
    public struct Configuration: Sendable, Hashable {
        /// The number of connections kept open after use, for all hosts together. Default: 64.
        ///
        /// - Source: libcurl `CURLMOPT_MAXCONNECTS`.
        public var keptConnections = 64
        /// The number of transfers to one host (scheme, name and port) at the same time; more wait until one has ended, which counts against no
        /// timeout. Nil: no limit. Default: 6.
        ///
        /// HTTP/2 hosts are not counted, nor are streams of events and of JSON lines (by their `Content-Type`) once their head has arrived, nor
        /// transfers whose reader has fallen behind by ``queuedBytes``.
        public var transfersPerHost: Int? = 6
        /// The number of received bytes that may wait for a slow reader before the connection is paused. Default: 1 MiB.
        ///
        /// A chunk (256 KiB), and what one read of the socket decodes to, may come on top.
        public var queuedBytes = 1 << 20
        /// Whether ``/MicroClient/Transfer/Summary/requestHeadersSent`` is filled. Default: true; without it a small request is about
        /// a microsecond or two faster.
        public var reportsHeadersSent = true
        /// Whether ``/MicroClient/Transfer/Summary/wire`` is filled; only with ``reportsHeadersSent``. Default: false; with it a small request
        /// takes several microseconds more.
        public var keepsWireLog = false

        /// Creates the default settings.
        public init() {}
    }

    let configuration: Configuration
    let mailbox: CommandQueue

    /// Creates a transport and starts its thread, which ends with the transport and its last transfer.
    public init(configuration: Configuration = .init()) {
        self.configuration = configuration
        let multi = MultiHandle(keptConnections: configuration.keptConnections)
        let mailbox = CommandQueue(multi: multi)
        self.mailbox = mailbox
        Thread.startTransportThread { TransferLoop(multi: multi, mailbox: mailbox, configuration: configuration).run() }
    }

    deinit { mailbox.post(.stop) }

    public func transfer(_ request: WireRequest) -> Transfer {
        let reader = TransferReader(request: request, transport: self)
        return Transfer(arrived: reader.arrived, reader.next)
    }
}

extension Thread {
    fileprivate static func startTransportThread(_ body: @escaping @Sendable () -> Void) {
        // Linux names a thread only from within, and only once `start()` has returned. Without the wait, one thread in a hundred keeps the name of
        // the thread that started it.
        let started = DispatchSemaphore(value: 0)
        let thread = Thread {
            started.wait()
            Thread.current.name = "CurlTransport"
            blockSignals()
            body()
        }
        thread.start()
        started.signal()
    }

    /// Blocks signals: they belong to the program, and a write to a closed connection must be an error here, not SIGPIPE. So this thread
    /// receives only those of its own faults.
    private static func blockSignals() {
        var signals = sigset_t()
        sigfillset(&signals)
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&signals, fault) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
