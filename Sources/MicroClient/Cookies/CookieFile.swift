import Foundation

/// Cookies as a text of lines, which `curl -b` and `-c`, `wget` and browsers' exports share.
///
/// It has no place for `SameSite`, nor for when a cookie was made or used.
/// - Source: https://curl.se/docs/http-cookies.html, "Cookie file format".
package enum CookieFile {
    /// One line per cookie, in the order given. One that would not fit into a line is left out.
    package static func text(_ cookies: [Cookie]) -> String {
        "# Netscape HTTP Cookie File\n" + cookies.filter(\.isSendable).compactMap(line).map { $0 + "\n" }.joined()
    }

    private static func line(_ cookie: Cookie) -> String? {
        let fields = [
            (cookie.isHTTPOnly ? httpOnly : "") + (cookie.isHostOnly ? "" : ".") + cookie.domain,
            cookie.isHostOnly ? "FALSE" : "TRUE", cookie.path, cookie.isSecure ? "TRUE" : "FALSE",
            cookie.expiresAt.map(seconds) ?? "0", cookie.name, cookie.value,
        ]
        return fields.contains { $0.utf8.contains(0x09) } ? nil : fields.joined(separator: "\t")
    }

    /// Never 0, which stands for the end of the session.
    private static func seconds(_ date: Date) -> String { String(Int(max(1, min(date.timeIntervalSince1970, 1e15)))) }

    /// The cookies of such a text; lines that are none are passed over.
    ///
    /// - Parameters:
    ///   - text: in the form of Netscape's cookies.txt.
    ///   - now: taken for when they were made. Those that are over are left out by the jar that takes them.
    package static func cookies(in text: String, now: Date) -> [Cookie] {
        text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.compactMap { cookie(String($0), now: now) }
    }

    private static let httpOnly = "#HttpOnly_"

    private static func cookie(_ line: String, now: Date) -> Cookie? {
        let isHTTPOnly = line.utf8.starts(with: httpOnly.utf8)
        guard isHTTPOnly || line.utf8.first != UInt8(ascii: "#") else { return nil }
        let fields = line.utf8.dropFirst(isHTTPOnly ? httpOnly.utf8.count : 0)
            .split(separator: 0x09, omittingEmptySubsequences: false).map { String(Substring($0)) }
        guard fields.count == 6 || fields.count == 7, let expires = Double(fields[4]),
            let domain = HostName.canonical(
                String(Substring(fields[0].utf8.dropFirst(fields[0].utf8.first == 0x2E ? 1 : 0))))
        else { return nil }
        return Cookie(
            fields[5], fields.count > 6 ? fields[6] : "", domain: domain, isHostOnly: fields[1] != "TRUE",
            path: fields[2], isSecure: fields[3] == "TRUE", isHTTPOnly: isHTTPOnly,
            expiresAt: expires == 0 ? nil : Date(timeIntervalSince1970: expires), createdAt: now)
    }
}
