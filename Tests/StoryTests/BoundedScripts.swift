import Foundation
import TestSupport
import Testing
import TextGrid

@Suite(
    "Story: scripts are ended at once, have limits that a person sets, and are left out where no engine is", .serialized
)
struct BoundedScripts {
    /// A time limit that no script reaches here, however busy the machine is.
    private static let patient = "scripts: {timeout: 600}\n"

    #if os(Linux)
        @Test(
            "Esc ends a script at once, before the request and after the response, in a loop and in a pause; so does quitting",
            arguments: [
                ("before-request", "while (true) {}"), ("before-request", "await bru.sleep(200_000);"),
                ("tests", "while (true) {}"), ("after-response", "await bru.sleep(200_000);"),
            ])
        func cancelled(stage: String, code: String) throws {
            let place = try StoryPlace.ofScripts(["get.yml": Fixture.scripted("Get", "/echo", (stage, code))])
            try place.writeSettings(Self.patient)
            let session = try place.start(size: .large)
            let process = try session.processIdentifier()
            try session.showRequest("get", named: "Get")
            try session.sendAgreeing()
            try session.waitFor("a script that runs") { _ in scriptWorkers(of: process).count == 1 }
            try session.press(.escape)
            try session.waitFor("Cancelled")
            try session.waitFor("the end of the script") { _ in scriptWorkers(of: process).isEmpty }
            try session.type("s")
            try session.waitFor("it runs again") { _ in scriptWorkers(of: process).count == 1 }
            let worker = try #require(scriptWorkers(of: process).first)
            #expect(try session.quit() == 0)
            #expect(Self.isOver(worker))
        }

        @Test("Ctrl-C ends a script with the command, before the request and after the response")
        func interrupted() throws {
            let place = try StoryPlace.ofScripts([
                "before.yml": Fixture.scripted("Before", "/echo", ("before-request", "while (true) {}")),
                "after.yml": Fixture.scripted("After", "/echo", ("tests", "await bru.sleep(200_000);")),
            ])
            try place.writeSettings(Self.patient)
            for name in ["before", "after"] {
                let run = try ProgramRun(["send", name, "--trust"], at: place)
                try run.wait { scriptWorkers(of: run.processIdentifier).count == 1 }
                let worker = try #require(scriptWorkers(of: run.processIdentifier).first)
                run.send(signal: SIGINT)
                #expect(run.status != 0 && Self.isOver(worker), "\(name)")
            }
        }

        /// Whether a process ends within a time that no script would.
        private static func isOver(_ process: pid_t) -> Bool {
            let deadline = Date(timeIntervalSinceNow: 30)
            while kill(process, 0) == 0, Date() < deadline { usleep(2_000) }
            return kill(process, 0) != 0
        }
    #endif

    @Test(
        "config.yaml sets the limits; a collection asks for more of them, which is agreed to; an error names the setting"
    )
    func limits() throws {
        let place = try StoryPlace.ofScripts([
            "loop.yml": Fixture.scripted("Loop", "/echo", ("tests", "while (true) {}"))
        ])
        try place.writeSettings("scripts: {timeout: 1}\n")
        #expect(try ProgramRun(["trust", "--agree"], at: place).status == 0)
        // Of the processor, or twice that by the clock where the machine is busy.
        let own = try ProgramRun(["send", "loop"], at: place)
        let words = /the script ran longer than [12] s: scripts.timeout in config.yaml allows more/
        #expect(own.status == 1 && own.errors.contains(words), "\(own.errors)")
        try place.write("version: 1\nscripts: {timeout: 1.5, memory: 300}\n", to: "microscope.yaml")
        let refused = try ProgramRun(["send", "loop"], at: place)
        let question = "run scripts that only compute, for up to 1.5 s each, with up to 300 MiB"
        #expect(refused.status == 4 && refused.errors.contains(question), "\(refused.errors)")
        let trust = try ProgramRun(["trust", "--agree"], at: place)
        #expect(trust.output.contains(question), "\(trust.output)")
        let asked = try ProgramRun(["send", "loop"], at: place)
        #expect(asked.status == 1 && asked.errors.contains(/longer than (1.5|3) s/), "\(asked.errors)")
        try place.write("version: 1\nscripts: {timeout: 6000}\n", to: "microscope.yaml")
        #expect(try ProgramRun(["check"], at: place).output.contains("scripts.timeout is 6000"))
    }

