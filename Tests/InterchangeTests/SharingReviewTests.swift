import OpenCollection
import Testing

@testable import Interchange

@Suite struct SharingReviewTests {
    private func file(_ path: ItemPath, _ text: String?, _ change: ChangedFile.Change = .modified) -> SharingReview.File
    {
        SharingReview(of: [ChangedFile(path: path, change: change, text: text)]).files[0]
    }

    @Test("a name that the collection excepts is no secret")
    func publicNames() {
        let text = "name: e\nvariables:\n  - {name: demoToken, value: x123abc}\n  - {name: token, value: y456def}\n"
        let files = [ChangedFile(path: "environments/e.yml", change: .added, text: text)]
        #expect(SharingReview(of: files).secretCount == 2)
        let review = SharingReview(of: files, publicNames: ["demoToken"])
        #expect(review.files.flatMap(\.secrets).map(\.line) == [4])
    }

    @Test("a request: its secrets with their places, files, hosts and scripts")
    func request() {
        let found = file(
            "users/post.yml",
            """
            info: {name: Upload, type: http}
            http:
              method: POST
              url: https://ann:pw12@api.example.com:8443/x?api_key={{key}}
              headers:
                - {name: Authorization, value: Bearer abc}
              body:
                type: multipart-form
                data:
                  - name: photo
                    type: file
                    value: [a.jpg, "~/b.jpg"]
            runtime:
              scripts:
                - type: tests
                  code: "fetch('https://evil.example')"
            # old: ghp_0123456789012345678901234567890123456789
            """)
        #expect(found.kind == "request" && found.name == "Upload")
        #expect(found.secrets.map(\.line) == [4, 6, 17])
        #expect(found.secrets.map(\.key) == ["http.url", "http.headers[0].value", ""])
        #expect(found.secrets[2].reason == "it looks like a GitHub token" && found.secrets[2].column == 8)
        #expect(found.hosts == ["api.example.com:8443", "evil.example"])
        #expect(found.namedFiles == ["a.jpg", "~/b.jpg"] && found.scripts == ["tests"])
    }

    @Test(
        "each kind of file is called what it is",
        arguments: [
            ("opencollection.yml", "info: {name: A}\n", "collection"), ("users/folder.yml", "info: {}\n", "folder"),
            ("environments/prod.yml", "name: prod\n", "environment"), ("microscope.yaml", "version: 1\n", "policies"),
            ("a.yml", "type: script\n", "script"), (".env", "A=1\n", "text"), ("gone.yml", "", "request"),
        ])
    func kinds(path: String, text: String, kind: String) {
        #expect(file(ItemPath(path), path == "gone.yml" ? nil : text).kind == kind)
    }

    @Test("a file of variables and a broken file are looked at line by line")
    func loose() {
        #expect(file(".env", "HOST=x\nexport API_TOKEN=abc\n# TOKEN={{t}}\n", .untracked).secrets.map(\.line) == [2])
        #expect(file("bad.yml", "a: [\nAKIAIOSFODNN7EXAMPLE\n").secrets.map(\.line) == [2])
    }

    @Test("environments: values that should be secret")
    func environments() {
        let found = file(
            "environments/prod.yml",
            "variables:\n  - name: baseUrl\n    value: https://api\n  - name: token\n    value: abc\n"
                + "  - name: password\n    secret: true\n")
        #expect(found.secrets.map(\.line) == [5] && found.hosts == ["api"])
    }

    @Test("the host is the URL's own, not that of a URL within its query")
    func hostOfNestedURL() {
        let url = "{{baseUrl}}/fetch?src=https://git.example/repo.git"
        let found = file("a.yml", "info: {name: A, type: http}\nhttp:\n  method: GET\n  url: \"\(url)\"\n")
        #expect(found.hosts == ["{{baseUrl}}"])
    }

    @Test("of a file that git converts it is said that what is on disk was looked at")
    func conversion() {
        let changed = ChangedFile(path: "a.txt", change: .modified, text: "x\n", conversion: "filter=lfs")
        let lines = ReviewText.lines(SharingReview(of: [changed])).map(\.text)
        #expect(lines[1] == "  git converts it (filter=lfs): compared, and looked through, as it lies on disk")
    }

    @Test("in words: a line per file, its findings, and a sum; never the secret itself")
    func words() {
        let review = SharingReview(of: [
            ChangedFile(
                path: "a.yml", change: .untracked,
                text: "info: {name: A, type: http}\nhttp: {auth: {type: bearer, token: abc}}\n"),
            ChangedFile(path: "b.yml", change: .deleted, text: nil),
        ])
        let rows = ReviewText.lines(review)
        let lines = rows.map(\.text)
        #expect(lines[0] == "a.yml: untracked, request \"A\"")
        #expect(lines[1] == "  ! a.yml:2:36: a hard-coded value for token (http.auth.token)")
        #expect(rows.map { $0.finding?.secret.key } == [nil, "http.auth.token", nil, nil])
        #expect(lines[2] == "b.yml: deleted, request")
        #expect(
            lines.last == "2 files, 1 hard-coded value that looks like a secret: make it a variable with secret: true.")
        #expect(ReviewText.lines(SharingReview(of: [])).map(\.text) == ["git would send nothing of this collection."])
    }
}
