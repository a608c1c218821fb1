import Foundation
import MicroClient

extension WireRequest {
    /// In lower case, as written; empty when there is none.
    var host: String { String(hostAndPort.host).lowercased() }

    /// As written, or the scheme's.
    var port: Int { hostAndPort.port ?? (isTLS ? 443 : 80) }

    private var hostAndPort: (host: Substring, port: Int?) {
        guard let url = urlWithoutUser, let start = url.range(of: "://")?.upperBound else { return ("", nil) }
        let authority = url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let afterAddress = authority.lastIndex(of: "]") ?? authority.startIndex
        guard let colon = authority[afterAddress...].firstIndex(of: ":") else { return (authority, nil) }
        return (authority[..<colon], Int(authority[authority.index(after: colon)...]))
    }
}
