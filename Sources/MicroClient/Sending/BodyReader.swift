import Foundation

/// Passes a body to its reader. The exchange ends when the body ends, fails or is dropped.
final class BodyReader: Sendable {
    let recorder: SendRecorder
    private let transfer: RecordedTransfer
    private let status: Int

    init(_ transfer: RecordedTransfer, status: Int, recorder: SendRecorder) {
        self.transfer = transfer
        self.status = status
        self.recorder = recorder
    }

    /// The rest is not wanted, but the attempt did get its response.
    deinit { if !recorder.isFinished { recorder.finish(.response(status: status)) } }

    func next() async throws -> Data? {
        guard !recorder.isFinished else { return nil }
        do {
            if let data = try await transfer.chunk() { return data }
        } catch {
            throw recorder.closing(error)
        }
        recorder.finish(.response(status: status))
        return nil
    }

    func collect(upTo limit: Int) async throws -> Data {
        guard !recorder.isFinished else { return Data() }
        do {
            let body = try await transfer.collect(upTo: limit)
            recorder.finish(.response(status: status))
            return body
        } catch {
            throw recorder.closing(error)
        }
    }
}

extension TransferError {
    static func bodyTooLarge(_ limit: some BinaryInteger) -> TransferError {
        TransferError(
            code: .bodyTooLarge, stage: .receive,
            message: "The body is larger than the \(limit) bytes that were allowed.")
    }
}
