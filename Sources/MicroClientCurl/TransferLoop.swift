internal import CCurl
import Foundation
import MicroClient

/// What the transport's thread does, round after round: commands, libcurl, results, sleep.
///
/// It is made on that thread and never leaves it, with all running hops.
final class TransferLoop {
    private let multi: MultiHandle
    private let mailbox: Mailbox
    let configuration: CurlTransport.Configuration
    let buffers = BufferPool()
    var kept = KeptSockets()
    private var running: [ObjectIdentifier: RunningHop] = [:]
    /// Those of them whose limits libcurl does not know.
    private var limited: [ObjectIdentifier: RunningHop] = [:]
    private var idleHandles: [EasyHandle] = []
    /// Hops with events that their readers do not know yet.
    private var touched: [RunningHop] = []
    /// Hops whose answer began before their request was whole.
    private var answeredEarly: [RunningHop] = []
    /// Until when events may wait that alone are not worth waking a reader.
    private var lingerEnd: Moment?
    private var commands: [Command] = []
    private var hasWokenReaders = false
    private var isStopping = false

    private static let lingering = Duration.milliseconds(5)
    /// Easy handles kept for the next transfers; each is a few kilobytes.
    private static let keptHandles = 32

    init(multi: MultiHandle, mailbox: Mailbox, configuration: CurlTransport.Configuration) {
        self.multi = multi
        self.mailbox = mailbox
        self.configuration = configuration
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
            letReadersRun()
            if mailbox.goToSleep() { multi.poll(milliseconds: longestSleep) }
        }
        for hop in running.values { remove(hop) }
    }

    // MARK: Commands

    private func obeyCommands() {
        mailbox.take(into: &commands)
        for command in commands { obey(command) }
        commands.removeAll(keepingCapacity: true)
    }

    private func obey(_ command: Command) {
        switch command {
        case .start(let queue, let upload): start(queue, upload)
        case .cancel(let queue): remove(running[ObjectIdentifier(queue)])
        case .resumeReceiving(let queue): running[ObjectIdentifier(queue)]?.resumeReceiving()
        case .resumeSending(let queue): running[ObjectIdentifier(queue)]?.resumeSending()
        case .stop: isStopping = true
        }
    }

    private func start(_ queue: EventQueue, _ upload: UploadSource) {
        // A task that is cancelled while it orders this may have the order to end it here before.
        guard !queue.isOver else { return upload.close() }
        guard let easy = idleHandles.popLast() ?? EasyHandle() else { preconditionFailure("libcurl is out of memory.") }
        let hop = RunningHop(queue: queue, upload: upload, easy: easy, loop: self)
        guard hop.prepare() else { return hop.finish(result: CURLE_ABORTED_BY_CALLBACK) }
        running[ObjectIdentifier(queue)] = hop
        if hop.hasOwnLimits { limited[ObjectIdentifier(queue)] = hop }
        multi.add(easy)
    }

    private func remove(_ hop: RunningHop?) {
        guard let hop, running.removeValue(forKey: ObjectIdentifier(hop.queue)) != nil else { return }
        if hop.hasOwnLimits { limited[ObjectIdentifier(hop.queue)] = nil }
        multi.remove(hop.easy)
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

    /// libcurl has closed the connection that was not to be used, and takes another one.
    private func beginAgain(_ hop: RunningHop) {
        hop.wantsOtherConnection = false
        multi.remove(hop.easy)
        multi.add(hop.easy)
    }

    /// Called by a hop when it has the first event that its reader does not know.
    func touch(_ hop: RunningHop) { touched.append(hop) }

    /// Called by a hop whose answer began before its request was whole.
    func watchForEnd(of hop: RunningHop) { answeredEarly.append(hop) }

    private func lookForEnds() {
        guard !answeredEarly.isEmpty else { return }
        let hops = answeredEarly
        answeredEarly = []
        answeredEarly += hops.filter { !$0.isFinished && !$0.lookedForEnd() }
    }

    /// Readers are woken for a head, a body or the end; what comes before may wait a moment for those.
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

    /// A reader who shares the processor with this thread often has its next request ready at once: found before this thread sleeps,
    /// it need not wake it.
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

    /// libcurl shortens it by its own timers.
    private var longestSleep: Int32 {
        guard lingerEnd != nil || !limited.isEmpty else { return .max }
        guard let end = [lingerEnd, earliestDeadline].compactMap({ $0 }).min() else { return .max }
        return Int32(clamping: max(0, (end - .now).millisecondsRoundedUp))
    }

    private var earliestDeadline: Moment? {
        limited.isEmpty ? nil : limited.values.lazy.compactMap(\.deadline).min()
    }
}
