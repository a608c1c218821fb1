import Exchanges
import Foundation
import MicroClient

/// The stored form of a whole exchange, with its certificate chains separate.
struct ExchangeRecord {
    private let json: String
    fileprivate let chains: [Chain]

    fileprivate struct Chain {
        var attempt: Int
        var hop: Int
        var json: String
    }

    init(_ exchange: StoredExchange) throws(SQLiteError) {
        var bare = exchange
        var chains: [Chain] = []
        for attempt in bare.exchange.attempts.indices {
            for hop in bare.exchange.attempts[attempt].hops.indices {
                let chain = bare.exchange.attempts[attempt].hops[hop].connection?.certificates ?? []
                guard !chain.isEmpty else { continue }
                bare.exchange.attempts[attempt].hops[hop].connection?.certificates = []
                chains.append(
                    Chain(attempt: attempt, hop: hop, json: try Self.write(chain.map(Written.init))))
            }
        }
        self.chains = chains
        json = try Self.write(bare)
    }

    /// Inserts the record; must be called in a transaction.
    func insert(_ number: Int64, in connection: SQLiteConnection) throws(SQLiteError) {
        try connection.run("INSERT INTO records (exchange, json) VALUES (?, ?)", [.integer(number), .text(json)])
        for chain in chains {
            try connection.run("INSERT OR IGNORE INTO chains (json) VALUES (?)", [.text(chain.json)])
            try connection.run(
                "INSERT INTO exchange_chains (exchange, attempt, hop, chain) SELECT ?, ?, ?, number FROM chains WHERE json = ?",
                [
                    .integer(number), .integer(Int64(chain.attempt)), .integer(Int64(chain.hop)), .text(chain.json),
                ])
        }
    }

    /// Reads the exchange with this id; nil if there is none.
    static func read(_ id: UUID, in connection: SQLiteConnection) throws(SQLiteError) -> StoredExchange? {
        let found = try connection.rows(
            """
            SELECT json, exchanges.number, request, environment FROM exchanges
            JOIN records ON records.exchange = exchanges.number JOIN origins ON origins.number = origin
            WHERE id = ?
            """, [.text(id.digits)]
        ) { (row) throws(SQLiteError) in (row.text(0) ?? "", row.integer(1), row.text(2), row.text(3)) }
        guard let (json, number, request, environment) = found.first else { return nil }
        var exchange: StoredExchange = try read(json)
        // The record has the names of its time; they may have changed since.
        (exchange.origin.requestPath, exchange.origin.environment) = (request, environment)
        for chain in try chains(of: number, in: connection) { try chain.put(into: &exchange) }
        return exchange
    }

    private static func chains(of number: Int64, in connection: SQLiteConnection) throws(SQLiteError) -> [Chain] {
        try connection.rows(
            "SELECT attempt, hop, json FROM exchange_chains JOIN chains ON chains.number = chain WHERE exchange = ?",
            [.integer(number)]
        ) { (row) throws(SQLiteError) in
            Chain(attempt: Int(row.integer(0)), hop: Int(row.integer(1)), json: row.text(2) ?? "")
        }
    }

    /// Encodes a value. Foundation's error messages may contain values, so our own replace them.
    private static func write(_ value: some Encodable) throws(SQLiteError) -> String {
        let encoder = JSONEncoder()
        // Chains are identified by their text, so it always has to be the same.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch {
            throw SQLiteError(
                code: .constraint, operation: "JSONEncoder.encode", message: "it cannot be written down",
                context: "\(type(of: value))")
        }
    }

    fileprivate static func read<Value: Decodable>(_ json: String) throws(SQLiteError) -> Value {
        do { return try JSONDecoder().decode(Value.self, from: Data(json.utf8)) } catch {
            throw SQLiteError(
                code: .corrupt, operation: "JSONDecoder.decode", message: "it cannot be read", context: "\(Value.self)")
        }
    }
}

extension ExchangeRecord.Chain {
    fileprivate func put(into exchange: inout StoredExchange) throws(SQLiteError) {
        guard exchange.exchange.attempts.indices.contains(attempt),
            exchange.exchange.attempts[attempt].hops.indices.contains(hop)
        else { return }
        let forms: [Written<ConnectionFacts.Certificate>] = try ExchangeRecord.read(json)
        exchange.exchange.attempts[attempt].hops[hop].connection?.certificates = forms.map(\.value)
    }
}
