import Testing

@testable import MicroClient

@Suite("Transfer options")
struct TransferOptionsTests {
    @Test("options are equal by what they say, not by how they came to say it")
    func equality() {
        var options = TransferOptions()
        options.proxy = .direct
        options.unixSocketPath = "/run/api.sock"
        #expect(options != TransferOptions() && options.proxy == .direct && options.unixSocketPath == "/run/api.sock")
        options.proxy = .environment
        #expect(options.unixSocketPath == "/run/api.sock" && !options.isUsual)
        options.unixSocketPath = nil
        #expect(options == TransferOptions() && options.hashValue == TransferOptions().hashValue && options.isUsual)
    }

    @Test("60 seconds without a byte are a timeout by default, and none of the others is set but that of connecting")
    func defaults() {
        let options = TransferOptions()
        #expect(options.idleTimeout == .seconds(60))
        #expect(options.connectTimeout == .seconds(10))
        #expect(options.firstByteTimeout == nil)
        #expect(options.totalTimeout == nil)
    }

    @Test("copies are changed apart")
    func copies() {
        var one = TransferOptions()
        one.authentication = .basic(user: "me", password: "x")
        var other = one
        other.authentication = .negotiate
        #expect(one.authentication == .basic(user: "me", password: "x") && other.authentication == .negotiate)
    }
}
