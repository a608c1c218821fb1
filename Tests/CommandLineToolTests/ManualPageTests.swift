import Testing

@testable import CommandLineTool

@Suite struct ManualPageTests {
    @Test("each page is reached by its name", arguments: ManualPage.allCases)
    func reached(_ page: ManualPage) throws {
        #expect(try Command.parse(["manual", page.rawValue]) == .manual(page))
    }

    @Test("a page that does not exist is refused with those that do", arguments: [["manual"], ["manual", "cats"]])
    func unknown(_ line: [String]) {
        let error = #expect(throws: UsageError.self) { try Command.parse(line) }
        #expect(
            error?.description
                == "the manual has no such page; there are: \(ManualPage.allCases.map(\.rawValue).joined(separator: ", "))"
        )
    }

    @Test("the page of commands holds every help text, and help does not name the manual")
    func commands() {
        for topic in [.program] + HelpTopic.commands { #expect(HelpText.manualPage.contains(HelpText.text(of: topic))) }
        #expect(!HelpText.text(of: .program).contains("manual"))
    }
}
