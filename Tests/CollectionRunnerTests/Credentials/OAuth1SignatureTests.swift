import Foundation
import MicroClient
import OpenCollection
import TestSupport
import Testing
import YAMLTree

@testable import CollectionRunner

@Suite("OAuth 1.0 signatures") struct OAuth1SignatureTests {
    /// A signed request and the signature that is published for it.
    struct Vector: CustomTestStringConvertible, Sendable {
        var id: String
        var request: WireRequest
        var form: String?
        var key: String
        var secret: String
        var token = ""
        var tokenSecret = ""
        var time: String
        var nonce: String
        var more: YAMLMapping = [:]
        /// The version, which RFC 5849's examples leave out.
        var version = ""
        var signature: String
        var testDescription: String { id }

        var parameters: [SignedPair] {
            get throws {
                var members: YAMLMapping = [
                    "consumerKey": .string(key), "consumerSecret": .string(secret), "accessToken": .string(token),
                    "accessTokenSecret": .string(tokenSecret),
                ]
                for entry in more.entries { members[entry.key] = entry.value }
                var credentials = OAuth1Credentials(AuthDetails(type: "oauth1", members: members))
                credentials.version = version
                let signer = OAuth1Signature(
                    credentials: credentials, timestamp: time, nonce: nonce, privateKey: PublishedKey.privatePEM)
                return try signer.parameters(for: request, form: form.map { Array($0.utf8) })
            }
        }
    }

    private static let photos = "photos.example.net"

    /// RFC 5849, section 1.2; OAuth Core 1.0, appendix A.5; OAuth's published test case for RSA-SHA1.
    static let published: [Vector] = [
        Vector(
            id: "RFC 5849, token", request: WireRequest(method: .post, url: "https://\(photos)/token"),
            key: "dpf43f3p2l4k3l03", secret: "kd94hf93k423kf44", token: "hh5s93j4hdidpola",
            tokenSecret: "hdhd0244k9j7ao03", time: "137131201", nonce: "walatlh",
            more: ["verifier": "hfdp7dh39dks9884"],
            signature: "gKgrFCywp7rO0OXSjdot/IHF7IU="),
        Vector(
            id: "RFC 5849, protected resource",
            request: WireRequest(url: "http://\(photos)/photos?file=vacation.jpg&size=original"),
            key: "dpf43f3p2l4k3l03", secret: "kd94hf93k423kf44", token: "nnch734d00sl2jdk",
            tokenSecret: "pfkkdhi9sl3r4s00", time: "137131202", nonce: "chapoH",
            signature: "MdpQcU8iPSUjWoN/UDMsK2sui9I="),
        Vector(
            id: "Core 1.0", request: WireRequest(url: "http://\(photos)/photos?file=vacation.jpg&size=original"),
            key: "dpf43f3p2l4k3l03", secret: "kd94hf93k423kf44", token: "nnch734d00sl2jdk",
            tokenSecret: "pfkkdhi9sl3r4s00", time: "1191242096", nonce: "kllo9940pd9333jh", version: "1.0",
            signature: "tR3+Ty81lMeYAr/Fid0kMTYa/WM="),
        Vector(
            id: "RSA-SHA1", request: WireRequest(url: "http://\(photos)/photos?file=vacaction.jpg&size=original"),
            key: "dpf43f3p2l4k3l03", secret: "", time: "1196666512", nonce: "13917289812797014437",
            more: ["signatureMethod": "RSA-SHA1"], version: "1.0",
            signature:
                "jvTp/wX1TYtByB1m+Pbyo0lnCOLIsyGCH7wke8AUs3BpnwZJtAuEJkvQL2/9n4s5wUmUl4aCI4BwpraNx4RtEXMe5qg5T1LVTGliMRpKas"
                + "KsW//e+RinhejgCuzoH26dyF8iY2ZZ/5D1ilgeijhV/vBka5twt399mXwaYdCwFYE="),
    ]

    /// Twitter's example of a signed form, whose first signature is published; the others were made with oauthlib 4.0.
    static let methods: [Vector] = [
        ("HMAC-SHA1", "tnnArxj06cWHq44gCs1OSKk/jLY="),
        ("HMAC-SHA256", "lrpvd+UOGVsQnRf5skaXYTNeIPFJ0C+qK3OGpK/XB9Q="),
        ("HMAC-SHA512", "wbw3Op+NCAVrtent/kaQIbZdiwrr3rtF2p711EA+YtsYF9h1jWQLoFV79tKaP2HfM2LNMCwUX7s7rB8e1zfG9w=="),
        (
            "RSA-SHA1",
            "ULOz7hF+QnQYsTuW9lx5JUhkyE18t9WwFHKqeVz/tMLOHmHwAgSk6+0Zhs44AcQx0rOvfpKL6WbnaxZr4FFD3RyR7V3pC6y7S1w/IntvFQlrZLmU"
                + "0gIf+6K3N9yeAI6QcZn7e77gPRLo2phLTVKLAun1eHJYYPZ31uW34SVrv1Q="
        ),
        (
            "RSA-SHA256",
            "e3P+iME+5QO2NB58dnLKu8HVISpx4NlFzfkFA3tIMfIKsLnX+dkFlaD3oZvcS+o8RNs6wbav2ciqB98OnavnjOLDytt1EHgLcQHjX0j7u2MdmuPc"
                + "H0q3D2g6jyuzQG4yOFP0MbgQJGM0rUy979Hu4fGU98V4hUC80fHFG87b/jw="
        ),
        (
            "RSA-SHA512",
            "nA3rbGveyKLnps/GRU7iel+2NhdeQB1jHl1/Ro8kUw6ZnywbXQWc28gb4XT+bM90ZGaq0uei8qfWQc3PipQITepYw2io6XhtdUno3KQuvY5T5VHX"
                + "AG+FA3VxcBjIfguZOuUawcACV3mUjo1i+CwB+PbImfi6cv0zLocpWIbWmeg="
        ),
        ("PLAINTEXT", "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw&LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE"),
    ].map { method, signature in
        Vector(
            id: method,
            request: WireRequest(
                method: .post, url: "https://api.twitter.com/1/statuses/update.json?include_entities=true"),
            form: "status=Hello%20Ladies%20%2b%20Gentlemen%2c%20a%20signed%20OAuth%20request%21",
            key: "xvz1evFS4wEEPTGEFPHBog", secret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
            token: "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb",
            tokenSecret: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE", time: "1318622958",
            nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", more: ["signatureMethod": .string(method)],
            version: "1.0", signature: signature)
    }

