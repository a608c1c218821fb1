import YAMLTree

/// Checks settings of connections that let others read along: a proxy of the collection's own, certificates that are not checked, logins that another
/// tool does not bind to their client.
///
/// All may be meant so; they are named because a pull can bring them, and nothing on a request shows them.
struct ConnectionCheck {
    private let outline: CollectionOutline

    init(_ outline: CollectionOutline) { self.outline = outline }

    func problems() -> [CheckProblem] { proxies + unverified + detours + unboundLogins }

    private var proxies: [CheckProblem] {
        outline.levels.compactMap { level in
            guard let proxy = level.node["config"]?["proxy"], proxy["inherit"]?.isTrue == false,
                proxy["disabled"]?.isTrue != true, let server = proxy["config"]
            else { return nil }
            let host = server["hostname"]?.string ?? ""
            return level.file.problem(
                .warning, .connection, at: server,
                "all requests go through the collection's proxy \(host.shownInLine())",
                fix: "remove it unless it is intended; secrets go through it only after you agree")
        }
    }

    /// Logins with a browser that are bound to their client here, and not in Bruno: see ``OAuth2Settings/usesPKCE``.
    private var unboundLogins: [CheckProblem] {
        let ofLevels = outline.levels.map { ($0.file, $0.node["request"]?["auth"]) }
        let all = ofLevels + outline.requests.map { ($0.file, $0.details?["auth"]) }
        return all.compactMap { file, auth in
            guard let auth, auth["type"]?.string == "oauth2", auth["flow"]?.string == "authorization_code",
                auth["pkce"] == nil, (auth["credentials"]?["clientSecret"]?.string ?? "").isEmpty
            else { return nil }
            return file.problem(
                .warning, .connection, at: auth,
                "the client has no secret, so its login uses PKCE; Bruno uses it only where the file says so",
                fix: "write pkce: {method: S256} so that Bruno does too, or pkce: {disabled: true} to use none")
        }
    }

    /// The entries of `microscope.yaml` for the collection, folders, requests and environments.
    private var policies: [YAMLNode] {
        guard let file = outline.companion else { return [] }
        let ofMaps = ["folders", "requests", "environments"].flatMap { (file.root[$0]?.entries ?? []).map(\.value) }
        return [file.root["collection"]].compactMap(\.self) + ofMaps
    }

    /// Connections to other places than the URLs say.
    private var detours: [CheckProblem] {
        guard let file = outline.companion else { return [] }
        return policies.compactMap { policies in
            guard let connection = policies["connection"],
                let (key, node) = ["unixSocket", "connectTo", "resolve"].lazy.compactMap({ key in
                    connection[key].map { (key, $0) }
                }).first
            else { return nil }
            let place = (node.string ?? node.items?.first?.string ?? "").shownInLine()
            return file.problem(
                .warning, .connection, at: node, "requests connect to \(place), not to the host of their URL",
                fix: "remove \(key) unless it is intended; nothing is sent there before you agree")
        }
    }

    private var unverified: [CheckProblem] {
        guard let file = outline.companion else { return [] }
        return policies.compactMap { policies in
            guard let node = policies["tls"]?["verify"], node.string == "false" else { return nil }
            return file.problem(
                .warning, .connection, at: node, "certificates are not checked",
                fix: "remove it unless it is intended; secrets are sent like that only after you agree")
        }
    }
}
