import OpenCollection
import Quoting

/// References of an OpenAPI document, followed when they are needed: within it, and into files below its directory or the one that was named.
struct OpenAPIReferences {
    private var documents: [String: SourceNode?]
    private let nearby: NearbyFiles
    private var known: [String: SourceNode] = [:]
    /// Schemas of a file by their `$id`, and by "#" and their `$anchor`, once a reference asked for one.
    private var named: [String: [String: SourceNode]] = [:]
    /// References that lead nowhere, elsewhere or in a circle, each once, with the first node that has it.
    private(set) var broken: [(reference: String, node: SourceNode, isCircle: Bool)] = []
    private var brokenPlaces: Set<String> = []

    /// Longer chains of references are circles.
    private static let longestChain = 32
    /// Largest number of files that are read for one document.
    private static let maximumFiles = 5000

    init(_ root: SourceNode, nearby: NearbyFiles) {
        documents = ["": root]
        self.nearby = nearby
    }

    /// Follows the references of a node; nil if they lead nowhere. Members beside a reference are added to what it leads to.
    mutating func resolved(_ start: SourceNode?) -> SourceNode? {
        guard let start else { return nil }
        var node = start
        var outer: [SourceNode] = []
        for _ in 0..<Self.longestChain {
            guard let reference = node["$ref"]?.string else { return outer.reversed().reduce(node) { $0.taking($1) } }
            guard let target = target(of: reference, from: node.file) else { return breaking(node, isCircle: false) }
            outer.append(node)
            node = target
        }
        return breaking(start, isCircle: true)
    }

    private mutating func breaking(_ node: SourceNode, isCircle: Bool) -> SourceNode? {
        let reference = node["$ref"]?.string ?? ""
        if brokenPlaces.insert(place(of: reference, from: node.file)?.text ?? reference).inserted {
            broken.append((reference, node, isCircle))
        }
        return nil
    }

    /// A node that a reference can lead to: a file, by its path in the directory whose files are read, and a JSON pointer.
    struct Place {
        var file: String
        var pointer: String

        var text: String { "\(file)#\(pointer)" }
    }

    /// Returns the place that a reference in a file leads to; nil if it is not below the directory whose files are read.
    func place(of reference: String, from file: String) -> Place? {
        let (path, pointer) = reference.cut(at: "#") ?? (reference, "")
        let file = path.isEmpty ? file : self.path(path.percentDecoded, from: file)
        return file.map { Place(file: $0, pointer: pointer) }
    }

    /// Returns the node that a reference leads to. A part of a file that is not there may be meant of the document itself: some tools join files
    /// before they follow references.
    private mutating func target(of reference: String, from file: String) -> SourceNode? {
        guard let place = place(of: reference, from: file) else { return node(named: reference, in: "") }
        if let node = known[place.text] { return node }
        let isWithin = reference.utf8.first == UInt8(ascii: "#") && !file.isEmpty
        let node = node(at: place) ?? (isWithin ? self.node(at: Place(file: "", pointer: place.pointer)) : nil)
        known[place.text] = node
        return node
    }

    private mutating func node(at place: Place) -> SourceNode? {
        guard place.pointer.isEmpty || place.pointer.utf8.first == UInt8(ascii: "/") else {
            return node(named: "#\(place.pointer)", in: place.file)
        }
        return document(place.file).flatMap { Self.node(at: place.pointer, below: $0) }
    }

    /// Returns the schema with an `$anchor` or an `$id`, or a part of it.
    private mutating func node(named reference: String, in file: String) -> SourceNode? {
        if named[file] == nil {
            var names: [String: SourceNode] = [:]
            document(file).map { Self.addNames(in: $0, to: &names) }
            named[file] = names
        }
        if let node = named[file]?[reference] { return node }
        guard let (id, pointer) = reference.cut(at: "#"), let node = named[file]?[id] else { return nil }
        return Self.node(at: pointer, below: node)
    }

    private static func addNames(in node: SourceNode, to names: inout [String: SourceNode]) {
        if let id = node["$id"]?.string { names[id] = node }
        for anchor in ["$anchor", "$dynamicAnchor"].compactMap({ node[$0]?.string }) { names["#" + anchor] = node }
        for inner in node.elements ?? node.members?.map(\.value) ?? [] { addNames(in: inner, to: &names) }
    }

    private static func node(at pointer: String, below root: SourceNode) -> SourceNode? {
        var node = root
        for step in pointer.split(separator: "/") {
            let key = String(step).percentDecoded.replacingBytes(of: "~1", with: "/").replacingBytes(
                of: "~0", with: "~")
            guard let next = node[key] ?? Int(key).flatMap({ node.elements?[safe: $0] }) else { return nil }
            node = next
        }
        return node
    }

    /// Returns the text of a file below the directory whose files are read; nil if there is none.
    func text(of path: String, from file: String) -> String? {
        guard let path = self.path(path.percentDecoded, from: file), let bytes = nearby.read(path) else { return nil }
        return try? DecodedSource.decode(bytes, source: path)
    }

    /// Returns a path in the directory whose files are read; nil for one that leads out of it, or is a URL.
    private func path(_ path: String, from file: String) -> String? {
        guard !path.containsBytes(of: "://"), path.utf8.first != UInt8(ascii: "/") else { return nil }
        var steps = file.isEmpty ? nearby.directory.split(at: "/") : file.split(at: "/").dropLast()
        steps.removeAll(where: \.isEmpty)
        for step in path.split(at: "/") where step != "." && !step.isEmpty {
            if step != ".." { steps.append(step) } else if steps.popLast() == nil { return nil }
        }
        return steps.joined(separator: "/")
    }

    /// Returns the content of a file, which is read once; nil if it is neither JSON nor YAML.
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
