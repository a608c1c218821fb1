import Foundation
import MicroClient
import Secrets

extension HistoryMask {
    /// Returns the exchange without what is not kept in it.
    func prepared(_ exchange: Exchange) -> Exchange {
        let exchange = exchange.without(wire: isCareful)
        return isCareful ? exchange.changingHops { $0.connection?.certificates = [] } : exchange
    }

    /// Returns the masked exchange with markers for the possible starts of secrets at the ends of parts that were cut.
    func cuttingStarts(of exchange: Exchange) -> Exchange {
        exchange.changingHops { $0.wire = $0.wire.map { Exchange.WireLog($0.parts.map(cuttingStart)) } }
    }

    func body(_ data: Data, _ type: String) -> [UInt8] {
        let bytes = Array(data)
        return text(bytes, places: bytes.withUnsafeBufferPointer { places(in: $0, type: type, isSent: true) }).bytes
    }

    /// Replaces the possible start of a secret at the end of a part that was cut.
    private func cuttingStart(of part: Exchange.WireLog.Part) -> Exchange.WireLog.Part {
        guard part.isCut, case .bytes(let data) = part.content else { return part }
        let start = names.anywhere.startLength(at: Array(data.suffix(names.anywhere.longest)))
        guard start >= SecretMatcher.shortestStart else { return part }
        return part.saying(.bytes(data.dropLast(start) + Data(SecretPlaceholder.text(of: Self.nameOfStart).utf8)))
    }

    /// The name of the marker for the start of a secret, whichever it is.
    static let nameOfStart = "secret"
}
