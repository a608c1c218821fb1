import Exchanges
import Foundation
import MicroClient
import Testing

@testable import ExchangeStore

@Suite final class HistoryErrorWordTests {
    private let history = HistoryDirectory()

    /// The meaning of each word, by what the history has of a failure: its stage and the transport's code.
    private static let table: [(word: HistoryErrorWord, stage: RecordedFailure.Stage, code: TransferError.Code?)] = [
        (.timeout, .init(.connect), .timedOut), (.timeout, .init(.receive), .timedOut),
        (.dns, .init(.nameLookup), .couldNotResolveHost), (.dns, .init(.nameLookup), .timedOut),
        (.connect, .init(.connect), .couldNotConnect),
        (.tls, .init(.tls), .tlsHandshakeFailed), (.tls, .init(.tls), .certificateNotTrusted),
        (.certificate, .init(.tls), .certificateNotTrusted),
        (.reset, .init(.receive), .connectionLost), (.reset, .init(.wait), .emptyReply),
        (.proxy, .init(.connect), .proxyFailed),
        (.token, .token, nil),
        (.cancelled, .cancelled, nil),
    ]

    private func keep(_ stage: RecordedFailure.Stage, _ code: TransferError.Code?, in store: HistoryStore) throws
        -> UUID
    {
        var kept = sample(UUID(), at: 100)
        kept.head = nil
        if let code {
            let failure = Exchange.Failure(stage: .connect, code: code, message: "")
            kept.exchange.attempts[0].outcome = .failure(failure)
        }
        kept.failure = RecordedFailure(stage: stage, message: "")
        try store.keep(kept, bodies: [])
        return kept.id
    }

    private func filter(_ text: String) throws -> HistoryFilter {
        try HistoryFilter(parsing: text, clock: HistoryClock(now: Date()) { _ in 0 })
    }

    @Test("every word that is offered finds what it is the word for, as it is stored")
    func words() throws {
        #expect(Set(Self.table.map(\.word)) == Set(HistoryErrorWord.allCases))
        #expect(HistoryFilterKey.error.values == HistoryErrorWord.allCases.map(\.rawValue))
        let store = try history.open()
        for row in Self.table {
            let id = try keep(row.stage, row.code, in: store)
            let found = try store.rows(filter("error:\(row.word.rawValue)"), limit: 1000).map(\.id)
            #expect(found.contains(id), "\(row)")
        }
    }

    @Test("a word does not find what another one is for")
    func otherWords() throws {
        let store = try history.open()
        let timeout = try keep(.init(.wait), .timedOut, in: store)
        let dns = try keep(.init(.nameLookup), .couldNotResolveHost, in: store)
        #expect(try store.rows(filter("error:timeout"), limit: 10).map(\.id) == [timeout])
        #expect(try store.rows(filter("error:dns"), limit: 10).map(\.id) == [dns])
        #expect(try store.rows(filter("-error:timeout"), limit: 10).map(\.id) == [dns])
    }

    @Test("a connection that was lost is none that could not be made; one that took too long to be made is")
    func connections() throws {
        let store = try history.open()
        let late = try keep(.init(.connect), .timedOut, in: store)
        let lost = try keep(.init(.receive), .connectionLost, in: store)
        #expect(try store.rows(filter("error:connect"), limit: 10).map(\.id) == [late])
        #expect(try store.rows(filter("error:reset"), limit: 10).map(\.id) == [lost])
    }
}
