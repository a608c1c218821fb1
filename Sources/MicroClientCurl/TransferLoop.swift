internal import CCurl
import Foundation
import MicroClient
import Text

/// The loop of the transport's thread: commands, libcurl, results, sleep.
///
/// It is created on that thread and never leaves it, with all running hops.
final class TransferLoop {
    private let multi: MultiHandle
    private let mailbox: CommandQueue
    let configuration: CurlTransport.Configuration
    let buffers = BufferPool()
    var kept = IdleSockets()
    private var running: [ObjectIdentifier: RunningHop] = [:]
    /// The running hops with timeouts that libcurl does not support.
    private var limited: [ObjectIdentifier: RunningHop] = [:]
    private var places: HostPlaces<(queue: EventQueue, upload: UploadSource)>
    /// The hosts at which a place has become free, in a callback of libcurl, during which libcurl must not be called.
    private var left: [(host: URLReference.Origin, isShared: Bool)] = []
    private var idleHandles: [EasyHandle] = []
    /// The hops with events that are not delivered yet.
    private var touched: [RunningHop] = []
    /// The hops whose response began before their request was complete.
    private var respondedEarly: [RunningHop] = []
    /// The time until which events may wait that alone are not worth waking a reader.
    private var lingerEnd: Moment?
    private var commands: [TransportCommand] = []
    private var hasWokenReaders = false
    private var isStopping = false

    private static let lingering = Duration.milliseconds(5)
    /// The number of easy handles kept for the next transfers; each is a few kilobytes.
    private static let keptHandles = 32

    init(multi: MultiHandle, mailbox: CommandQueue, configuration: CurlTransport.Configuration) {
        self.multi = multi
        self.mailbox = mailbox
        self.configuration = configuration
        places = HostPlaces(limit: configuration.transfersPerHost)
    }

    func run() {
        while true {
            obeyCommands()
            guard !isStopping else { break }
            multi.perform()
            while let (owner, result) = multi.nextFinished() { finish(RunningHop.from(owner), result: result) }
            lookForEnds()
            deliverTouched()
            endOverdue()
            fillPlaces()
            letReadersRun()
            if mailbox.goToSleep() { multi.poll(milliseconds: longestSleep) }
        }
        for hop in running.values { remove(hop) }
        for case .run(let job) in mailbox.close() { job.run(for: mailbox) }
    }

    // MARK: Commands

    private func obeyCommands() {
        // Twice: a task that runs here often posts its next request.
        for _ in 0..<2 {
            mailbox.take(into: &commands)
            for command in commands { obey(command) }
            commands.removeAll(keepingCapacity: true)
        }
    }

    private func obey(_ command: TransportCommand) {
        switch command {
        case .start(let queue, let upload):
            let host = places.host(of: queue.request)
            if host.map({ places.begin((queue, upload), at: $0) }) ?? true { start(queue, upload, at: host) }
        case .cancel(let queue): cancel(queue)
        case .resumeReceiving(let queue): running[ObjectIdentifier(queue)]?.resumeReceiving()
        case .resumeSending(let queue): running[ObjectIdentifier(queue)]?.resumeSending()
        case .run(let job): job.run(for: mailbox)
        case .stop: isStopping = true
        }
    }

    private func cancel(_ queue: EventQueue) {
        if let hop = running[ObjectIdentifier(queue)] { return remove(hop) }
        guard let host = places.host(of: queue.request) else { return }
        places.remove(at: host) { waiting in
            guard waiting.queue === queue else { return false }
            waiting.upload.close()
            return true
        }
    }

    /// Called by a hop that does not count any more; ``fillPlaces()`` starts others instead.
    func leavePlace(_ hop: RunningHop, isShared: Bool = false) {
        guard let host = hop.place else { return }
        hop.place = nil
        left.append((host, isShared))
    }

    private func fillPlaces() {
        while let (host, isShared) = left.popLast() {
            if isShared { for next in places.share(host) { start(next.queue, next.upload, at: host) } }
            if let next = places.leave(host) { start(next.queue, next.upload, at: host) }
        }
    }

