import Foundation
import OpenCollection
import Testing

@testable import CollectionRunner

@Suite("Functions in templates, with the digests of OpenSSL")
struct TemplateDigestsTests {
    private func text(_ template: String, _ values: [String: String] = [:]) -> String {
        let dynamic = DynamicValues(random: { 7 }, now: { Date(timeIntervalSince1970: 0) }, digests: .openSSL)
        let scopes = VariableScopes(
            collection: Collection(name: "c"), session: values.mapValues { .string($0) }, dynamic: dynamic)
        let resolved = scopes.resolve(template)
        return resolved.faults.first ?? resolved.text
    }

    @Test(
        "digests of \"abc\" are those of FIPS 180-4 and RFC 1321",
        arguments: [
            ("md5", "900150983cd24fb0d6963f7d28e17f72"), ("sha1", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            ("sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "sha384",
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
            ),
            (
                "sha512",
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
            ),
        ])
    func digests(name: String, expected: String) {
        #expect(text("{{$\(name)('abc')}}") == expected)
        #expect(text("{{$base64($\(name)(a + 'c', 'bytes'))}}", ["a": "ab"]) == text("{{$\(name)('abc', 'base64')}}"))
    }

    @Test(
        "HMAC gives what RFC 4231 says, sections 4.2 to 4.4",
        arguments: [
            (
                "$hmac(key, 'Hi There')", String(repeating: "\u{0B}", count: 20),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                "$hmac(key, 'Hi There', 'sha512')", String(repeating: "\u{0B}", count: 20),
                "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854"
            ),
            (
                "$hmac(key, 'what do ya want for nothing?', 'sha384')", "Jefe",
                "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649"
            ),
            (
                "$hmac($base64Decode(key), $base64Decode('\(String(repeating: "3d3d", count: 16))3d0='))",
                String(repeating: "qqqq", count: 6) + "qqo=",
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
        ])
    func authentication(call: String, key: String, expected: String) {
        #expect(text("{{\(call)}}", ["key": key]) == expected)
    }

    @Test("the signature of RFC 7515, appendix A.1, comes out of its key and its input")
    func signature() {
        let key = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
        let input =
            "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        #expect(
            text("{{$hmac($base64Decode(key), input, 'base64url')}}", ["key": key, "input": input])
                == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    }

    @Test("a token has the claims as they are written, and the signature of jwt.io's example")
    func token() {
        let expected =
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"
        let values = [
            "key": "your-256-bit-secret", "claims": #"{"sub": "1234567890", "name": "John Doe"}"#, "id": "1234567890",
        ]
        #expect(text("{{$jwt(key, sub: id, name: 'John Doe', iat: 1516239022)}}", values) == expected)
        #expect(text("{{$jwt(key, claims, iat: '1516239022')}}", values) == expected)
    }

    @Test("RS256 signs with a private key in PEM, as OpenSSL's own command does; another key is refused in words")
    func rsa() {
        let key = """
            -----BEGIN PRIVATE KEY-----
            MIICdQIBADANBgkqhkiG9w0BAQEFAASCAl8wggJbAgEAAoGBAKabDk9rIzThRjCk
            lYmdsOoSS54a55WIck7kEE1TUVzIau5s3dtsRMqZFgCAFIW1V9Nht5Ddb4weTjfw
            i9Z4AIUgyWIEf2aZTCR2vA0tp/l8TtXEBG+WuxFgH4kK/tFIXN029LYli3ScOP+l
            efhFilhxN9KE3IDhnGx/xbD6xdE5AgMBAAECgYBMhDwPR4JU3/2Pi5dOK8k7x4lJ
            JMwlhhQRnXbLPK/KcBWESSWfh9sUPTi4pBpIyl96qo9XDgwUCzsbP/PJXTXHMNHl
            Xt8BesJ02KwAox/Lb7Dd75Tonya60pespCO5JfBQLKrZ8FvBYhDm7fyEII0XIwlw
            otrRtOWstEq60S7tgQJBANZZcgzavo63K3W3poAQTRKLLXptV5kF0+jRrf37WuMb
            7fpAA5as2yLlrQW3I1q1yZKnje8Vu3QaQF9tsq+Gx+kCQQDG+qgZjxnguDRwC9UB
            4ECuao0GNnsNJon6Bp0TFUuq/i8pskSxm44AeMNR3bUXDB38hc8oqsIyu93yO6T0
            kjzRAkAz5vKr1CfCLO40EeUaK1hOPi8j7ugAIJ4gSO1li4CFb5TfPLLhwDdLquuL
            b736z/vgK/w9QTjjsxuVP929jNhJAkABVf167nMGBzaS6gFsGc1VXnHD8OmylOeo
            PhMf5ay0YTB/3yqG5rx1VFo7Wnm0xegNofhaFYtoO8qprazV14WBAkBWXXkSSbVd
            g1W16+8F9cJ66/hYePt7vCwHJvw/zNUwGMJseAfR8Cwb/nc5tya6qg0lij0V6edF
            ibZsgUJY3OkJ
            -----END PRIVATE KEY-----
            """
        #expect(
            text("{{$jwt(key, alg: 'RS256', sub: 'me')}}", ["key": key])
                == "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJtZSJ9.epCvUmhGPAUQ6DY1TbqzRxVLV_joMssfwEW5nKmB7nPZhDz6fDJpzdBai2AeFzzQnPE0jNX9GupC56Qy7HO_cGv0hGsoBXns2kLQZGibuvOmMLeMTpeB3AphqEGmFFEJHd29EAOAwMRdC87gmYcW1Yp372bpj8_abyRFbaCwejk"
        )
        #expect(text("{{$jwt('none', alg: 'RS256', sub: 'me')}}").contains("needs a private RSA key in PEM"))
    }

    @Test("the head of a token takes the algorithm, the type and the name of the key")
    func head() {
        let head = text("{{$jwt('k', alg: 'HS512', kid: 'a', admin: true, roles: list)}}", ["list": #"["x"]"#])
        let parts = head.split(separator: ".").prefix(2).map { part in
            text("{{$base64Decode('\(part)')}}")
        }
        #expect(parts == [#"{"alg":"HS512","typ":"JWT","kid":"a"}"#, #"{"admin":true,"roles":["x"]}"#])
    }
}
