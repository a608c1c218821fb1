internal import CCurl
import Foundation
import MicroClient
import Text

// The log of bytes on the wire, if enabled.
extension RunningHop {
    /// Starts the log of a hop.
    func beginTape() {
        guard configuration.reportsHeadersSent, configuration.keepsWireLog else { return }
        record.tape = nextTape ?? WireRecorder(isTLS: request.isTLS)
        nextTape = nil
        // The exchange with a proxy comes before the request, and libcurl reports it only while verbose.
        if keepsTunnels { easy.set(CURLOPT_VERBOSE, to: true) }
    }

    /// Whether the exchange with a proxy is logged: libcurl is verbose from the first byte to the last.
    var keepsTunnels: Bool { record.tape != nil && request.isTLS && mayUseProxy }

    /// Records a request for a tunnel: before the request was sent it belongs to this hop; after it, to the next one, on which it is sent again.
    func didAskForTunnel(_ bytes: UnsafeRawBufferPointer) {
        guard record.tape != nil else { return }
        guard record.sentAt != nil else {
            record.tape?.askForTunnel(bytes)
            return
        }
        if nextTape == nil { nextTape = WireRecorder(isTLS: request.isTLS) }
        nextTape?.askForTunnel(bytes)
    }

    /// Records a line that libcurl received while verbose: from a proxy, before the request is sent or when a tunnel was requested after it.
    func didHearOfTunnel(_ line: UnsafeRawBufferPointer) {
        if record.readyAt == nil {
            record.tape?.hearOfTunnel(line)
        } else {
            nextTape?.hearOfTunnel(line)
        }
    }

    /// Returns the proxy that carries the hop, derived here since libcurl reports it only since 8.7.
    ///
    /// - Parameter port: The port of the peer.
    func usedProxy(at port: Int) -> String? {
        guard let proxy = possibleProxy, !proxy.url.isEmpty else { return nil }
        let url = proxy.url.contains("://") ? proxy.url : "http://\(proxy.url)"
        let plain = URLReference(Redaction.url(url)).withoutUser.text
        guard !proxy.exceptions.isEmpty else { return plain }
        // It is not used for its exceptions, and then the peer is the origin. Both may listen at the same port number.
        guard plain.portOfProxy == port else { return nil }
        return port == request.port && proxy.excepts(request.host) ? nil : plain
    }
}

extension String {
    /// The port in the URL of a proxy; libcurl's default if it has none.
    ///
    /// - Source: libcurl, `CURLOPT_PROXY`.
    fileprivate var portOfProxy: Int {
        if let port = URLReference(self).port { return port }
        return lowercased().hasPrefix("https:") ? 443 : 1080
    }
}
