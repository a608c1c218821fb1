import Foundation
import MicroClient
import TestSupport

/// One row played against a client.
struct WorstPlay {
    struct Outcome: CustomStringConvertible {
        var seen: Seen
        var attempts = 0
        var hops = 0
        /// The growth of memory in bytes, at its highest.
        var memoryGrowth = 0
        var message = ""
        /// The fault of an error, in words; nil if there is none.
        var fault: String?

        var description: String {
            "\(seen), \(attempts) attempts, \(hops) hops, \(memoryGrowth >> 20) MB, \"\(message)\" \(fault ?? "")"
        }
    }

    let server: WorstServer
    let client: NetworkClient
    let fullPort: Int

    private var row: WorstRow { server.row }

    func run() async throws -> Outcome {
        if let before = server.warmUp {
            _ = try await client.send(before).collect()
            await server.waitUntilReady()
        }
        // A task of its own, which the row may cancel.
        return await Task { await ask() }.value
    }

    private func ask() async -> Outcome {
        let before = anonymousMemory()
        var peak = 0
        var head: ResponseHead?
        do {
            let response = try await client.send(
                server.request(fullPort: fullPort), options: SendOptions(retry: row.retry))
            head = response.head
            var text = Data()
            var count = 0
            for try await chunk in response.body {
                count += chunk.count
                if text.count < 100 { text.append(chunk.prefix(100)) }
                if row.staysFlat { peak = max(peak, anonymousMemory() - before) }
                if let limit = row.cancelsAfter, count >= limit { withUnsafeCurrentTask { $0?.cancel() } }
            }
            let seen = Seen.response(
                response.status, text: String(decoding: text, as: UTF8.self), bytes: count)
            return outcome(seen, response.exchange(), peak)
        } catch {
            return outcome(error, after: head?.status, max(peak, anonymousMemory() - before))
        }
    }

    private func outcome(_ seen: Seen, _ exchange: Exchange?, _ peak: Int) -> Outcome {
        Outcome(
            seen: seen, attempts: exchange?.attempts.count ?? 1,
            hops: exchange?.attempts.last?.hops.count ?? 1, memoryGrowth: peak)
    }

    private func outcome(_ error: any Error, after status: Int?, _ peak: Int) -> Outcome {
        guard let failure = error.transferError else {
            var outcome = outcome(.cancelled, nil, peak)
            if !(error is CancellationError) { outcome.fault = "unexpected: \(error)" }
            return outcome
        }
        var outcome = outcome(.failure(failure.code, failure.stage, after: status), error.exchange, peak)
        outcome.message = failure.message
        outcome.fault = fault(of: failure, error.exchange)
        return outcome
    }

    /// Returns the fault of an error, which must be one to show, and must agree with what was recorded.
    private func fault(of error: TransferError, _ exchange: Exchange?) -> String? {
        let isBeforeSending = [.prepare, .nameLookup, .connect, .tls].contains(error.stage)
        if error.requestMayHaveBeenSent == isBeforeSending { return "requestMayHaveBeenSent is wrong" }
        if error.message.isEmpty || error.message.utf8.count > 300 { return "the message is empty or long" }
        if error.message.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "the message has control characters"
        }
        guard let hop = exchange?.attempts.last?.hops.last else { return "no hop is recorded" }
        if hop.failure?.code != error.code || hop.failure?.stage != error.stage { return "the hop has another failure" }
        if hop.timings.total == nil { return "the hop has no time" }
        return nil
    }
}
