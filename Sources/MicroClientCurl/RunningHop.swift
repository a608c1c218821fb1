internal import CCurl
import Foundation
import MicroClient
import Text

/// One transfer under way, on its thread: what libcurl's callbacks tell of it becomes events for its reader.
///
/// Mostly it is one hop; libcurl may send the request once more by itself, and then the next hop begins.
final class RunningHop {
    let queue: EventQueue
    let easy: EasyHandle
    unowned let loop: TransferLoop
    let upload: UploadSource
    let limits: TransferOptions.Limits
    /// What libcurl reads the request's body from; nil without a body or when libcurl has its own copy.
    var bodyReader: (any UploadReader)?

    private var events: [Transfer.Event] = []
    private var body: BodyCollector
    /// Of the body chunks among the events.
    private var bodyBytesCollected = 0
    private(set) var isFinished = false
    private(set) var isUrgent = false
    private var isTouched = false
    private var isReceivingPaused = false
    /// The host at which it counts among the transfers; nil: it does not count, or no more.
    var place: URLReference.Origin?
    private var isSendingPaused = false

    let began = Moment.now
    var record = HopRecord()
    /// What was said to a proxy behind the hop's request, for the connection on which it goes out once more; nil while nothing was.
    var nextTape: WireTape?
    /// Hops of this transfer that are over, by their reason.
    var resent = ResendCount()
    var isExpectationDropped = false
    /// Made for this transfer, until it is known which of them carries it.
    var openedSockets: [Int32] = []
    /// Of the connection at our end; nil before there is one.
    var localPort: Int?
    /// Nothing was sent, and the connection that libcurl chose is not to be used.
    var wantsOtherConnection = false
    private var lastActivity: Moment?
    /// The cause, where libcurl only knows that a callback refused to go on.
    var ownError: TransferError?

    init(queue: EventQueue, upload: UploadSource, easy: EasyHandle, loop: TransferLoop) {
        self.queue = queue
        self.upload = upload
        limits = queue.request.options.limits
        self.easy = easy
        self.loop = loop
        body = BodyCollector(pool: loop.buffers)
        events.reserveCapacity(4)
    }

    var request: WireRequest { queue.request }
    var configuration: CurlTransport.Configuration { loop.configuration }

    // MARK: Events

    func add(_ event: Transfer.Event, isUrgent urgent: Bool) {
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
        loop.leavePlace(self)
        easy.pause(receiving: true, sending: isSendingPaused)
    }

    private func collectBody() {
        guard let chunk = body.take() else { return }
        events.append(.body(chunk))
        bodyBytesCollected += chunk.count
    }

    func finish(result: CURLcode) {
        isFinished = true
        noteCopiedBodyLeft()
        let error = failure(result)
        if ownError == nil { giveHeldHead() }
        collectBody()
        if error == nil { events.append(.completed(summary)) }
        queue.finish(&events, bytes: bodyBytesCollected, error: error)
    }

    /// Ends what may still work for this hop.
    func close() {
        isFinished = true
        body.discard()
        bodyReader?.close()
    }

    // MARK: What was sent

    /// libcurl shows the head that it sends only while it is verbose, and then formats a dozen lines that nobody reads: so it is that for
    /// the head alone.
    func listenToHead() {
        if configuration.reportsHeadersSent { easy.set(CURLOPT_VERBOSE, to: true) }
    }

    func didSendHead(_ bytes: UnsafeRawBufferPointer) {
        // What asks a proxy for a tunnel is no part of the request.
        guard !bytes.starts(with: "CONNECT ") || request.method.rawValue == "CONNECT" else {
            didAskForTunnel(bytes)
            return
        }
        record.headSent.append(contentsOf: bytes)
        // Another tunnel may be asked for when the request goes out once more.
        if !keepsTunnels, record.headSent.withUnsafeBytes({ $0.ends(with: "\r\n\r\n") }) {
            easy.set(CURLOPT_VERBOSE, to: false)
        }
        noteSent(isComplete: bodyReader == nil)
    }

    func noteSent(isComplete: Bool) {
        let now = Moment.now
        record.sentAt = now
        record.isRequestComplete = isComplete
        if request.options.idleTimeout != nil { lastActivity = now }
    }

