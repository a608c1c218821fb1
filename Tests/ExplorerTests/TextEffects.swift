import GraphQL
import TextGrid

@testable import Explorer

extension ExplorerState {
    /// Does what is ordered for texts and files, as the program does it on a thread of its own.
    ///
    /// - Parameters:
    ///   - files: what lies in which directory.
    ///   - most: so many are listed at once.
    ///   - schema: the one that is kept of the server of a query.
    mutating func work(
        _ effects: [Effect], files: [String: [ListedFiles.Entry]] = [:], most: Int = .max, schema: GraphQLSchema? = nil
    ) {
        for effect in effects {
            let event: Event
            switch effect.order {
            case .checkText(let text, let reply): event = reply(text.faults)
            case .formatText(let order, let reply): event = reply(order.result)
            case .compareDraft(let order, let reply): event = reply(order.difference)
            case .listFiles(let directory, let beginning, let reply):
                let all = files[directory] ?? []
                let found = all.count > most ? all.filter { $0.name.hasPrefix(beginning) }.prefix(most) : all[...]
                event = reply(ListedFiles(directory: directory, entries: Array(found), isPart: all.count > most))
            case .readSchema(_, let reply): event = reply(.success(schema))
            case .keepSchema(let body, _, let reply):
                let text = String(decoding: body.copy(0..<body.count), as: UTF8.self)
                event = reply(Result { () throws(GraphQLSchemaProblem) in try GraphQLSchema.read(text) })
            default: continue
            }
            work(update(&self, event), files: files, most: most, schema: schema)
        }
    }

    /// Types a text, each key's effects done before the next.
    mutating func typeAndWork(_ text: String, files: [String: [ListedFiles.Entry]] = [:], most: Int = .max) {
        for character in text { work(update(&self, .input(.key(.character(character)))), files: files, most: most) }
    }

    /// The text of the body as it is drafted.
    var bodyText: String { session?.draft.content.definition.body.text ?? "" }
}
