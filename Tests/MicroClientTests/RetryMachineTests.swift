import Foundation
import TestSupport
import Testing

@testable import MicroClient

@Suite struct RetryMachineTests {
    private typealias Circumstances = RetryMachine.Circumstances

    private func machine(_ change: (inout RetryPolicy) -> Void = { _ in }) -> RetryMachine {
        var policy = RetryPolicy.retry(count: 2)
        policy.backoff = .exponential(base: .seconds(1), cap: .seconds(30))
        change(&policy)
        return RetryMachine(policy: policy)
    }

    private func retry(_ reason: String, _ wait: Duration, _ source: Exchange.Attempt.Retry.WaitSource = .backoff)
        -> RetryMachine.Action
    {
        .retry(Exchange.Attempt.Retry(reason: reason, wait: wait, source: source))
    }

    @Test("stops after as many retries as the policy has")
    func count() {
        var machine = machine()
        #expect(
            machine.received(ResponseHead(status: 503), Circumstances())
                == retry("503 Service Unavailable", .seconds(1)))
        #expect(machine.failed(TransferError.lost, Circumstances()) == retry("connection lost", .seconds(2)))
        #expect(machine.received(ResponseHead(status: 503), Circumstances()) == .stop)
    }

    @Test(
        "B14: repeats 408, 425, 429 and 5xx, and no other status",
        arguments: [
            (200, false), (204, false), (301, false), (400, false), (401, false), (404, false), (408, true),
            (425, true),
            (429, true), (500, true), (501, true), (503, true), (599, true), (600, false),
        ])
    func statusesB14(status: Int, repeated: Bool) {
        var machine = machine()
        #expect((machine.received(ResponseHead(status: status), Circumstances()) != .stop) == repeated)
    }

    @Test(
        "never repeats what fails the same way again",
        arguments: [
            (TransferError.Code.couldNotConnect, true), (.timedOut, true), (.connectionLost, true), (.emptyReply, true),
            (.couldNotResolveHost, true), (.malformedURL, false), (.unsupportedProtocol, false),
            (.certificateNotTrusted, false), (.invalidRequest, false), (.contentDecodingFailed, false),
            (.uploadFailed, false),
        ])
    func errors(code: TransferError.Code, repeated: Bool) {
        var machine = machine()
        let error = TransferError(code: code, stage: .connect, message: "")
        #expect((machine.failed(error, Circumstances()) != .stop) == repeated)
    }

    @Test("repeats only the chosen errors when they are chosen")
    func chosenErrors() {
        var machine = machine { $0.errors = .only([.timedOut]) }
        #expect(machine.failed(TransferError.lost, Circumstances()) == .stop)
        let late = TransferError(code: .timedOut, stage: .wait, message: "")
        #expect(machine.failed(late, Circumstances()) == retry("timed out", .seconds(1)))
    }

    @Test(
        "repeats idempotent methods; POST and PATCH when nothing was sent or when the policy says all",
        arguments: [HTTPMethod.get, .head, .put, .delete, .options, .trace, .post, .patch])
    func methods(method: HTTPMethod) {
        let isSafe = method != .post && method != .patch
        var byDefault = machine()
        var unsent = machine()
        var all = machine { $0.methods = .all }
        #expect((byDefault.failed(TransferError.lost, Circumstances(method: method)) != .stop) == isSafe)
        #expect(unsent.failed(TransferError.refused, Circumstances(method: method)) != .stop)
        #expect(all.failed(TransferError.lost, Circumstances(method: method)) != .stop)
        #expect(all.received(ResponseHead(status: 503), Circumstances(method: method)) != .stop)
    }

    @Test("does not repeat a POST that was answered, unless asked")
    func receivedPost() {
        var machine = machine()
        #expect(machine.received(ResponseHead(status: 503), Circumstances(method: .post)) == .stop)
    }

    @Test("does not repeat a body that can be read once only")
    func replayable() {
        var machine = machine()
        #expect(machine.failed(TransferError.refused, Circumstances(isReplayable: false)) == .stop)
    }

    @Test(
        "H04: waits as Retry-After says, in seconds or until a date, up to the cap",
        arguments: [
            ("7", Duration.seconds(7)), ("0", .zero), ("3600", .seconds(60)), ("99999999999999999999", .seconds(60)),
            ("Tue, 14 Nov 2023 22:13:30 GMT", .seconds(10)), ("Tuesday, 14-Nov-23 22:13:30 GMT", .seconds(10)),
            ("Tue Nov 14 22:13:30 2023", .seconds(10)), ("Tue, 14 Nov 2023 22:00:00 GMT", .zero),
            ("Tue, 14 Nov 2033 22:13:30 GMT", .seconds(60)),
        ])
    func retryAfterH04(value: String, wait: Duration) {
        var machine = machine()
        let now = Circumstances(now: Date(timeIntervalSince1970: 1_700_000_000))
        let head = ResponseHead(status: 429, headers: [HeaderField("retry-after", value)])
        #expect(machine.received(head, now) == retry("429 Too Many Requests", wait, .retryAfter))
    }

    @Test(
        "falls back to its own wait when Retry-After says nothing",
        arguments: ["", "soon", "-3", "1.5", "Tue, 99 Nov 2023"])
    func unreadableRetryAfter(value: String) {
        var machine = machine()
        let head = ResponseHead(status: 503, headers: [HeaderField("Retry-After", value)])
        #expect(machine.received(head, Circumstances()) == retry("503 Service Unavailable", .seconds(1)))
    }

    @Test("ignores Retry-After when the policy has no cap for it")
    func ignoredRetryAfter() {
        var machine = machine { $0.maximumRetryAfter = nil }
        let head = ResponseHead(status: 503, headers: [HeaderField("Retry-After", "9")])
        #expect(machine.received(head, Circumstances()) == retry("503 Service Unavailable", .seconds(1)))
    }

    @Test("stops when the next attempt would begin after the budget")
    func budget() {
        var machine = machine { $0.budget = .seconds(10) }
        #expect(machine.failed(TransferError.lost, Circumstances(elapsed: .seconds(9))) != .stop)
        #expect(machine.failed(TransferError.lost, Circumstances(elapsed: .seconds(9))) == .stop)
    }
}