    private func start(_ queue: EventQueue, _ upload: UploadSource, at host: URLReference.Origin?) {
        // A task that is cancelled while it posts this command may have its cancel command arrive first.
        guard !queue.isOver else {
            if let host { left.append((host, false)) }
            return upload.close()
        }
        guard let easy = idleHandles.popLast() ?? EasyHandle() else { preconditionFailure("libcurl is out of memory.") }
        let hop = RunningHop(queue: queue, upload: upload, easy: easy, loop: self)
        hop.place = host
        guard hop.prepare() else {
            leavePlace(hop)
            return hop.finish(result: CURLE_ABORTED_BY_CALLBACK)
        }
        running[ObjectIdentifier(queue)] = hop
        if hop.hasOwnLimits { limited[ObjectIdentifier(queue)] = hop }
        multi.add(easy)
    }

    private func remove(_ hop: RunningHop?) {
        guard let hop, running.removeValue(forKey: ObjectIdentifier(hop.queue)) != nil else { return }
        if hop.hasOwnLimits { limited[ObjectIdentifier(hop.queue)] = nil }
        multi.remove(hop.easy)
        leavePlace(hop)
        hop.close()
        if LibcurlFeatures.keepsHandlesSafely, idleHandles.count < Self.keptHandles { idleHandles.append(hop.easy) }
        if running.isEmpty { buffers.drain() }
    }

    // MARK: Results

    private func finish(_ hop: RunningHop, result: CURLcode) {
        if hop.wantsOtherConnection { return beginAgain(hop) }
        hop.finish(result: result)
        hasWokenReaders = true
        remove(hop)
    }

    /// Starts the transfer again: libcurl has closed the connection that must not be used, and takes another one.
    private func beginAgain(_ hop: RunningHop) {
        hop.wantsOtherConnection = false
        multi.remove(hop.easy)
        multi.add(hop.easy)
    }

    /// Called by a hop when it has its first undelivered event.
    func touch(_ hop: RunningHop) { touched.append(hop) }

    /// Called by a hop whose response began before its request was complete.
    func watchForEnd(of hop: RunningHop) { respondedEarly.append(hop) }

    private func lookForEnds() {
        guard !respondedEarly.isEmpty else { return }
        let hops = respondedEarly
        respondedEarly = []
        respondedEarly += hops.filter { !$0.isFinished && !$0.lookedForEnd() }
    }

    /// Delivers events. Readers are woken for a head, a body or the end; earlier events may wait a moment for those.
    private func deliverTouched() {
        guard touched.contains(where: { !$0.isFinished }) else {
            touched.removeAll(keepingCapacity: true)
            lingerEnd = nil
            return
        }
        let isLingeringOver = lingerEnd.map { $0 <= .now } ?? false
        touched.removeAll { hop in
            guard !hop.isFinished else { return true }
            guard hop.isUrgent || isLingeringOver else { return false }
            hop.deliverRound()
            hasWokenReaders = true
            return true
        }
        if touched.isEmpty {
            lingerEnd = nil
        } else if lingerEnd == nil || isLingeringOver {
            lingerEnd = .now + Self.lingering
        }
    }

    /// Yields the processor: a reader who shares it often has its next request ready at once, and if that arrives before this thread sleeps,
    /// the thread need not be woken.
    private func letReadersRun() {
        if hasWokenReaders { sched_yield() }
        hasWokenReaders = false
    }

    // MARK: Time

    private func endOverdue() {
        guard let earliest = earliestDeadline, earliest <= .now else { return }
        for hop in limited.values where hop.deadline.map({ $0 <= .now }) ?? false {
            hop.finish(result: CURLE_OPERATION_TIMEDOUT)
            remove(hop)
        }
    }

    /// The longest sleep in milliseconds; libcurl shortens it by its own timers.
    private var longestSleep: Int32 {
        guard left.isEmpty else { return 0 }
        let deadline = earliestDeadline
        guard let end = lingerEnd.map({ min($0, deadline ?? $0) }) ?? deadline else { return .max }
        return Int32(clamping: max(0, (end - .now).millisecondsRoundedUp))
    }

    private var earliestDeadline: Moment? {
        limited.isEmpty ? nil : limited.values.lazy.compactMap(\.deadline).min()
    }
}
