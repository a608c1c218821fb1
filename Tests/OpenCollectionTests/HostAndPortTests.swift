import Testing

@testable import OpenCollection

@Suite("Host and port of a URL")
struct HostAndPortTests {
    @Test(
        "what is wrong is told with the part that it is in",
        arguments: [
            ("", "The URL has no host."),
            (":80", "The URL has no host."),
            ("127.0.0.1:99999", "The port after the host \"127.0.0.1\" is above 65535."),
            ("h:65536", "The port after the host \"h\" is above 65535."),
            ("ada:s3cret", "The port after the host \"ada\" is not a number."),
            ("h:8o", "The port after the host \"h\" is not a number."),
            ("h:-1", "The port after the host \"h\" is not a number."),
            ("h:80:90", "The port after the host \"h\" is not a number."),
            ("[::1", "A ] is missing after the [ of the host \"[::1\"."),
            ("[::1]80", "Only a colon and a port may follow the host \"[::1]\"."),
            ("[]", "The host \"[]\" has no IPv6 address between its brackets."),
            ("[h]:80", "The host \"[h]\" has no IPv6 address between its brackets."),
            ("::1", "The IPv6 address \"::1\" must be in brackets, [ and ]."),
            ("2001:db8:0:0:0:0:0:1", "The IPv6 address \"2001:db8:0:0:0:0:0:1\" must be in brackets, [ and ]."),
            ("a b", "Invalid host \"a b\": contains a space."),
            ("a\u{A0}b", "Invalid host \"a\u{A0}b\": contains a space."),
            ("a\\b", "Invalid host \"a\\b\": contains a \\."),
            ("a]", "Invalid host \"a]\": contains a ]."),
            ("a\u{1}b:1", "Invalid host \"a<U+0001>b\": contains a <U+0001>."),
        ])
    func problems(text: String, problem: String) {
        #expect(HostAndPort(text).problem == problem)
    }

    @Test(
        "what can be looked up is let pass",
        arguments: [
            "h", "h:", "h:0", "h:65535", "h:00080", "api.example.com", "a_b", "127.0.0.1:8642", "[::1]", "[::1]:80",
            "[fe80::1%25eth0]:80", "[v7.x:y]", "bücher.example", "b%C3%BCcher.example", "a;b=c",
        ])
    func plain(text: String) {
        #expect(HostAndPort(text).problem == nil)
    }
}
