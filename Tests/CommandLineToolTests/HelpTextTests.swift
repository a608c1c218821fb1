import Foundation
import Testing

@testable import CommandLineTool

@Suite struct HelpTextTests {
    @Test("fits 80 columns and ends with one line end", arguments: HelpTopic.allCases)
    func fits(_ topic: HelpTopic) {
        let text = HelpText.text(of: topic)
        for line in text.split(separator: "\n") {
            #expect(line.count <= 80 && !line.hasSuffix("\\"), "\(line)")
        }
        #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
        #expect(text.hasPrefix("Usage: microscope"))
    }

    @Test("names every option that the parser takes", arguments: HelpTopic.allCases)
    func namesOptions(_ topic: HelpTopic) {
        for option in CommandSyntax.of(topic).options { #expect(HelpText.text(of: topic).contains(option.usage)) }
    }

    @Test("the program's help names every command and path use")
    func program() {
        let text = HelpText.text(of: .program)
        for topic in HelpTopic.firstCommands { #expect(text.contains("  \(topic.rawValue)")) }
        #expect(!text.contains("unpin"))
        #expect(text.contains("use ./demo for"))
    }

    @Test(
        "help has the usage, the options in two columns, paragraphs, examples with their meaning, and the exit statuses"
    )
    func send() {
        let text = HelpText.text(of: .send)
        let parts = [
            "Usage: microscope send [OPTIONS] REQUEST\n\nSends one saved request",
            "\n\nOptions:\n  -c, --collection DIR",
            "\n      --env NAME            use this environment; given several times, one send\n                            for each\n",
            "\n  -h, --help                print this help\n\nREQUEST is the path of a request",
            "\n\nExamples:\n  microscope send users/get --env local\n      by its path\n",
            "\n\nExit status:\n  0     success\n", "\n  130   cancelled with Ctrl-C\n",
        ]
        let places = parts.map { text.range(of: $0)?.lowerBound }
        #expect(places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }
}
