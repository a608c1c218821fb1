import Exchanges
import ExplorerKit
import OpenCollection
import TextGrid

// Lists to choose from and questions to answer.

extension ExplorerState {
    /// - Parameters:
    ///   - answers: The answers for the send that goes on when one is chosen; nil: none does.
    mutating func openEnvironments(of answers: SendAnswers? = nil, title: String = "Environment") {
        let names = collection.environments.map(\.name)
        let choose: @Sendable (String?, inout Self) -> [Effect] = { name, explorer in
            explorer.say(explorer.current.chooseEnvironment(name))
            return answers.map { explorer.sendShown($0) } ?? []
        }
        let options =
            [Chooser.Option("No environment") { choose(nil, &$0) }]
            + collection.environments.map { environment in
                Chooser.Option(environment.name, detail: Wording.count(environment.variables.count, "variable")) {
                    choose(environment.name, &$0)
                }
            } + globalOptions
        let selected = environmentName.flatMap { names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        var chooser = Chooser(title, options: options, selected: selected)
        if names.isEmpty { chooser.complaint = withKeyNames(EmptyStateTexts.noEnvironments) }
        present(chooser)
    }

    /// The environments of the workspace, listed below the collection's own.
    private var globalOptions: [Chooser.Option] {
        guard !outside.globalEnvironments.isEmpty else { return [] }
        return [Chooser.Option("No global environment") { $0.say($0.current.chooseGlobal(nil)) }]
            + outside.globalEnvironments.map { environment in
                let isChosen = environment.name == outside.globalEnvironmentName
                let detail = "\(Wording.count(environment.variables.count, "variable"))\(isChosen ? ", chosen" : "")"
                return Chooser.Option("Global: \(environment.name)", detail: detail) {
                    $0.say($0.current.chooseGlobal(environment.name))
                }
            }
    }

    /// Opens the list for a field that has a few possible values.
    mutating func openChooser(for field: FormField, _ input: FormInput, _ values: [String], acceptsOther: Bool) {
        guard let shown, let form else { return }
        let row = form.texts(besides: field)
        let take: @Sendable (String, inout Self) -> [Effect] = { $1.take($0, into: field, of: shown, row) }
        let options = values.map { value in
            let word = field == .value("auth.type") ? AuthDetails.type(titled: value) : value
            return Chooser.Option(value, detail: word == value ? "" : "\(word) in files") { take(value, &$0) }
        }
        var chooser = Chooser(input.title, options: options, selected: values.firstIndex(of: input.text) ?? 0)
        if acceptsOther { chooser.other = take }
        present(chooser)
    }

    /// Esc: chooses nothing; a filter being typed is gone again.
    @discardableResult
    mutating func dismiss() -> [Effect] {
        guard !isStartNeeded else { return complain("Nothing is open yet. Choose a row, or Ctrl-C twice to quit.") }
        return overlays.last?.dismiss(in: &self) ?? []
    }

    /// Writes a chosen value into the draft.
    private mutating func take(_ value: String, into field: FormField, of path: ItemPath, _ row: [FormField: String])
        -> [Effect]
    {
        // Rows may have come, gone and moved meanwhile.
        guard path == shown, form?.texts(besides: field) == row else {
            return say(.warning, "The row was changed meanwhile, and stays as it is: choose again.")
        }
        return write(value, into: field)
    }
}

extension CollectionState {
    /// Chooses a global environment, which counts beside the chosen environment of the collection, below all else.
    fileprivate mutating func chooseGlobal(_ name: String?) -> StatusMessage {
        (outside.globalEnvironmentName, environments.chosen.hasGlobal) = (name, true)
        let words = name.map { "Variables of the global environment \($0) count where no other has the name." }
        return StatusMessage(.info, words ?? "No global environment is chosen.")
    }

    /// Chooses an environment by its name: others may have come and gone since the list was made.
    fileprivate mutating func chooseEnvironment(_ name: String?) -> StatusMessage? {
        if let name, collection.environment(named: name) == nil {
            return StatusMessage(.warning, "The environment \(name) is gone; e chooses another.")
        }
        environments.choose(name)
        return nil
    }
}
