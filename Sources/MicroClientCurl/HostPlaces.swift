import MicroClient
import Text

/// Which transfers go out at once, and which wait until another one to the same host has ended.
///
/// libcurl's own limit (`CURLMOPT_MAX_HOST_CONNECTIONS`) is not used: the time in its queue counts against the connect timeout, and a body that
/// nobody reads would keep its place.
struct HostPlaces<Transfer> {
    private struct Host {
        var taken = 0
        /// Speaks HTTP/2 or later: one connection carries all transfers.
        var isShared = false
        var waiting: ArraySlice<Transfer> = []
    }

    /// Nil: all go out at once.
    private let limit: Int?
    private var hosts: [URLReference.Origin: Host] = [:]

    init(limit: Int?) { self.limit = limit }

    /// Where a transfer of the request counts; nil: nowhere. The URL is read once for each transfer.
    func host(of request: WireRequest) -> URLReference.Origin? { limit == nil ? nil : URLReference(request.url).origin }

    /// - Returns: whether the transfer goes out now; otherwise it is kept.
    mutating func begin(_ transfer: Transfer, at host: URLReference.Origin) -> Bool {
        guard let limit else { return true }
        guard hosts[host, default: Host()].isShared || hosts[host, default: Host()].taken < limit else {
            hosts[host]?.waiting.append(transfer)
            return false
        }
        hosts[host, default: Host()].taken += 1
        return true
    }

    /// A transfer has ended, or does not count any more.
    ///
    /// - Returns: one that goes out instead.
    mutating func leave(_ host: URLReference.Origin) -> Transfer? {
        // Taken out and put back: to change it in place costs several allocations.
        guard limit != nil, var known = hosts[host] else { return nil }
        let next = known.waiting.popFirst()
        if next == nil { known.taken -= 1 }
        hosts[host] = known.taken <= 0 && !known.isShared ? nil : known
        return next
    }

    /// The host turned out to carry many transfers on one connection.
    ///
    /// - Returns: those that go out now.
    mutating func share(_ host: URLReference.Origin) -> ArraySlice<Transfer> {
        guard limit != nil, var known = hosts[host], !known.isShared else { return [] }
        let waiting = known.waiting
        known.isShared = true
        known.taken += waiting.count
        known.waiting = []
        hosts[host] = known
        return waiting
    }

    /// Forgets what waits.
    mutating func remove(at host: URLReference.Origin, where isGone: (Transfer) -> Bool) {
        hosts[host]?.waiting.removeAll(where: isGone)
    }
}
