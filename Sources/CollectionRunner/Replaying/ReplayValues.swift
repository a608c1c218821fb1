public import Exchanges
public import MicroClient
public import OpenCollection
import Secrets

/// The values of the markers in a recorded request: those that a person gave, otherwise what their names mean in the current request.
public struct ReplayValues: Sendable {
    /// The current request; nil when nothing of it may go along.
    let rendered: RenderedRequest?
    private let kept: StoredExchange
    private let given: [String: String]
    private let secrets: [String: String]
    private let fields: [String: String]
    /// The cookies of the environment; nil when none may go along.
    let jar: CookieJar?
    /// The cookies that the request itself has now; nil without any.
    let ownCookies: String?
    /// The items of the query and of a form, decoded.
    private let items: [String: String]

    /// - Parameters:
    ///   - given: The values that a person gave, by the names of markers.
    ///   - cookies: The cookies of its environment.
    ///   - expectedCookie: the text in the place of the cookies where there are none yet; nil: there will be none.
    ///   - rendered: The current request; nil when it cannot be rendered, or is not the one that was sent. One that leads to another origin than
    ///     the recorded one does not count: today's secrets are for today's host. Neither does one with a missing or circular variable: its
    ///     placeholder is there as written, or encoded, and is no secret.
    public init(
        _ kept: StoredExchange, given: [String: String], rendered: RenderedRequest?, cookies: CookieJar.Use = .off,
        expectedCookie: String? = nil
    ) {
        let atOrigin = rendered.flatMap { $0.isAtOrigin(of: kept) ? $0 : nil }
        let own = atOrigin.flatMap { $0.missing.isEmpty && $0.cycles.isEmpty ? $0 : nil }
        self.rendered = own
        self.kept = kept
        self.given = given
        let withheld = own?.withheldSecrets ?? []
        secrets = Self.first(
            own?.secrets.named.filter { !withheld.contains($0.name) }.map { ($0.name, $0.value) } ?? [])
        var fields = Self.fields(of: own)
        ownCookies = fields["cookie"]
        // Where one goes depends on the URL alone: a name without a value elsewhere keeps none back.
        let hasOwn = atOrigin?.headersToSend.contains { $0.name.lowercased() == "cookie" }
        jar = own != nil || hasOwn == false ? cookies.jar : nil
        if let field = jar?.field(at: kept.exchange.request.url, besides: ownCookies) { fields["cookie"] = field.value }
        if own != nil, fields["cookie"] == nil { fields["cookie"] = expectedCookie }
        self.fields = fields
        let signed = withheld.isEmpty ? own?.signatureInItems?.names ?? [] : []
        items = Self.first(
            signed.map { ($0, RequestToday.toCome) }
                + (own.map { SignedTarget($0.url).decodedItems + $0.formItems } ?? []))
    }

    /// The origin that the recorded request went to: "https://api.example.com".
    public var origin: String {
        let target = SignedTarget(kept.exchange.request.url)
        return "\(target.scheme)://\(target.host)"
    }

    /// Returns the header fields of the current request, by names in lower case; those that are signed when it is sent are among them.
    private static func fields(of own: RenderedRequest?) -> [String: String] {
        guard let own else { return [:] }
        var fields = first(own.headersToSend.map { ($0.name.lowercased(), $0.value) })
        if own.withheldSecrets.isEmpty, own.isSignedWhenSent {
            for header in own.headers where header.isMadeWhenSent { fields[header.name.lowercased()] = header.value }
            if case .aws(let aws)? = own.credential, !aws.sessionToken.isEmpty {
                fields["x-amz-security-token"] = aws.sessionToken
            }
        }
        return fields
    }

    private static func first(_ pairs: [(String, String)]) -> [String: String] {
        Dictionary(pairs) { first, _ in first }
    }

