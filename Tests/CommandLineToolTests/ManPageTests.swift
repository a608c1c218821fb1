import Testing

@testable import CommandLineTool

@Suite("Pages for man")
struct ManPageTests {
    private static let page = ManPage.program(version: "1.2.3")

    @Test("hold every command with its summary, and every option with its sentence", arguments: HelpTopic.commands)
    func commands(_ topic: HelpTopic) {
        let syntax = CommandSyntax.of(topic)
        #expect(Self.page.contains(".SS \"" + Roff.escaped(syntax.usage)))
        #expect(Self.page.contains(Roff.escaped(syntax.summary)))
        for option in syntax.options where !option.isForTests && option != .help {
            #expect(Self.page.contains(Roff.escaped(option.summary)), "\(option.name)")
        }
    }

    @Test(
        "hold the variables of the environment that it reads",
        arguments: ["MICROSCOPE_HOME", "MICROSCOPE_HISTORY", "MICROSCOPE_PLAIN", "NO_COLOR", "EDITOR"])
    func variables(name: String) throws {
        let environment = try #require(Self.page.firstRange(of: ".SH \"ENVIRONMENT\""))
        #expect(Self.page[environment.upperBound...].contains(Roff.escaped(name)))
    }

    @Test("hold every key with its sentence")
    func keys() {
        let page = ManPage.keys([("Log", [("'", "Mark \\ it."), (".", "More.")])], version: "1")
        #expect(page.contains(".SH \"LOG\"\n.TP\n.B \"\\&'\"\nMark \\e it.\n.TP\n.B \"\\&.\"\nMore.\n"))
    }

    @Test("have no line that begins a request by accident")
    func requests() {
        let known: Set = ["TH", "SH", "SS", "PP", "TP", "B", "br", "\\\""]
        for line in Self.page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(known.contains(String(line.dropFirst().prefix { $0 != " " })), "\(line)")
        }
    }

    @Test("say of which version they are, and no command that is for scripts alone")
    func frame() {
        #expect(Self.page.hasPrefix(".\\\"") && Self.page.contains("Microscope 1.2.3"))
        #expect(!Self.page.contains("microscope manual") && !Self.page.contains("microscope complete"))
    }

    @Test("text that means something to roff is written so that it means itself")
    func escapes() {
        #expect(Roff.escaped(#".a\b -x ^~`"#) == #"\&.a\eb \-x \(ha\(ti\(ga"#)
    }
}
