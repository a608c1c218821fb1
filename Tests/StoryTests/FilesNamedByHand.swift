import Foundation
import TestSupport
import Testing

@Suite("Story: files that are named on the command line")
struct FilesNamedByHand {
    private let place: StoryPlace
    private static let request = "info: {name: A, type: http}\nhttp: {method: GET, url: http://h/}\n"
    private static let archive = #"{"log": {"entries": [{"request": {"url": "http://a.test/"}}]}}"#

    init() throws {
        place = try StoryPlace(["opencollection.yml": "info: {name: C}\n", "a.yml": Self.request])
        try place.write(Self.archive, to: "a.har")
    }

    /// Runs a line of bash in the collection, in which `m` is the program.
    private func bash(_ line: String, input: Data = Data()) throws -> ChildProgram.Result {
        let setting = "cd '\(place.collection.path)'; m() { '\(try StoryPlace.program())' \"$@\"; }; "
        return try ChildProgram.run(
            ["bash", "-c", setting + line],
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": place.home.path, "MICROSCOPE_HOME": place.home.path, "LANG": "C.UTF-8",
            ], input: input)
    }

    @Test(
        "what has no end is refused in one line, and nothing waits for it",
        arguments: [
            "m import sparse", "m import /dev/zero", "yes | m import", "m history import sparse",
            "m history import /dev/zero", "yes | m history import -", "m diff sparse a.yml", "yes | m diff - a.yml",
            "m diff <(yes) a.yml", "m export a --as swift-macros --answer sparse",
            "yes | m export a --as swift-macros --answer -",
        ])
    func endless(line: String) throws {
        let run = try bash("truncate -s 3G sparse; \(line)")
        // What an import cannot read is no mistake of the command line.
        #expect(run.status == (line.contains("m import") ? 4 : 2), "\(run.errorText)")
        #expect(run.errorText.contains("larger than "), "\(run.errorText)")
        #expect(run.errorText.split(separator: "\n").count == 1, "\(run.errorText)")
    }

    @Test(
        "standard input and pipes of the shell are read",
        arguments: [
            "m import < curl", "m import -- - < curl", "m import <(cat curl)", "m history import - < a.har",
            "m history import <(cat a.har)", "m diff <(cat a.yml) a.yml", "m diff - a.yml < a.yml",
            "mkfifo p; cat curl > p & m import p",
        ])
    func pipes(line: String) throws {
        let run = try bash("echo 'curl http://h/x' > curl; \(line)")
        #expect(run.status == 0, "\(run.errorText)")
    }
}