    @Test(
        "a body that a script sets is what assertions and tests see; the captures before it and the history have what came"
    )
    func body() throws {
        let place = try StoryPlace.ofScripts([
            "set.yml": Fixture.scripted(
                "Set", "/users/2",
                ("after-response", "bru.setVar('name', res.body.name);\nres.setBody({id: 7, list: ['a']});"),
                (
                    "tests",
                    "test('set', () => expect(res.body).to.eql({id: 7, list: ['a']}));\ntest('postman', () => expect(pm.response.json().id).to.equal(7));"
                )
            ) + "  assertions:\n    - {expression: res.body.id, operator: eq, value: \"7\"}\n"
                + "    - {expression: \"res.body.list[0]\", operator: eq, value: a}\n"
        ])
        let sent = try ProgramRun(["send", "set", "--trust"], at: place)
        #expect(sent.status == 0 && sent.errors.contains("4 of 4 assertions passed"), "\(sent.errors)")
        #expect(!sent.output.contains("list"), "what came is printed: \(sent.output)")
        let kept = try ProgramRun(["history", "show", "set@"], at: place).output
        #expect(kept.contains("\"name\"") && !kept.contains("\"list\""), "\(kept)")
    }

    @Test("two scopes of one name keep their values on the way to the next request, and to the next command")
    func scopes() throws {
        let place = try StoryPlace.ofScripts([
            "1.yml": Fixture.scripted(
                "One", "/echo", ("tests", "bru.setEnvVar('a', 'of env');\nbru.setVar('a', 'of runtime');")),
            "2.yml": Fixture.scripted(
                "Two", "/echo?a={{a}}",
                (
                    "tests",
                    "test('own', () => expect([bru.getEnvVar('a'), bru.getVar('a')]).to.eql(['of env', 'of runtime']));\ntest('nearest', () => expect(res.url).to.contain('runtime'));\nbru.deleteVar('a');"
                )),
            "3.yml": Fixture.scripted(
                "Three", "/echo?a={{a}}", ("tests", "test('next', () => expect(res.url).to.match(/a=of.*env/));")),
        ])
        let run = try ProgramRun(["run", "--trust"], at: place)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        for name in ["1", "2", "3"] {
            let sent = try ProgramRun(["send", name, "--trust", "--session", "s"], at: place)
            #expect(sent.status == 0, "\(name): \(sent.errors)")
        }
    }

    // MARK: - Without the engine

    /// Returns the program with no JavaScriptCore in sight: empty files replace the library, for it alone. nil if the system does not let us.
    private static func programWithoutEngine(in place: StoryPlace) throws -> String? {
        let file = place.home.appendingPathComponent("without-engine")
        let script = """
            #!/bin/sh
            hidden='for file in /usr/lib/*/libjavascriptcoregtk-* /lib/*/libjavascriptcoregtk-*; do
                if [ -f "$file" ]; then mount --bind /dev/null "$file" || exit 125; fi
            done
            exec "$0" "$@"'
            if unshare --map-root-user --mount true 2>/dev/null; then options=--map-root-user; fi
            exec unshare $options --mount sh -c "$hidden" \(try StoryPlace.program()) "$@"

            """
        try Data(script.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
        return try ProgramRun(["--version"], at: place, program: file.path).status == 0 ? file.path : nil
    }

    @Test("without the engine, send and run end with 4 and name its package, the screen asks, and --no-scripts sends")
    func withoutEngine() throws {
        let place = try StoryPlace.ofScripts([
            "before.yml": Fixture.scripted("Before", "/echo", ("before-request", "req.setHeader('X-A', '1');")),
            "after.yml": Fixture.scripted("After", "/echo", ("tests", "test('never', () => {});")),
        ])
        guard let program = try Self.programWithoutEngine(in: place) else { return }
        for command in [["send", "before"], ["run"]] {
            let run = try ProgramRun(command + ["--trust"], at: place, program: program)
            #expect(run.status == 4, "\(command): \(run.errors)")
            #expect(
                run.errors.contains("apt install libjavascriptcoregtk-4.1-0; --no-scripts sends without them"),
                "\(run.errors)")
        }
        let after = try ProgramRun(["send", "after", "--trust"], at: place, program: program)
        #expect(after.status == 1 && after.errors.contains("test not run"), "\(after.errors)")
        let without = try ProgramRun(["send", "before", "--trust", "--no-scripts"], at: place, program: program)
        #expect(without.status == 0 && without.errors.contains("1 script not run"), "\(without.errors)")
        let session = try place.start(size: .large, program: program)
        try session.showRequest("before", named: "Before")
        try session.sendAgreeing()
        try session.waitFor("the question") {
            $0.contains("Send without its scripts?") && $0.contains("libjavascriptcoregtk-4.1-0")
        }
        try session.press(.down)
        try session.press(.enter)
        try session.waitForResponse("200 OK")
        #expect(try session.quit() == 0)
    }
}
