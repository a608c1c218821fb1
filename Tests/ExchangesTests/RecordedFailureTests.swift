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
}
