import OpenCollection

extension ImportCounts {
    /// Counts what the files of a Bruno collection contain, in their blocks.
    init(bruno files: [BrunoFile]) {
        for file in files { self += ImportCounts(bruno: file) }
    }

    init(bruno file: BrunoFile) {
        let bru = file.content
        switch file.role {
        case .environment:
            self = [.environments: 1, .variables: bru.rows("vars").count + bru.names("vars:secret").count]
            return
        case .request: countRequest(bru)
        case .folder: self[.folders] += 1
        case .collection: break
        }
        self[.headers] += bru.rows("headers").count
        self[.variables] += bru.rows("vars", "vars:pre-request").count
        self[.scripts] += BrunoParts.scripts.count { bru.text($0.block) != nil }
        self[.auth] += BrunoParts.authKinds(of: bru).count
        if bru.text("docs") != nil { self[.descriptions] += 1 }
    }

    private mutating func countRequest(_ bru: BruFile) {
        self[.requests] += 1
        self[.pathParameters] += bru.rows("params:path").count
        var settings = RequestSettings()
        settings.isPresent = bru.has("settings")
        settings.encodesURL = bru.value("settings", "encodeUrl").flatMap { $0 == "inherit" ? nil : $0 == "true" }
        self[.queryParameters] += Self.queryParameters(
            BrunoParts.url(of: bru), bru.rows("params:query", "params", "query").map { ($0.name, $0.isEnabled) },
            encodesURL: settings.effectiveEncodesURL)
        self[.bodies] += BrunoParts.bodyKinds(of: bru).count
        self[.formFields] += bru.rows("body:form-urlencoded", "body:multipart-form").count
        self[.examples] += bru.blocks.count { $0.name == "example" }
    }
}
