#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    @Suite("Story: what nobody needs yet is not loaded", .serialized)
    struct StartsLight {
        /// Returns what is mapped into the program.
        private func mappings(_ session: TerminalSession) throws -> String {
            // Read to its end: these files do not know their size.
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(session.processIdentifier())/maps"))
            defer { try? file.close() }
            return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        }

        @Test("libcurl comes with the first key, so that no send waits for it; libmicrohttpd only with a demo")
        func explorer() throws {
            let session = try StoryPlace().start(size: .small)
            try session.waitFor("the first request") { $0.contains("› List users ") }
            let before = try mappings(session)
            #expect(before.contains("/libc.so"))
            for library in [
                "/libcurl", "/libmicrohttpd", "/libgnutls", "/libssl", "/libcrypto", "/libpcre2", "/libuchardet",
                "/libz",
                "/libstdc++",
            ] {
                #expect(!before.contains(library), "\(library) is loaded before anything needs it")
            }
            try session.type("j")
            try session.waitFor("libcurl") { _ in (try? mappings(session).contains("/libcurl")) == true }
            try session.type("k")
            try session.type("s")
            try session.waitForResponse("✓ 200 OK")
            #expect(!(try mappings(session).contains("/libmicrohttpd")))
            #expect(try session.quit() == 0)
        }
    }
#endif
