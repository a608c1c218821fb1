internal import CCurl
import Foundation
import MicroClient

/// One hop under way, on the transport's thread: what libcurl's callbacks tell of it becomes events for its reader.
final class RunningHop {
    let queue: EventQueue
    let request: WireRequest
    let easy: EasyHandle
    private unowned let loop: TransferLoop
    let upload: UploadSource
    /// What libcurl reads the request's body from; nil without a body or when libcurl has its own copy.
    var bodyReader: (any BodyReader)?

    private var events: [TransferEvent] = []
    private var body: BodyCollector
    /// Of the body chunks among the events.
    private var bodyBytesCollected = 0
    private var parser = HeadParser()
    private var headSent: [UInt8] = []
    /// -1 when the answer did not say.
    private var bytesExpected: Int64?
    private var bytesUploaded: Int64 = 0
    private(set) var isFinished = false
    private(set) var isUrgent = false
    private var isTouched = false
    private var isReceivingPaused = false
    private var isSendingPaused = false

    let began = ContinuousClock.now
    private(set) var connection: ConnectionFacts?
    /// When a connection stood and the request was about to go out; nil before.
    private var readyAt: ContinuousClock.Instant?
    /// When the last part of the request that is known of was handed over; nil while none was.
    private(set) var sentAt: ContinuousClock.Instant?
    private(set) var isRequestComplete = false
    private(set) var hasAnswerBegun = false
    private var lastActivity: ContinuousClock.Instant?
    /// The cause, where libcurl only knows that a callback refused to go on.
    var ownError: TransferError?

    init(queue: EventQueue, request: WireRequest, upload: UploadSource, easy: EasyHandle, loop: TransferLoop) {
        self.queue = queue
        self.request = request
        self.upload = upload
        self.easy = easy
        self.loop = loop
        body = BodyCollector(pool: loop.buffers)
    }

    var configuration: CurlTransport.Configuration { loop.configuration }
    var hasFinalHead: Bool { parser.hasFinalHead }

    // MARK: Events

    private func add(_ event: TransferEvent, isUrgent urgent: Bool) {
        touch(isUrgent: urgent)
        events.append(event)
    }

    private func touch(isUrgent urgent: Bool) {
        if !isTouched { loop.touch(self) }
        isTouched = true
        isUrgent = isUrgent || urgent
    }

    /// The last thing in a round of the loop.
    func deliverRound() {
        isTouched = false
        isUrgent = false
        deliver()
    }

    /// Hands all events on, and pauses receiving when the reader lags.
    private func deliver() {
        collectBody()
        guard !events.isEmpty else { return }
        let lags = queue.deliver(&events, bytes: bodyBytesCollected)
        bodyBytesCollected = 0
        guard lags, !isReceivingPaused else { return }
        isReceivingPaused = true
        easy.pause(receiving: true, sending: isSendingPaused)
    }

    private func collectBody() {
        guard let chunk = body.take() else { return }
        events.append(.body(chunk))
        bodyBytesCollected += chunk.count
    }

    func finish(result: CURLcode) {
        isFinished = true
        collectBody()
        let error = failure(result)
        if error == nil { events.append(.completed(summary)) }
        queue.finish(&events, bytes: bodyBytesCollected, error: error)
    }

    /// Ends what may still work for this hop.
    func close() {
        isFinished = true
        body.discard()
        bodyReader?.close()
    }

    // MARK: What libcurl tells

    /// A connection stands, and the request goes out next. False: it must not.
    ///
    /// libcurl sends a request once more, whatever its method, when a kept connection turns out to be closed: the second call
    /// without an answer between is that.
    func willSend(toAddress address: String, port: Int) -> Bool {
        guard sentAt == nil || hasAnswerBegun || request.method.isIdempotent else {
            ownError = lostBeforeAnswer
            return false
        }
        let isFirst = connection == nil
        let facts = connectionFacts(address, port)
        connection = facts
        headSent.removeAll(keepingCapacity: true)
        readyAt = .now
        noteSent(isComplete: bodyReader == nil)
        if isFirst { add(.connected(facts), isUrgent: false) }
        return true
    }

    private func connectionFacts(_ address: String, _ port: Int) -> ConnectionFacts {
        var facts = ConnectionFacts(
            remoteAddress: address, remotePort: port, isReused: easy.long(CURLINFO_NUM_CONNECTS) == 0)
        if request.isTLS, let tls = TLSFacts.of(easy) {
            facts.tlsVersion = tls.version
            facts.tlsCipher = tls.cipher
            facts.certificates = tls.certificates
        }
        return facts
    }

