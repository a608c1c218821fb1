import OpenCollection
import YAMLTree

// The texts and the paths of files in what a reader took over.

extension ImportedItem {
    /// Changes its texts of a use, and those of all items in it.
    mutating func changeTexts(_ use: TextUse, _ change: NamedTextChange) {
        changeAll(
            { $0.changeTexts(use, change) }, { $0.changeTexts(use, change) },
            { if use == .sent { $0 = $0.changingTexts(nil, change) } })
    }

    /// Changes the lists of variables of the item and of all items in it.
    mutating func changeVariables(_ change: (inout [Variable]) -> Void) {
        changeAll({ change(&$0.variables) }, { change(&$0.variables) }, { _ in })
    }

    /// Changes the paths of files that the item and all items in it send or sign with.
    mutating func changePaths(_ change: (inout String) -> Void) {
        changeAll({ $0.auth.changePath(change) }, { $0.changePaths(change) }, { _ in })
    }

    private mutating func changeAll(
        _ changeFolder: (inout FolderDefinition) -> Void, _ changeRequest: (inout RequestDefinition) -> Void,
        _ changeOther: (inout YAMLMapping) -> Void
    ) {
        let old = content
        // Values that nothing else holds are changed in place, not copied.
        content = .other(name: "", [:])
        switch consume old {
        case .folder(var folder, var children):
            changeFolder(&folder)
            for index in children.indices { children[index].changeAll(changeFolder, changeRequest, changeOther) }
            content = .folder(folder, children)
        case .request(var request):
            changeRequest(&request)
            content = .request(request)
        case .other(let name, var file):
            changeOther(&file)
            content = .other(name: name, file)
        }
    }
}

extension RequestDefinition {
    fileprivate mutating func changePaths(_ change: (inout String) -> Void) {
        auth.changePath(change)
        body.changePaths(change)
        for index in bodyVariants.indices { bodyVariants[index].body.changePaths(change) }
    }
}

extension RequestBody {
    fileprivate mutating func changePaths(_ change: (inout String) -> Void) {
        for index in files.indices { change(&files[index].path) }
        for index in parts.indices where parts[index].isFile {
            for number in parts[index].values.indices { change(&parts[index].values[number]) }
        }
    }
}

extension Auth {
    /// Changes the path of a private key, if there is one.
    mutating func changePath(_ change: (inout String) -> Void) {
        guard case .unsupported(var details) = self, case .mapping(var key)? = details.members["privateKey"],
            key["type"] == "file", case .string(var path)? = key["value"]
        else { return }
        change(&path)
        key["value"] = .string(path)
        details.members["privateKey"] = .mapping(key)
        self = .unsupported(details)
    }
}
