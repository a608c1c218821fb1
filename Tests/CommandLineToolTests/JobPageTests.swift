import Foundation
import Testing

@testable import CommandLineTool

@Suite("Pages of the jobs")
struct JobPageTests {
    private static func key(_ action: String) -> String { "<\(action)>" }

    @Test("show only command lines that the parser takes", arguments: JobPage.Job.allCases)
    func commands(_ job: JobPage.Job) throws {
        for line in JobPage.of(job).commands {
            let words = Self.words(line)
            #expect(words.first == "microscope", "\(line)")
            #expect(throws: Never.self, "\(line)") { try Command.parse(Array(words.dropFirst())) }
        }
    }

    /// Returns the words of a line as a shell splits it, up to what another program is given.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        var (word, isQuoted): (String?, Bool) = (nil, false)
        for character in line {
            switch character {
            case "'":
                isQuoted.toggle()
                word = word ?? ""
            case " " where !isQuoted:
                words += word.map { [$0] } ?? []
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        words += word.map { [$0] } ?? []
        return Array(words.prefix { $0 != "|" && $0 != "&&" })
    }

    @Test("say in both forms what one wants, by which keys, and by which line", arguments: JobPage.Job.allCases)
    func forms(_ job: JobPage.Job) {
        let page = JobPage.of(job)
        let markdown = page.markdown(key: Self.key)
        let man = ManPage.job(page, version: "1.2.3", key: Self.key)
        #expect(markdown.hasPrefix("# \(page.title)\n"))
        #expect(man.contains(".TH MICROSCOPE-\(job.rawValue.uppercased()) 7"))
        #expect(man.contains("microscope\\-\(job.rawValue) \\- ") && man.contains("microscope\\-keys(7)"))
        for row in page.sections.flatMap(\.rows) {
            #expect(!row.actions.isEmpty || row.command != nil, "\(row.wish): nothing is said of how")
            #expect(markdown.contains("| \(row.wish) | \(row.actions.map { "`<\($0)>`" }.joined(separator: " ")) |"))
            let keys = row.actions.map { Roff.escaped("<\($0)>") }.joined(separator: " ")
            #expect(row.actions.isEmpty || man.contains("Keys: \(keys)\n"), "\(row.wish)")
            if let command = row.command { #expect(man.contains("\n\(Roff.escaped(command))\n"), "\(command)") }
        }
    }

    @Test(
        "go to the answer before a key that means something else in the tree",
        arguments: JobPage.Job.allCases)
    func panes(_ job: JobPage.Job) {
        let ofResponse: Set = [
            "compare", "repeatSend", "latency", "makeExample", "checkPast", "share", "find", "filterBody", "fold",
            "viewAs", "useValue", "nextChange",
        ]
        for row in JobPage.of(job).sections.flatMap(\.rows) where !ofResponse.isDisjoint(with: row.actions) {
            let before = row.actions.prefix { !ofResponse.contains($0) }
            #expect(before.contains("focusResponse") || before.contains("history"), "\(row.wish)")
        }
    }

    @Test("have no line that begins a request by accident", arguments: JobPage.Job.allCases)
    func requests(_ job: JobPage.Job) {
        let known: Set = ["TH", "SH", "SS", "PP", "TP", "B", "br", "\\\""]
        let man = ManPage.job(JobPage.of(job), version: "1", key: Self.key)
        for line in man.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(known.contains(String(line.dropFirst().prefix { $0 != " " })), "\(line)")
        }
    }

    @Test("are read in a minute", arguments: JobPage.Job.allCases)
    func length(_ job: JobPage.Job) {
        let rows = JobPage.of(job).sections.flatMap(\.rows)
        #expect((10...32).contains(rows.count))
    }

    @Test("a pipe in a table is no end of a cell")
    func pipes() {
        let page = JobPage(
            job: .share, title: "T", summary: "s", introduction: [],
            sections: [.init("S", rows: [.init("wish", "sides", or: "a | b")])], more: [])
        #expect(page.markdown { _ in "|" }.contains("| wish | `\\|` | `a \\| b` |"))
    }
}
