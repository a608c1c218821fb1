internal import CCurl
import Foundation
import MicroClient
import Text

// What stood on the wire, for those who want to know.
extension RunningHop {
    /// A hop begins.
    func beginTape() {
        guard configuration.reportsHeadersSent, configuration.keepsWireLog else { return }
        record.tape = nextTape ?? WireTape(isTLS: request.isTLS)
        nextTape = nil
        // What is said to a proxy comes before the request, which libcurl is made to tell of otherwise.
        if keepsTunnels { easy.set(CURLOPT_VERBOSE, to: true) }
    }

    /// Whether all that is said to a proxy is kept: libcurl is verbose from the first byte to the last.
    var keepsTunnels: Bool { record.tape != nil && request.isTLS && mayUseProxy }

    /// Before the request went out it is of this hop; behind it, of the next one, on which it goes out once more.
    func didAskForTunnel(_ bytes: UnsafeRawBufferPointer) {
        guard record.tape != nil else { return }
        guard record.sentAt != nil else {
            record.tape?.askForTunnel(bytes)
            return
        }
        if nextTape == nil { nextTape = WireTape(isTLS: request.isTLS) }
        nextTape?.askForTunnel(bytes)
    }

    /// A line that libcurl received while it was verbose: of a proxy, before the request goes out and when a tunnel was asked for behind it.
    func didHearOfTunnel(_ line: UnsafeRawBufferPointer) {
        if record.readyAt == nil {
            record.tape?.hearOfTunnel(line)
        } else {
            nextTape?.hearOfTunnel(line)
        }
    }

    /// The proxy that carries the hop, as it is known: libcurl tells of one only since 8.7.
    ///
    /// - Parameter port: of the peer.
    func usedProxy(at port: Int) -> String? {
        guard let proxy = possibleProxy, !proxy.url.isEmpty else { return nil }
        let url = proxy.url.contains("://") ? proxy.url : "http://\(proxy.url)"
        let plain = URLReference(Redaction.url(url)).withoutUser.text
        guard !proxy.exceptions.isEmpty else { return plain }
        // For one of its exceptions it is not used, and then the peer is the origin. Both may listen at ports of the same number.
        guard plain.portOfProxy == port else { return nil }
        return port == request.port && proxy.excepts(request.host) ? nil : plain
    }
}

extension String {
    /// Of the URL of a proxy: libcurl's default where it names none.
    ///
    /// - Source: libcurl, `CURLOPT_PROXY`.
    fileprivate var portOfProxy: Int {
        if let port = URLReference(self).port { return port }
        return lowercased().hasPrefix("https:") ? 443 : 1080
    }
}