@Suite struct BackoffTests {
    @Test("a constant wait stays")
    func constant() {
        let waits = (1...3).map { RetryPolicy.Backoff.constant(.seconds(2)).wait(beforeRetry: $0, random: 0.3) }
        #expect(waits == [.seconds(2), .seconds(2), .seconds(2)])
    }

    @Test("an exponential wait doubles up to its cap")
    func exponential() {
        let backoff = RetryPolicy.Backoff.exponential(base: .seconds(1), cap: .seconds(5))
        #expect((1...5).map { backoff.wait(beforeRetry: $0, random: 0) } == [1, 2, 4, 5, 5].map { .seconds($0) })
        #expect(backoff.wait(beforeRetry: 1000, random: 0) == .seconds(5))
    }

    @Test("full jitter takes a random part of the exponential wait")
    func jitter() {
        let backoff = RetryPolicy.Backoff.fullJitter(base: .seconds(1), cap: .seconds(5))
        #expect(backoff.wait(beforeRetry: 3, random: 0) == .zero)
        #expect(backoff.wait(beforeRetry: 3, random: 0.5) == .seconds(2))
        #expect(backoff.wait(beforeRetry: 3, random: 1) == .seconds(4))
    }

    @Test("by default a retry waits up to 0.1 s, doubling to 30 s")
    func defaults() {
        let backoff = RetryPolicy.retry(count: 3).backoff
        #expect(backoff.wait(beforeRetry: 1, random: 1) == .milliseconds(100))
        #expect(backoff.wait(beforeRetry: 50, random: 1) == .seconds(30))
    }
}
