import OpenCollection

// Where the forms show what a file has under a key.

extension FormContent {
    /// Returns the tab, and the field in it; nil where no form shows it, no field where only the tab is known.
    func place(of spot: FormPlace.Spot, _ inherited: RequestSettings) -> (tab: FormTab, field: FormField?)? {
        switch spot {
        case .field(let tab, let field): (tab, field)
        case .key(let key): key.split(separator: ".").lazy.compactMap { place(ofPart: $0, in: key, inherited) }.first
        }
    }

    /// Returns the place for the outermost name that means something; rows are those of the file, wherever the draft has them.
    private func place(
        ofPart part: Substring, in key: String, _ inherited: RequestSettings
    ) -> (tab: FormTab, field: FormField?)? {
        let name = part.prefix { $0 != "[" }
        let row = Int(part.dropFirst(name.count + 1).dropLast()) ?? 0
        switch name {
        case "url": return (.params, .url)
        case "params": return (.params, parameter(row, inherited))
        case "headers": return (.headers, cell(.headers, headers.map(\.origin), row))
        case "variables": return (.variables, cell(.variables, variables.map(\.origin), row))
        case "body": return (.body, isRequest && request.definition.body.kind.isWrittenAsText ? .bodyText : nil)
        case "auth": return (.auth, .value(key[part.startIndex...].description))
        case "docs": return (.docs, nil)
        case "proxy": return (.proxy, nil)
        case "clientCertificates": return (isEnvironment ? .settings : .certificates, nil)
        case "assertions": return (.assertions, nil)
        case "scripts": return (.scripts, scripts.firstIndex { $0.origin == row }.map(FormField.script))
        case "examples": return (.examples, nil)
        default: return nil
        }
    }

    private func parameter(_ row: Int, _ inherited: RequestSettings) -> FormField? {
        cell(.path, request.definition.pathRows.map(\.origin), row)
            ?? cell(.query, queryRows(inherited).map(\.field.origin), row)
    }

    private func cell(_ table: FormTable, _ origins: [Int?], _ row: Int) -> FormField? {
        origins.firstIndex(of: row).map { .cell(table, row: $0, .value) }
    }
}

extension FormField {
    /// The cell of a variable that says whether it is a secret; nil in other tables.
    var ofSecrecy: FormField? {
        if case .cell(.variables, let row, _) = self { .cell(.variables, row: row, .secrecy) } else { nil }
    }
}
