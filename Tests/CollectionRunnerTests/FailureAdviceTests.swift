import Exchanges
import MicroClient
import Testing

@testable import CollectionRunner

@Suite("What a failed send says")
struct FailureAdviceTests {
    static let codes: [TransferError.Code] = [
        .malformedURL, .unsupportedProtocol, .couldNotResolveHost, .couldNotConnect, .timedOut, .tlsHandshakeFailed,
        .certificateNotTrusted, .connectionLost, .emptyReply, .malformedResponse, .contentDecodingFailed, .uploadFailed,
        .invalidRequest, .proxyFailed, .authenticationFailed, .headersTooLarge, .bodyTooLarge, .other,
        "nothingThatIsKnown",
    ]

    @Test("is what happened, and a sentence with the next thing to try, for every cause", arguments: codes)
    func advice(code: TransferError.Code) throws {
        let failure = RecordedFailure(TransferError(code: code, stage: .connect, message: "it did not work"))
        #expect(failure.message.contains("it did not work"))
        let advice = try #require(failure.advice)
        #expect(advice.hasSuffix(".") || advice.hasSuffix("?"))
        #expect(advice.first?.isUppercase == true)
    }

    @Test("a URL that no request can be made of is to be checked")
    func malformedURL() {
        let failure = RecordedFailure(NetworkClientError.malformedURL)
        #expect(failure.stage == .build)
        #expect(failure.advice == "Check the URL, and the values that are put into it.")
    }

    @Test("each cause has its own")
    func own() {
        let known = Self.codes.dropLast(2).map {
            RecordedFailure(TransferError(code: $0, stage: .connect, message: "")).advice
        }
        // A lost connection and an empty reply are the same to a person.
        #expect(Set(known).count == known.count - 1)
    }
}
