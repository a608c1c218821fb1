import Testing

@testable import OpenCollection

private let text = """
    version: 1
    # Everything retries once.
    collection:
      retry: {count: 1}
      tls:
        verify: false
    environments:
      prod: {protected: true, history: false}
    requests:
      users/get.yml:
        # flaky
        retry:
          count: 3   # thrice
          backoff: constant
          statuses: [503]
    """ + "\n"

@Suite struct CompanionFileTests {
    @Test("reads policies and protections")
    func reading() throws {
        let (file, notes) = try CompanionFile.read(text: text)
        #expect(notes == [])
        #expect(file.collection.retry == RetrySettings(count: 1))
        #expect(file.collection.verifiesTLS == false)
        #expect(file.environments["prod"]?.isProtected == true)
        #expect(file.environments["prod"]?.keepsHistory == false)
        var retry = RetrySettings(count: 3)
        retry.backoff = "constant"
        retry.statuses = [503]
        #expect(file.requests["users/get.yml"]?.retry == retry)
    }

    @Test(
        "notes what it does not understand",
        arguments: [
            ("version: 2\n", "an unknown version; expected version: 1"),
            ("version: 1\nx: 1\n", "unknown key \"x\" in the file, kept as it is"),
            ("version: 1\ncollection: {retry: {base: 1}}\n", "retry is not read; expected count: 0 or more"),
            (
                "version: 1\ncollection: {retry: {count: 1, jitter: some}}\n",
                "jitter is not read; expected full or none"
            ),
            ("version: 1\ncollection: {retry: {count: 1, cap: -1}}\n", "cap is not read; expected seconds, 0 or more"),
        ])
    func notes(text: String, note: String) throws {
        #expect(try CompanionFile.read(text: text).notes.map(\.message) == [note])
    }

    @Test("a retry policy is set and taken away without touching the rest")
    func writing() throws {
        let (file, _) = try CompanionFile.read(text: text)
        var retry = try #require(file.requests["users/get.yml"]?.retry)
        retry.count = 4
        #expect(try file.settingRetry(retry, of: "users/get.yml") == text.replacing("count: 3 ", with: "count: 4 "))
        let removed = try file.settingRetry(nil, of: "users/get.yml")
        #expect(removed == text.split(separator: "requests:")[0])
        let added = try file.settingRetry(RetrySettings(count: 2), of: "new.yml")
        #expect(added == text + "  new.yml:\n    retry:\n      count: 2\n")
        #expect(try file.settingRetry(nil, of: "unknown.yml") == text)
    }

    @Test("a missing file begins with its version")
    func beginning() throws {
        var retry = RetrySettings(count: 2)
        retry.base = 0.5
        retry.cap = 10
        let new = try CompanionFile().settingRetry(retry, of: "users/get.yml")
        #expect(
            new == """
                version: 1
                requests:
                  users/get.yml:
                    retry:
                      count: 2
                      base: 0.5
                      cap: 10
                """ + "\n")
        #expect(try CompanionFile.read(text: new).file.requests["users/get.yml"]?.retry == retry)
        #expect(try CompanionFile().settingRetry(nil, of: "a.yml") == "")
    }
}
