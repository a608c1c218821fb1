import YAMLTree

// Parts that several kinds of file share.

extension FileReading {
    mutating func texts(_ node: YAMLNode?, _ name: String) -> [String] {
        var texts: [String] = []
        for item in items(node, name) {
            if let text = text(item, name) { texts.append(text) }
        }
        return texts
    }
}
