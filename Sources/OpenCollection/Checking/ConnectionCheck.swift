import YAMLTree

/// What a collection says about connections that lets others read along: a proxy of its own, certificates that are not checked.
///
/// Both may be meant so; they are named because a pull can bring them, and nothing on a request shows them.
struct ConnectionCheck {
    private let outline: CollectionOutline

    init(_ outline: CollectionOutline) { self.outline = outline }

    func problems() -> [CheckProblem] { proxies + unverified }

    private var proxies: [CheckProblem] {
        outline.levels.compactMap { level in
            guard let proxy = level.node["config"]?["proxy"], proxy["inherit"]?.isTrue == false,
                proxy["disabled"]?.isTrue != true, let server = proxy["config"]
            else { return nil }
            let host = server["hostname"]?.string ?? ""
            return level.file.problem(
                .warning, .connection, at: server,
                "all requests go through the collection's proxy \(host.shownInLine())",
                fix: "take it out unless it is meant so; secrets go through it only once you agreed to that")
        }
    }

    private var unverified: [CheckProblem] {
        guard let file = outline.companion else { return [] }
        let ofMaps = ["folders", "requests"].flatMap { (file.root[$0]?.entries ?? []).map(\.value) }
        return ([file.root["collection"]] + ofMaps).compactMap { policies in
            guard let node = policies?["tls"]?["verify"], node.string == "false" else { return nil }
            return file.problem(
                .warning, .connection, at: node, "certificates are not checked",
                fix: "take it out unless it is meant so; secrets are sent like that only once you agreed to it")
        }
    }
}
