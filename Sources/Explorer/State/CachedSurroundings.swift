import Interchange
import OpenCollection

extension FormFacts {
    init(_ content: FormContent, at path: ItemPath, in state: CollectionState, _ preferences: Preferences) {
        let session = state.sessions[path]
        self.init(
            content, at: path, in: state.drafted.around(content.placeOfNames(at: path)), state.path, state.outside,
            preferences.clientDefaults)
        digests = preferences.digests
        notes = session?.draft.base.notes ?? []
        (environmentName, captured) = (state.environmentName, state.captured)
        (sessionValues, hiddenNames) = (state.values.typed, state.values.hiddenNames)
        cookies = state.credentials.cookies[environmentName]
        tokens = state.credentials.tokens[content.isEnvironment ? content.environment.name : environmentName]
    }
}

/// Surroundings with what they were made of. Rendering a request is the dearest part of a frame, and most keys change nothing of it: what
/// was made last is kept until one of the facts is another.
struct CachedSurroundings: Sendable {
    let facts: FormFacts
    let surroundings: FormSurroundings
    /// The position of the form that was last found to be valid; most events, as those of a send, leave it there.
    var settled: FormPosition?

    init(_ facts: FormFacts) {
        self.facts = facts
        surroundings = FormSurroundings(facts)
    }
}

/// The facts that decide, for the same surroundings, where cursor and scroll position of a form may be.
struct FormPosition: Sendable, Hashable {
    var tab: FormTab
    var cursor: FormCursor
    var scroll: Int
    var edit: FieldEdit?
    var rows: Int
    var columns: Int
}
