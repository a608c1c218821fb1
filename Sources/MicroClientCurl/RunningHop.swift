internal import CCurl
import Foundation
import MicroClient
import Text

/// One transfer in progress, on its thread: it turns libcurl's callbacks into events for its reader.
///
/// Usually it is one hop; libcurl may send the request again by itself, and then the next hop begins.
final class RunningHop {
    let queue: EventQueue
    let easy: EasyHandle
    unowned let loop: TransferLoop
    let upload: UploadSource
    let limits: TransferOptions.Limits
    /// The source of the request's body for libcurl; nil without a body or when libcurl has its own copy.
    var bodyReader: (any UploadReader)?

    private var events: [Transfer.Event] = []
    private var body: BodyCollector
    /// The bytes of the body chunks among the events.
    private var bodyBytesCollected = 0
    private(set) var isFinished = false
    private(set) var isUrgent = false
    private var isTouched = false
    private var isReceivingPaused = false
    /// The host at which it counts among the transfers; nil: it does not count, or no longer.
    var place: URLReference.Origin?
    private var isSendingPaused = false

    let began = Moment.now
    var record = HopRecord()
    /// The log of the exchange with a proxy after the hop's request, for the connection on which it is sent again; nil if there was none.
    var nextTape: WireRecorder?
    /// The number of hops of this transfer that are over, by their reason.
    var resent = ResendCount()
    var isExpectationDropped = false
    /// The sockets created for this transfer, until it is known which of them carries it.
    var openedSockets: [Int32] = []
    /// The local port of the connection; nil before there is one.
    var localPort: Int?
    /// Whether nothing was sent, and the connection that libcurl chose must not be used.
    var wantsOtherConnection = false
    private var lastActivity: Moment?
    /// The cause, if libcurl only knows that a callback refused to continue.
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

    /// Delivers the events at the end of a round of the loop.
    func deliverRound() {
        isTouched = false
        isUrgent = false
        deliver()
    }

    /// Delivers all events, and pauses receiving when the reader lags.
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

    /// Releases what still works for this hop.
    func close() {
        isFinished = true
        body.discard()
        bodyReader?.close()
    }

    // MARK: What was sent

    /// Makes libcurl show the head that it sends, which it does only while verbose; verbose costs a dozen unused lines, so it is limited
    /// to the head.
    func listenToHead() {
        if configuration.reportsHeadersSent { easy.set(CURLOPT_VERBOSE, to: true) }
    }

    func didSendHead(_ bytes: UnsafeRawBufferPointer) {
        // A request to a proxy for a tunnel is not part of the request.
        guard !bytes.starts(with: "CONNECT ") || request.method.rawValue == "CONNECT" else {
            didAskForTunnel(bytes)
            return
        }
        record.headSent.append(contentsOf: bytes)
        // Another tunnel may be requested when the request is sent again.
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

    /// Fills libcurl's buffer; returns the value of a read callback.
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
        if record.responseBegunAt == nil { record.responseBegunAt = .now }
        if request.options.idleTimeout != nil { lastActivity = .now }
    }

    /// Returns false if more than allowed has arrived, or all that was wanted.
    func didReceiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        if !record.hasResponseBegun { noteCopiedBodySent() }
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
            // After "100 Continue" it is sent only then.
            noteCopiedBodySent()
            guard allowsFraming(head) else { return false }
            noteConnection(head)
            chooseDecoding(for: head)
            noteEarlyResponse(head)
            noteSharing(head)
            if mayBeHandledByCurl(head) { record.heldHead = head } else { add(.head(head), isUrgent: true) }
        }
        return !(endsWithHead && record.parser.hasFinalHead && record.heldHead == nil)
    }

    /// Notes that the body is wanted now. One that libcurl holds itself is sent at once.
    private func noteContinued() {
        record.responseBegunAt = nil
        if copiedBodySent != nil { noteSent(isComplete: true) }
    }

    /// Reports a body that libcurl holds itself, which it sends without a callback.
    private func noteCopiedBodySent() {
        guard let (data, sent) = copiedBodySent, sent > 0 else { return }
        record.isCopiedBodyReported = true
        data.withUnsafeBytes { record.tape?.sendBody($0) }
        add(.uploaded(bytes: Int64(data.count)), isUrgent: false)
    }

    /// Logs the part of the body that is known to have been sent, when the hop ends before a response shows that all of it arrived.
    private func noteCopiedBodyLeft() {
        guard let (data, sent) = copiedBodySent, sent > 0 else { return }
        record.isCopiedBodyReported = true
        data.withUnsafeBytes { bytes in
            record.tape?.sendBody(UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(clamping: sent))))
        }
    }

    /// The body that libcurl holds, with the bytes that it counts as sent; nil for any other body, and once it was reported.
    private var copiedBodySent: (Data, sent: Int64)? {
        guard !record.isCopiedBodyReported, bodyReader == nil, case .bytes(let data) = upload, !data.isEmpty else {
            return nil
        }
        return (data, easy.offset(CURLINFO_SIZE_UPLOAD_T))
    }

    /// Delivers the held head, since libcurl does not respond to it.
    private func giveHeldHead() {
        if let head = record.heldHead.take() { add(.head(head), isUrgent: true) }
    }

    /// Returns false if more than allowed has arrived, or there is no memory.
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
        // libcurl reads as long as the sender is faster: up to a hundred buffers within one round.
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

    /// Makes libcurl check what has arrived, which it does when something resumes.
    func pauseForAMoment() {
        easy.pause(receiving: isReceivingPaused, sending: true)
        easy.pause(receiving: isReceivingPaused, sending: isSendingPaused)
    }

    /// Whether it has timeouts that libcurl does not support.
    var hasOwnLimits: Bool { request.options.firstByteTimeout != nil || request.options.idleTimeout != nil }

    /// The time when this hop must end, by those timeouts. A reader who lags has unlimited time.
    var deadline: Moment? {
        let options = request.options
        var end: Moment?
        if let limit = options.idleTimeout, let lastActivity, !isReceivingPaused { end = lastActivity + limit }
        if let limit = options.firstByteTimeout, let sentAt = record.sentAt, record.isRequestComplete,
            !record.hasResponseBegun
        {
            end = min(end ?? sentAt + limit, sentAt + limit)
        }
        return end
    }

    /// Stops counting a transfer that would keep its place at the host for long, or needs no connection of its own.
    private func noteSharing(_ head: ResponseHead) {
        let isShared = head.httpVersion.map { !$0.hasPrefix("1") } ?? false
        let isRecordStream = head.headers["Content-Type"]?.isRecordStream ?? false
        if isShared || isRecordStream { loop.leavePlace(self, isShared: isShared) }
    }
}
