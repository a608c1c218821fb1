import OpenCollection
import Quoting

extension PostmanReader {
    /// Reads an environment, or the globals, as an environment.
    static func environment(_ document: SourceNode, isGlobal: Bool, source: String) -> ImportedCollection {
        let format: ImportFormat = isGlobal ? .postmanGlobals : .postmanEnvironment
        var reader = PostmanReader(collection: ImportedCollection(format: format, source: source))
        let node = document["values"] == nil ? document["environment"] ?? document : document
        let name = isGlobal ? "globals" : Self.name(node["name"]) ?? "environment"
        let definition = EnvironmentDefinition(name: name, variables: reader.variables(node["values"]))
        reader.collection.info.name = name
        reader.collection.environments = [ImportedEnvironment(definition, origin: node.origin)]
        if isGlobal {
            reader.note(.warning, node, "globals are an environment of their own: choose it, or copy from it")
        }
        reader.collection.sourceCounts = ImportCounts(postmanEnvironment: node)
        return reader.collection
    }

    /// Reads the collections, environments and globals of a data dump.
    static func parts(ofDump document: SourceNode, source: String) -> [ImportedCollection] {
        var parts: [ImportedCollection] = []
        for node in document["collections"]?.elements ?? [] {
            if ImportFormat.recognized(node) == .postman {
                parts.append(read(node, source: source))
            } else {
                var reader = PostmanReader(collection: ImportedCollection(format: .postman, source: source))
                reader.collection.info.name = Self.name(node["name"]) ?? "Postman collection"
                reader.note(
                    .error, node, "a collection of version 1 is left out: open it in Postman, and export it as 2.1")
                parts.append(reader.collection)
            }
        }
        for node in document["environments"]?.elements ?? [] where node.isObject {
            parts.append(environment(node, isGlobal: false, source: source))
        }
        if let globals = document["globals"], globals.elements?.isEmpty == false {
            let values = SourceNode(.object([.init(key: "values", value: globals.value)]))
            parts.append(environment(values, isGlobal: true, source: source))
        }
        return parts
    }
}
