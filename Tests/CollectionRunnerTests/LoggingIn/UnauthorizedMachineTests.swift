import Testing

@testable import CollectionRunner

@Suite("What is done about an answer 401")
struct UnauthorizedMachineTests {
    private typealias Action = UnauthorizedMachine.Action

    @Test("it logs in once, and sends again once")
    func logsIn() {
        var machine = UnauthorizedMachine(canReplaceToken: false, canLogIn: true)
        #expect(machine.received(401) == .logIn)
        #expect(machine.gotCredentials() == .sendAgain)
        #expect(!machine.mayAct)
        #expect(machine.received(401) == .deliver)
    }

    @Test("a token is replaced first, then it logs in, and no more")
    func tokenFirst() {
        var machine = UnauthorizedMachine(canReplaceToken: true, canLogIn: true)
        #expect(machine.received(401) == .replaceToken)
        #expect(machine.gotCredentials() == .sendAgain)
        #expect(machine.received(401) == .logIn)
        #expect(machine.gotCredentials() == .sendAgain)
        #expect(machine.received(401) == .deliver)
    }

    @Test("where nothing is to be had, the answer is the send's")
    func nothing() {
        var machine = UnauthorizedMachine(canReplaceToken: true, canLogIn: true)
        #expect(machine.received(401) == .replaceToken)
        #expect(machine.gotNone() == .deliver)
        #expect(!machine.mayAct)
    }

    @Test("every other answer is delivered, and so is none", arguments: [200, 302, 400, 403, 500, nil])
    func others(status: Int?) {
        var machine = UnauthorizedMachine(canReplaceToken: true, canLogIn: true)
        #expect(machine.received(status) == .deliver)
        #expect(machine.mayAct)
    }
}