    /// Made with oauthlib 4.0: case of scheme and host, the scheme's own port, repeated names, secrets and keys with marks.
    static let spellings = [
        Vector(
            id: "spellings",
            request: WireRequest(url: "HTTP://EXAMPLE.com:80/r%20v/X?id=123&name=a%20b&name=%C3%A4&plus=%2B"),
            key: "k+ y", secret: "s&e%", time: "1", nonce: "n", version: "1.0",
            signature: "qXdep3a9otHYtAszbnBr/433mqs=")
    ]

    @Test("signs as published", arguments: published + methods + spellings)
    func signatures(vector: Vector) throws {
        let parameters = try vector.parameters
        #expect(parameters.first { $0.name == "oauth_signature" }?.value == vector.signature)
        #expect(parameters.map(\.name) == parameters.map(\.name).sorted())
        #expect(!parameters.contains { $0.name == "realm" })
    }

    @Test("the base string is that of RFC 5849, section 3.4.1.1")
    func baseString() {
        let signer = OAuth1Signature(
            credentials: OAuth1Credentials(AuthDetails(type: "oauth1")), timestamp: "137131201", nonce: "7d8f3e4a")
        let request = WireRequest(method: "post", url: "http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b")
        let parameters: [SignedPair] = [
            ("oauth_consumer_key", "9djdj82h48djs9d2"), ("oauth_token", "kkk9d7dh3k39sjv7"),
            ("oauth_signature_method", "HMAC-SHA1"), ("oauth_timestamp", "137131201"), ("oauth_nonce", "7d8f3e4a"),
        ]
        let base = signer.baseString(request, parameters, form: Array("c2&a3=2+q".utf8))
        let expected =
            "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26"
            + "c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26"
            + "oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7"
        #expect(base == expected)
    }

    @Test("a private key that is none is told in words, without the key")
    func badKey() throws {
        let members: YAMLMapping = ["signatureMethod": "RSA-SHA1"]
        let signer = OAuth1Signature(
            credentials: OAuth1Credentials(AuthDetails(type: "oauth1", members: members)), timestamp: "1", nonce: "n",
            privateKey: "not a key at all")
        let error = #expect(throws: CredentialFailure.self) {
            try signer.parameters(for: WireRequest(url: "http://h/"))
        }
        #expect(error?.message.hasPrefix("The private key of OAuth 1 cannot be used: ") == true)
        #expect(error?.message.contains("not a key") == false)
    }

    // MARK: Placing

    @Test("a header begins with the realm, its quotes escaped")
    func header() {
        let value = OAuth1Placing.header([("oauth_a", "1 &"), ("oauth_b", "")], realm: #"a "b" \c"#)
        #expect(value == #"OAuth realm="a \"b\" \\c", oauth_a="1%20%26", oauth_b="""#)
        #expect(OAuth1Placing.header([("oauth_a", "1")], realm: "") == #"OAuth oauth_a="1""#)
        let marked = OAuth1Placing.header([], realm: "a\"\u{301}, x=\u{D4E}\"")
        #expect(marked.utf8.elementsEqual("OAuth realm=\"a\\\"\u{301}, x=\u{D4E}\\\"\"".utf8))
    }

    @Test("a query keeps its own items and loses older ones of the same name")
    func query() {
        let parameters: [SignedPair] = [("oauth_nonce", "n+")]
        #expect(OAuth1Placing.url("http://h/p", parameters) == "http://h/p?oauth_nonce=n%2B")
        #expect(
            OAuth1Placing.url("http://h/p?a=1&oauth%5Fnonce=x&b#f", parameters) == "http://h/p?a=1&b&oauth_nonce=n%2B#f"
        )
    }

    @Test("a form gets the parameters behind its own; another body is replaced, and its type")
    func body() throws {
        let json = WireRequest(
            method: .post, url: "http://h/", headers: [HeaderField("content-type", "application/json")],
            body: .bytes(Data("{}".utf8)))
        let replaced = OAuth1Placing.body(json, form: nil, [("oauth_a", "1")])
        #expect(replaced.text == "oauth_a=1")
        #expect(replaced.headers["Content-Type"] == "application/x-www-form-urlencoded")
        let form = OAuth1Placing.body(json, form: Array("x=1&y=%20".utf8), [("oauth_a", "1")])
        #expect(form.text == "x=1&y=%20&oauth_a=1" && form.headers["Content-Type"] == "application/json")
    }
}

extension WireRequest {
    fileprivate var text: String? {
        guard case .bytes(let data) = body else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
