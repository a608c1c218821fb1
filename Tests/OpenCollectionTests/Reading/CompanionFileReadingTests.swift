import Testing

@testable import OpenCollection

@Suite struct CompanionFileReadingTests {
    @Test("an empty file says nothing")
    func empty() throws {
        #expect(try CompanionFile.read(text: "") == CompanionFile())
    }

    @Test("every member is read")
    func members() throws {
        let text = """
            version: 1
            collection: {tls: {verify: false}}
            environments: {prod: {protected: true, history: false}, dev: }
            folders: {users: {retry: {}}}
            requests:
              a.yml:
                retry: {count: 2, backoff: constant, base: 0.5, cap: 5, budget: 30, retryAfterCap: 9, jitter: none, methods: [POST], statuses: [503, "429"]}
            """
        let file = try CompanionFile.read(text: text)
        #expect(file.collection.verifiesTLS == false && file.collection.retry == nil)
        #expect(file.environments["prod"]?.isProtected == true && file.environments["prod"]?.keepsHistory == false)
        #expect(file.environments["dev"] == EnvironmentPolicies())
        #expect(file.folders["users"]?.retry == RetrySettings(count: 0))
        var retry = RetrySettings(count: 2)
        (retry.backoff, retry.jitter, retry.methods, retry.statuses) = ("constant", "none", ["POST"], [503, 429])
        (retry.base, retry.cap, retry.budget, retry.retryAfterCap) = (0.5, 5, 30, 9)
        #expect(file.requests["a.yml"]?.retry == retry)
    }

    @Test(
        "what is wrong is explained",
        arguments: [
            ("version: 2", "microscope.yaml:1:10: version is 2; this Microscope reads version 1"),
            (
                "collection: {retry: {count: -1}}",
                "microscope.yaml:1:29: collection.retry.count is not between 0 and 1,000,000"
            ),
            ("collection: {retry: {count: 1.5}}", "microscope.yaml:1:29: collection.retry.count is no whole number"),
            (
                "collection: {retry: {backoff: linear}}",
                "microscope.yaml:1:31: collection.retry.backoff is \"linear\"; exponential or constant was expected"
            ),
            (
                "collection: {retry: {statuses: [42]}}",
                "microscope.yaml:1:32: collection.retry.statuses holds what is no status from 100 to 599"
            ),
            (
                "requests: {a.yml: {tls: {verify: 1}}}",
                "microscope.yaml:1:34: requests.a.yml.tls.verify is \"1\"; true or false was expected"
            ),
        ])
    func problems(text: String, line: String) {
        let problem = #expect(throws: FileProblem.self) { try CompanionFile.read(text: text) }
        #expect(problem?.line == line)
    }
}