    /// Fills libcurl's buffer; what it returns is what a read callback returns.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch bodyReader?.read(into: buffer) ?? .end {
        case .bytes(let count):
            record.tape?.sendBody(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer).prefix(count)))
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
        record.bytesUploaded += Int64(count)
        noteSent(isComplete: record.bytesUploaded == bodyReader?.length)
        if case .uploaded = events.last { events.removeLast() }
        add(.uploaded(bytes: record.bytesUploaded), isUrgent: false)
    }

    // MARK: What was received

    private func noteReceived() {
        if record.answerBegunAt == nil { record.answerBegunAt = .now }
        if request.options.idleTimeout != nil { lastActivity = .now }
    }

    /// False: more than is allowed, or all that was wanted.
    func didReceiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        if !record.hasAnswerBegun { noteCopiedBodySent() }
        noteReceived()
        record.tape?.receive(line)
        guard allowsHeaderBytes(line.count), allowsLine(line) else { return false }
        let outcome = record.parser.take(line)
        record.tape?.note(outcome)
        switch outcome {
        case .nothing: break
        case .informational(let head):
            guard allowsInformational(head) else { return false }
            if head.status == 100 { noteContinued() }
            add(.informational(head), isUrgent: true)
        case .head(let head):
            // Behind "100 Continue" it went out only then.
            noteCopiedBodySent()
            guard allowsFraming(head) else { return false }
            noteConnection(head)
            chooseDecoding(for: head)
            noteEarlyAnswer(head)
            noteSharing(head)
            if mayBeAnswered(head) { record.heldHead = head } else { add(.head(head), isUrgent: true) }
        }
        return !(endsWithHead && record.parser.hasFinalHead && record.heldHead == nil)
    }

    /// The body is wanted now. One that libcurl holds itself goes out at once.
    private func noteContinued() {
        record.answerBegunAt = nil
        if copiedBodySent != nil { noteSent(isComplete: true) }
    }

    /// A body that libcurl holds itself goes out without a word.
    private func noteCopiedBodySent() {
        guard let (data, sent) = copiedBodySent, sent > 0 else { return }
        record.isCopiedBodyTold = true
        data.withUnsafeBytes { record.tape?.sendBody($0) }
        add(.uploaded(bytes: Int64(data.count)), isUrgent: false)
    }

    /// It ends before an answer tells that all of it arrived: what is known to have gone out is on the tape.
    private func noteCopiedBodyLeft() {
        guard let (data, sent) = copiedBodySent, sent > 0 else { return }
        record.isCopiedBodyTold = true
        data.withUnsafeBytes { bytes in
            record.tape?.sendBody(UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(clamping: sent))))
        }
    }

    /// With the bytes that libcurl counts; nil for any other body, and once it was told.
    private var copiedBodySent: (Data, sent: Int64)? {
        guard !record.isCopiedBodyTold, bodyReader == nil, case .bytes(let data) = upload, !data.isEmpty else {
            return nil
        }
        return (data, easy.offset(CURLINFO_SIZE_UPLOAD_T))
    }

    /// The head is what the transfer ends with: libcurl does not go on.
    private func giveHeldHead() {
        if let head = record.heldHead.take() { add(.head(head), isUrgent: true) }
    }

    /// False: more than is allowed, or no memory.
    func didReceiveBody(_ piece: UnsafeRawBufferPointer) -> Bool {
        noteReceived()
        guard allowsBodyBytes(piece.count) else { return false }
        giveHeldHead()
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
        if !body.hasRoom(for: piece.count) {
            deliver()
            guard mayDecodeOn() else { return false }
        }
        let expected = record.bytesExpected ?? easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        record.bytesExpected = expected - Int64(piece.count)
        return body.append(piece, expected: Int(min(max(expected, 0), Int64(Int32.max))))
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

    /// libcurl looks at what has arrived when something goes on.
    func pauseForAMoment() {
        easy.pause(receiving: isReceivingPaused, sending: true)
        easy.pause(receiving: isReceivingPaused, sending: isSendingPaused)
    }

    /// Whether it has limits that libcurl does not know.
    var hasOwnLimits: Bool { request.options.firstByteTimeout != nil || request.options.idleTimeout != nil }

    /// When this hop must end, by those limits. A reader who lags has all the time.
    var deadline: Moment? {
        let options = request.options
        var end: Moment?
        if let limit = options.idleTimeout, let lastActivity, !isReceivingPaused { end = lastActivity + limit }
        if let limit = options.firstByteTimeout, let sentAt = record.sentAt, record.isRequestComplete,
            !record.hasAnswerBegun
        {
            end = min(end ?? sentAt + limit, sentAt + limit)
        }
        return end
    }

    /// What would hold its place at the host for long, or takes no connection of its own, does not count.
    private func noteSharing(_ head: ResponseHead) {
        let isShared = head.httpVersion.map { !$0.hasPrefix("1") } ?? false
        let isRecordStream = head.headers["Content-Type"]?.isRecordStream ?? false
        if isShared || isRecordStream { loop.leavePlace(self, isShared: isShared) }
    }
}
