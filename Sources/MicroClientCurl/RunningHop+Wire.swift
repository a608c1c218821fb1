internal import CCurl
import Foundation
import MicroClient

// What stood on the wire, for those who want to know.
extension RunningHop {
    /// A hop begins.
    func beginTape() {
        guard configuration.reportsHeadersSent, configuration.keepsWireLog else { return }
        record.tape = WireTape(isTLS: request.isTLS)
        // What is said to a proxy comes before the request, which libcurl is made to tell of otherwise.
        if request.isTLS, mayUseProxy { easy.set(CURLOPT_VERBOSE, to: true) }
    }

    /// A line that libcurl received while it was verbose: before the request goes out, a proxy's.
    func didHearOfTunnel(_ line: UnsafeRawBufferPointer) {
        guard record.readyAt == nil else { return }
        record.tape?.hearOfTunnel(line)
    }

    /// The proxy that carries the hop, as it is known: libcurl tells of one only since 8.7.
    ///
    /// - Parameter port: of the peer.
    func usedProxy(at port: Int) -> String? {
        guard case .proxy(let proxy) = request.options.proxy, mayUseProxy else { return nil }
        let url = proxy.url.contains("://") ? proxy.url : "http://\(proxy.url)"
        let plain = Redaction.url(url).withoutUser
        // For one of its exceptions it is not used, and then the peer is the origin.
        return proxy.exceptions.isEmpty || plain.hasSuffix(":\(port)") ? plain : nil
    }
}

extension String {
    /// "http://me:secret@proxy" as "http://proxy".
    fileprivate var withoutUser: String {
        guard let start = range(of: "://")?.upperBound, let at = self[start...].lastIndex(of: "@") else { return self }
        return String(self[..<start] + self[index(after: at)...])
    }
}