    func didSendHead(_ bytes: UnsafeRawBufferPointer) {
        headSent.append(contentsOf: bytes)
        noteSent(isComplete: bodyReader == nil)
    }

    private func noteSent(isComplete: Bool) {
        let now = ContinuousClock.now
        sentAt = now
        isRequestComplete = isComplete
        if request.options.idleTimeout != nil { lastActivity = now }
    }

    private func noteReceived() {
        hasAnswerBegun = true
        if request.options.idleTimeout != nil { lastActivity = .now }
    }

    func didReceiveHeader(_ line: UnsafeRawBufferPointer) {
        if !hasAnswerBegun, bytesUploaded == 0, case .bytes(let data) = upload, bodyReader == nil, !data.isEmpty {
            add(.uploaded(bytes: Int64(data.count)), isUrgent: false)
        }
        noteReceived()
        switch parser.take(line) {
        case .nothing: break
        case .informational(let head): add(.informational(head), isUrgent: true)
        case .head(let head): add(.head(head), isUrgent: true)
        }
    }

    /// False: no memory.
    func didReceiveBody(_ piece: UnsafeRawBufferPointer) -> Bool {
        noteReceived()
        var rest = piece[...]
        while !rest.isEmpty {
            guard collect(UnsafeRawBufferPointer(rebasing: rest.prefix(BufferPool.size / 2))) else { return false }
            rest = rest.dropFirst(BufferPool.size / 2)
        }
        return true
    }

    private func collect(_ piece: UnsafeRawBufferPointer) -> Bool {
        touch(isUrgent: true)
        // libcurl reads on as long as the sender is faster: up to a hundred buffers within one round.
        if !body.hasRoom(for: piece.count) { deliver() }
        let expected = bytesExpected ?? easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        bytesExpected = expected - Int64(piece.count)
        return body.append(piece, expected: Int(min(max(expected, 0), Int64(Int32.max))))
    }

    /// Fills libcurl's buffer; what it returns is what a read callback returns.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch bodyReader?.read(into: buffer) ?? .end {
        case .bytes(let count):
            noteUploaded(count)
            return count
        case .end:
            noteSent(isComplete: true)
            return 0
        case .nothingYet:
            isSendingPaused = true
            return Int(CURL_READFUNC_PAUSE)
        case .failed(let message):
            ownError = error(.uploadFailed, stage: .send, message: message)
            return Int(CURL_READFUNC_ABORT)
        }
    }

    private func noteUploaded(_ count: Int) {
        bytesUploaded += Int64(count)
        noteSent(isComplete: bytesUploaded == bodyReader?.length)
        if case .uploaded = events.last { events.removeLast() }
        add(.uploaded(bytes: bytesUploaded), isUrgent: false)
    }

    func rewindBody() -> Bool {
        bytesUploaded = 0
        return bodyReader?.rewind() ?? false
    }

    // MARK: Pauses

    func resumeReceiving() {
        guard isReceivingPaused, !isFinished else { return }
        isReceivingPaused = false
        if request.options.idleTimeout != nil { lastActivity = .now }
        easy.pause(receiving: false, sending: isSendingPaused)
    }

    func resumeSending() {
        guard isSendingPaused, !isFinished else { return }
        isSendingPaused = false
        easy.pause(receiving: isReceivingPaused, sending: false)
    }

    /// When this hop must end, by the limits that libcurl does not know. A reader who lags has all the time.
    var deadline: ContinuousClock.Instant? {
        let options = request.options
        guard options.firstByteTimeout != nil || options.idleTimeout != nil else { return nil }
        var ends: [ContinuousClock.Instant] = []
        if let limit = options.firstByteTimeout, let sentAt, isRequestComplete, !hasAnswerBegun {
            ends.append(sentAt + limit)
        }
        if let limit = options.idleTimeout, let lastActivity, !isReceivingPaused { ends.append(lastActivity + limit) }
        return ends.min()
    }

    // MARK: The end

    private var summary: TransferSummary {
        TransferSummary(
            timings: timings(failedAt: nil), connection: connection ?? ConnectionFacts(), trailers: parser.trailers,
            bodyBytesOnWire: easy.offset(CURLINFO_SIZE_DOWNLOAD_T),
            requestHeadersSent: headSent.isEmpty ? nil : HeaderFields(requestHead: headSent))
    }

    func timings(failedAt stage: TransferError.Stage?) -> TransferTimings {
        let marks = PhaseMarks(
            easy, ready: readyAt.map { $0 - began }, sent: sentAt.map { $0 - began },
            isReused: connection?.isReused ?? false)
        return marks.timings(failedAt: stage)
    }
}
