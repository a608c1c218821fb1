import BodyStore
import Digests
public import Exchanges
import Foundation
import MicroClient

extension RecordedFailure {
    /// What a send, or getting a token, threw, in words for a person.
    public init(_ error: any Error) {
        if error is CancellationError {
            self.init(stage: .cancelled, message: "Cancelled.")
        } else if let transfer = error.transferError {
            self.init(
                stage: Stage(transfer.stage), message: Self.words(for: transfer), advice: Self.advice(for: transfer))
        } else if let storeError = error as? BodyStoreError {
            self.init(
                stage: .store, message: "The body could not be kept: \(storeError)",
                advice: "Make room in the temporary directory, then send again.")
        } else if let fileError = error.innermost(as: RequestFileError.self) {
            self.init(
                stage: .build, message: "\(fileError)",
                advice: "Paths begin at the collection's root: put the file there, or change the path.")
        } else if let failure = error as? TokenFailure {
            self.init(stage: .token, message: failure.message)
        } else if let failure = error.innermost(as: CredentialFailure.self) {
            self.init(stage: .build, message: failure.message)
        } else if let failure = error.innermost(as: DigestError.self) {
            self.init(stage: .build, message: "The request cannot be signed: \(failure)")
        } else {
            self.init(stage: .build, message: error.localizedDescription)
        }
    }

    private static func words(for error: TransferError) -> String { error.localizedDescription }

    /// The next thing to try; nil when there is nothing better than to read the message.
    private static func advice(for error: TransferError) -> String? {
        switch error.code {
        case .couldNotConnect: "Is the server running, and is the port right?"
        case .couldNotResolveHost: "Check the host in the URL, the environment and the network."
        case .timedOut: "Give the request a longer timeout; its timings show where the time went."
        case .certificateNotTrusted:
            "If you trust this server all the same, switch the check off for this request (tls: verify: false)."
        case .malformedURL: "Check the URL, and the values that are put into it."
        default: nil
        }
    }
}