    /// The value of a marker; nil if there is none.
    public subscript(_ marker: SecretPlaceholder) -> String? {
        if let value = given[marker.name] { return value }
        guard let name = kept.fieldName(of: marker) else { return secrets[marker.name] ?? items[marker.name] }
        if marker.spelling == .wholeField { return fields[name] ?? secrets[marker.name] }
        return secrets[marker.name] ?? items[marker.name] ?? (kept.isWhole(marker) ? fields[name] : nil)
    }

    /// Whether a marker gets its value from the request as it is now, and not from a person.
    func fills(_ marker: SecretPlaceholder) -> Bool { given[marker.name] == nil && self[marker] != nil }

    /// Returns the value of any marker with this name; nil if it is not known.
    func value(named name: String) -> String? { given[name] ?? secrets[name] ?? items[name] }

    /// The values of its markers, and all other secrets in what they were taken from.
    ///
    /// Cookies are masked one by one, as in any send: what a server repeats of them is the same text then and now.
    var allSecrets: [NamedSecret] {
        let used = kept.markers.filter { kept.fieldName(of: $0) != "cookie" }.compactMap { marker in
            self[marker].map { NamedSecret(name: marker.name, value: $0) }
        }
        let known = rendered?.secrets.named ?? []
        var seen: Set<NamedSecret> = []
        return (used + known).filter { !$0.value.contains(RequestToday.toCome) && seen.insert($0).inserted }
    }
}

extension CookieJar {
    /// Returns the field that a request gets, nil when it gets none; its bytes may be no UTF-8.
    ///
    /// - Parameter own: the cookies that the request itself has.
    func field(at url: String, besides own: String?) -> HeaderField? {
        let wire = WireRequest(url: url, headers: HeaderFields(own.map { [HeaderField("Cookie", $0)] } ?? []))
        return adding(to: wire).headers.first { $0.isNamed("Cookie") }
    }
}

extension StoredExchange {
    /// Returns the name, in lower case, of the header field that holds a marker; nil if none does.
    func fieldName(of marker: SecretPlaceholder) -> String? {
        field(of: marker)?.name.lowercased()
    }

    /// Whether a header field has nothing but the marker as its value: a replay may then fill it by the field's name, whatever it was filled from.
    fileprivate func isWhole(_ marker: SecretPlaceholder) -> Bool {
        field(of: marker)?.value == SecretPlaceholder.text(of: marker.name)
    }

    private func field(of marker: SecretPlaceholder) -> HeaderField? {
        let fields = facts.exchange.request.headers
        guard case .header(let index) = marker.place, fields.indices.contains(index) else { return nil }
        return fields[index]
    }
}

extension SignedTarget {
    fileprivate func isAtOrigin(of other: SignedTarget) -> Bool {
        !host.isEmpty && scheme == other.scheme && host == other.host
    }

    fileprivate var decodedItems: [(String, String)] { pairs.decoded }
}

extension RenderedRequest {
    fileprivate func isAtOrigin(of kept: StoredExchange) -> Bool {
        SignedTarget(url).isAtOrigin(of: SignedTarget(kept.exchange.request.url))
    }

    /// The items, decoded, or the parts that are text; none where the body is no form of a size that people type.
    fileprivate var formItems: [(String, String)] {
        if case .multipart(let parts) = body {
            return parts.compactMap { part in
                if case .text(let text) = part.content { (part.name, text) } else { nil }
            }
        }
        guard case .bytes(let bytes, _) = body, bytes.count <= 1 << 20 else { return [] }
        let type = headersToSend.first { $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
        return type.hasPrefix("application/x-www-form-urlencoded") ? SignedTarget(form: bytes).pairs.decoded : []
    }
}

extension Array where Element == SignedPair {
    fileprivate var decoded: [(String, String)] {
        map { pair in
            let parts = [pair.name, pair.value].map {
                String(decoding: SignatureCoding.decoded($0), as: UTF8.self)
            }
            return (parts[0], parts[1])
        }
    }
}
