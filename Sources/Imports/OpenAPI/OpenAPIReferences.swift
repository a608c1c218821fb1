import OpenCollection
import Quoting

/// References of an OpenAPI document, followed when they are needed: within it, and into files beside it or below its directory.
struct OpenAPIReferences {
    private var documents: [String: SourceNode?]
    private let nearby: NearbyFiles
    private var known: [String: SourceNode] = [:]
    /// References that lead nowhere, or elsewhere, each once, with where it stands first.
    private(set) var broken: [(reference: String, node: SourceNode)] = []

    /// Longer chains of references are circles.
    private static let longestChain = 32
    /// More files are not read for one document.
    private static let maximumFiles = 5000

    init(_ root: SourceNode, nearby: NearbyFiles) {
        documents = ["": root]
        self.nearby = nearby
    }

    /// What a node stands for; nil when its reference leads nowhere.
    mutating func resolved(_ node: SourceNode?) -> SourceNode? {
        guard var node else { return nil }
        for _ in 0..<Self.longestChain {
            guard let reference = node["$ref"]?.string else { return node }
            guard let target = target(of: reference, from: node.file) else {
                if !broken.contains(where: { $0.reference == reference }) { broken.append((reference, node)) }
                return nil
            }
            node = target
        }
        return nil
    }

    private mutating func target(of reference: String, from file: String) -> SourceNode? {
        let (path, pointer) = reference.cut(at: "#") ?? (reference, "")
        guard let file = path.isEmpty ? file : Self.path(path.percentDecoded, from: file) else { return nil }
        let place = "\(file)#\(pointer)"
        if let node = known[place] { return node }
        guard var node = document(file), pointer.isEmpty || pointer.utf8.first == UInt8(ascii: "/") else { return nil }
        for step in pointer.split(separator: "/") {
            let key = String(step).percentDecoded.replacingBytes(of: "~1", with: "/").replacingBytes(
                of: "~0", with: "~")
            guard let next = node[key] ?? Int(key).flatMap({ node.elements?[safe: $0] }) else { return nil }
            node = next
        }
        known[place] = node
        return node
    }

    /// A path beside the document; nil for one that leads out of its directory, or is a URL.
    private static func path(_ path: String, from file: String) -> String? {
        guard !path.contains("://"), path.utf8.first != UInt8(ascii: "/") else { return nil }
        var steps = Array(file.split(at: "/").dropLast())
        for step in path.split(at: "/") where step != "." && !step.isEmpty {
            if step != ".." { steps.append(step) } else if steps.popLast() == nil { return nil }
        }
        return steps.joined(separator: "/")
    }

    /// A file is read once. One that is neither JSON nor YAML is none.
    private mutating func document(_ file: String) -> SourceNode? {
        if let known = documents[file] { return known }
        guard documents.count < Self.maximumFiles else { return nil }
        let bytes = nearby.read(file)
        let document = bytes.flatMap { try? RecognizedSource.document($0, name: file, file: file) }
        documents[file] = .some(document)
        return document
    }
}

extension String {
    fileprivate var percentDecoded: String {
        utf8.contains(UInt8(ascii: "%")) ? replacingBytes(of: "+", with: "%2B").removingPercentCoding : self
    }
}

extension Array {
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
