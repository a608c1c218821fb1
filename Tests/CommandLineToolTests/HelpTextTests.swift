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

    @Test("lists --help", arguments: HelpTopic.allCases)
    func namesHelp(_ topic: HelpTopic) {
        #expect(HelpText.text(of: topic).contains("  -h, --help "))
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
            "\n\nExit status:\n  0     complete responses, all checks passed;", "\n  130   cancelled with Ctrl-C\n",
        ]
        let places = parts.map { text.range(of: $0)?.lowerBound }
        #expect(places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }

    @Test("the exit statuses of each command come from one table alone", arguments: HelpTopic.allCases)
    func exitStatuses(_ topic: HelpTopic) {
        let rows = ExitStatus.rows(of: topic)
        #expect(rows.map(\.status.rawValue) == rows.map(\.status.rawValue).sorted() && rows.first?.status == .success)
        let text = HelpText.text(of: topic)
        for (status, _) in rows { #expect(text.contains("\n  \(status.rawValue)   "), "\(status)") }
        let others = CommandSyntax.of(topic).details.filter { $0.contains(/exit status is (\d|1 )/) }
        #expect(others.isEmpty, "\(others)")
    }

    @Test("every status but those that all commands have says for which commands it is")
    func ownStatuses() {
        for status in [CommandLineTool.ExitStatus.found, .noResponse, .cancelled] {
            #expect(HelpTopic.allCases.contains { ExitStatus.rows(of: $0).contains { $0.status == status } })
            #expect(!ExitStatus.rows(of: .where).contains { $0.status == status })
        }
    }
}
