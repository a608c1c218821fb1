extension Collection {
    /// An action, and where it is written.
    public struct InheritedAction: Sendable, Hashable {
        public var action: VariableAction
        public var origin: Origin
    }

    /// The actions that count for a request: those of the root, the folders and the request, outer to inner, then the captures that
    /// `microscope.yaml` has for it.
    ///
    /// A deeper action for the same variable takes the place of the outer one. Disabled rows do not exist.
    /// - Source: Bruno, `packages/bruno-js/src/runtime/vars-runtime.js`; before-request actions are the schema's alone.
    public func actions(
        of definition: RequestDefinition, at path: ItemPath, phase: VariableAction.Phase
    ) -> [InheritedAction] {
        var levels = [InheritedAction.Level(root.actions, .collection)]
        levels += folders(above: path).map { InheritedAction.Level($0.definition.actions, .folder($0.path)) }
        levels.append(InheritedAction.Level(definition.actions + companion[.request(path)].captures, .request))
        var merged: [InheritedAction] = []
        for row in levels.flatMap({ $0.rows(of: phase) }) {
            if let outer = merged.firstIndex(where: { $0.action.variable == row.action.variable }) {
                merged[outer] = row
            } else {
                merged.append(row)
            }
        }
        return merged
    }
}

extension Collection.InheritedAction {
    fileprivate struct Level {
        let actions: [VariableAction]
        let origin: Origin

        init(_ actions: [VariableAction], _ origin: Origin) {
            self.actions = actions
            self.origin = origin
        }

        func rows(of phase: VariableAction.Phase) -> [Collection.InheritedAction] {
            actions.filter { $0.isEnabled && $0.type == "set-variable" && $0.known == phase }
                .map { Collection.InheritedAction(action: $0, origin: origin) }
        }
    }
}

extension VariableAction {
    /// The time at which an action is done.
    public enum Phase: String, Sendable, Hashable {
        case beforeRequest = "before-request"
        case afterResponse = "after-response"
    }

    /// The phase; nil if the key is absent or has another word, which Bruno does not read either.
    var known: Phase? { phase.flatMap(Phase.init) }
}
