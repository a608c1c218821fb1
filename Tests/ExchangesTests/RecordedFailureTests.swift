import MicroClient
import Testing

@testable import Exchanges

@Suite("A failure in a line")
struct RecordedFailureTests {
    @Test(
        "message and advice are two sentences, whether or not the message ends as one",
        arguments: [
            ("reset by peer", "Send again.", "reset by peer. Send again."),
            ("It was cut.", "Send again.", "It was cut. Send again."),
            ("Is it there?", "Look.", "Is it there? Look."),
            ("", "Look.", "Look."),
            ("Cancelled", nil, "Cancelled"),
        ] as [(String, String?, String)])
    func sentences(message: String, advice: String?, line: String) {
        #expect(RecordedFailure(stage: .build, message: message, advice: advice).sentences == line)
    }

    @Test("a stage is in words for a person, which fit into a narrow column")
    func stages() {
        let own: [RecordedFailure.Stage] = [.build, .script, .token, .cancelled, .outOfTime, .poll, .store]
        for stage in own + TransferError.Stage.allCases.map(RecordedFailure.Stage.init) {
            #expect(stage.words.allSatisfy(\.isLowercase) && stage.words.count <= 9, "\(stage.words)")
        }
        #expect(RecordedFailure.Stage.outOfTime.words == "timeout")
    }
}
