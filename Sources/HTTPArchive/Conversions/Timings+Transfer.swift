import Foundation
import MicroClient

extension HAR.Timings {
    /// Creates timings from the phases of a hop. A phase that a transport does not report does not apply (-1), or is 0 if the specification
    /// requires a number; if only the total is known, it counts as waiting.
    public init(_ timings: Transfer.Timings) {
        let hasPhases = [
            timings.nameLookup, timings.connect, timings.tls, timings.send, timings.wait, timings.download,
        ]
        .contains { $0 != nil }
        let connect: Duration? =
            timings.connect == nil && timings.tls == nil ? nil : (timings.connect ?? .zero) + (timings.tls ?? .zero)
        self.init(
            blocked: -1, dns: timings.nameLookup?.milliseconds ?? -1, connect: connect?.milliseconds ?? -1,
            send: timings.send?.milliseconds ?? 0,
            wait: (hasPhases ? timings.wait : timings.total)?.milliseconds ?? 0,
            receive: timings.download?.milliseconds ?? 0, ssl: timings.tls?.milliseconds ?? -1)
        // There is time between the phases too, but the entry's time must be the sum of the others.
        if hasPhases, let total = timings.total { other["_total"] = .number(total.milliseconds) }
    }
}

extension Transfer.Timings {
    /// Creates the phases of an entry: those that do not apply are nil, and connecting is without TLS.
    public init(_ timings: HAR.Timings) {
        self.init()
        func phase(_ value: Double?) -> Duration? { value.flatMap { $0 < 0 ? nil : .milliseconds($0) } }
        nameLookup = phase(timings.dns)
        tls = phase(timings.ssl)
        connect = phase(timings.connect).map { max($0 - (tls ?? .zero), .zero) }
        send = phase(timings.send)
        wait = phase(timings.wait)
        download = phase(timings.receive)
        total = .milliseconds(timings.other["_total"]?.double ?? timings.sum)
    }
}

extension Duration {
    /// The duration in milliseconds with fractions, rounded to a microsecond.
    var milliseconds: Double {
        let microseconds =
            Double(components.seconds) * 1_000_000 + (Double(components.attoseconds) / 1e12).rounded()
        return microseconds / 1000
    }

    /// Returns a duration; at most a century, since an archive can contain any number.
    static func milliseconds(_ value: Double) -> Duration {
        .microseconds(Int64((min(max(value, 0), 3.2e12) * 1000).rounded()))
    }
}
