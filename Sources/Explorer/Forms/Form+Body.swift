import ExplorerKit
import GraphQL
import OpenCollection

extension FormBuilder {
    mutating func addBody() {
        let body = content.request.definition.body
        addBodyVariants()
        if body.kind == .graphQL { return addQuery(body) }
        addKind(body)
        switch body.kind {
        case .json, .text, .xml, .sparql: addText("empty: Enter types a body", body.kind.fileExtension)
        case .formURLEncoded: addForm()
        case .multipart: addParts()
        case .file: addFiles()
        case .unsupported: note("Kept as it is; a body of this kind cannot be edited here.")
        case .none: addText("empty: Enter types a body; { or [ at its start makes it JSON, < makes it XML", "json")
        case .graphQL: break
        }
    }

    private mutating func addKind(_ body: RequestBody) {
        let hasVariants = body.kind == .none || !content.request.definition.bodyVariants.isEmpty
        let titles = RequestBody.Kind.choices.map(\.title) + (hasVariants ? [] : [Self.severalBodies])
        let input = FormInput(title: "Type", kind: .choice(titles, other: false), text: body.kind.title) {
            content, title in
            if title == Self.severalBodies {
                _ = content.request.definition.addVariant()
                return nil
            }
            guard let kind = RequestBody.Kind.choices.first(where: { $0.title == title }) else {
                return "Type: one of \(titles.joined(separator: ", "))"
            }
            content.request.definition.body.kind = kind
            return nil
        }
        setting(
            .value("body.type"), input, look: body.kind == .none ? .dimmed : .plain,
            hint: body.kind == .none ? "default" : "")
    }

    private mutating func addText(_ placeholder: String, _ fileExtension: String) {
        let isNone = content.request.definition.body.kind == .none
        let input = FormInput(
            title: "Body", kind: .lines(fileExtension: fileExtension),
            text: isNone ? "" : content.request.definition.body.text
        ) {
            $0.request.definition.body.text = $1
            if isNone { $0.request.definition.body.kind = RequestBody.Kind(ofTyped: $1) }
            return nil
        }
        text(FormText(field: .bodyText, text: input.text, placeholder: placeholder), input)
    }

    /// Adds the rows of a GraphQL request, the kind of whose body cannot be chosen.
    private mutating func addQuery(_ body: RequestBody) {
        addOperation(body)
        heading("Query")
        addText("empty: Enter types a query", "graphql")
        heading("Variables")
        let input = FormInput(
            title: "Variables", kind: .lines(fileExtension: "json"), text: body.graphQLVariables ?? ""
        ) {
            $0.request.definition.body.graphQLVariables = $1.isEmpty ? nil : $1
            return nil
        }
        text(
            FormText(field: .value("body.variables"), text: input.text, placeholder: "none: Enter types a JSON object"),
            input)
    }

    /// Of several operations, the one that is sent; of one there is no choice.
    private mutating func addOperation(_ body: RequestBody) {
        let names = GraphQLOperation.all(in: body.text).map { $0.name ?? "" }
        let chosen = content.policies.operation
        guard names.count > 1 || chosen != nil else { return }
        let choices = names.filter { !$0.isEmpty } + [FormSwitch.unset]
        let input = FormInput(title: "Operation", kind: .choice(choices, other: false), text: chosen ?? "") {
            content, name in
            content.policies.operation = name.isEmpty || name == FormSwitch.unset ? nil : name
            return nil
        }
        let isUnknown = chosen.map { !names.contains($0) } ?? false
        setting(
            .value("policy.operation"), input, shown: chosen ?? "asked for when it is sent",
            look: chosen == nil || isUnknown ? .dimmed : .plain,
            hint: isUnknown ? "the query has none of this name" : "\(Self.companionOnly), microscope.yaml")
    }

    // MARK: - Rows

    private mutating func addForm() {
        table(
            .form, \.request.definition.body.form, Self.fieldColumns,
            .switched(\.isEnabled, origin: \.origin) { Field("", "") })
        if content.request.definition.body.form.isEmpty { note("No fields. a adds one.") }
    }

    private mutating func addParts() {
        table(
            .parts, \.request.definition.body.parts, Self.partColumns,
            .switched(\.isEnabled, origin: \.origin, rowText: Self.partText) {
                MultipartPart(name: "", isFile: false, values: [""])
            })
        if content.request.definition.body.parts.isEmpty { note("No parts. a adds one.") }
    }

    /// "name: text" or "name: @path"
    private static var partText: RowText<MultipartPart> {
        RowText(
            name: partColumns[0],
            value: { part in
                guard part.values.count == 1, let value = part.values.first, !value.hasLineEnd else { return nil }
                return part.isFile ? "@" + value : value.hasPrefix("@") ? nil : value
            },
            take: { part, text in
                part.isFile = text.hasPrefix("@")
                part.values = [part.isFile ? String(text.dropFirst()) : text]
                return nil
            })
    }

    private static var partColumns: [FormColumnRule<MultipartPart>] {
        [
            FormColumnRule(.name, "Name", \.name, look: .label),
            FormColumnRule(
                .type, "Type", choices: ["text", "file"], look: { _ in .dimmed }, text: { $0.isFile ? "file" : "text" },
                write: { $0.isFile = $1 == "file" }),
            FormColumnRule(
                .value, "Value", look: { _ in .template }, kind: { _ in .line(breaks: true) },
                shown: { $0.values.joined(separator: ", ") }, text: { $0.values.joined(separator: "\n") },
                write: { $0.takeValue($1) }),
            FormColumnRule(.contentType, "Content type", \.contentType, look: .dimmed),
            FormColumnRule(.description, "Description", \.description, look: .dimmed, breaks: true),
        ]
    }

    private mutating func addFiles() {
        table(
            .files, \.request.definition.body.files, Self.fileColumns,
            FormListEditing(
                blank: { content in
                    let isFirst = content.request.definition.body.files.isEmpty
                    return BodyFile("", contentType: "", isSelected: isFirst)
                }, mark: { .isChosen($0.isSelected) },
                toggle: { files, chosen in for index in files.indices { files[index].isSelected = index == chosen } },
                prepareCopy: { file in
                    file.origin = nil
                    file.isSelected = false
                }, origin: \.origin))
        if content.request.definition.body.files.isEmpty { return note("No file. a adds one.") }
        note("The first chosen file is sent; its path begins at the collection's root.")
    }

    private static var fileColumns: [FormColumnRule<BodyFile>] {
        [
            FormColumnRule(.path, "Path", \.path, look: .label),
            FormColumnRule(
                .contentType, "Content type", look: { $0.contentType.isEmpty ? .placeholder : .plain },
                shown: { $0.contentType.isEmpty ? "content type" : $0.contentType }, text: \.contentType,
                write: { file, text in
                    file.contentType = text
                    return nil
                }),
            FormColumnRule(.description, "Description", \.description, look: .dimmed, breaks: true),
        ]
    }

    // MARK: - Variants

    private static let severalBodies = "variants: several to choose from"

    private mutating func addBodyVariants() {
        guard !content.request.definition.bodyVariants.isEmpty else { return }
        heading("Variants (not read by Bruno)")
        addVariants(
            .bodyVariants, of: \.request.definition,
            [
                FormColumnRule(
                    .type, "Type", look: { _ in .dimmed }, isFocusable: false, text: { $0.body.kind.title },
                    write: { _, _ in nil })
            ], change: { $0.duplicate = { $0.request.definition.duplicateVariant(at: $1) } })
        heading("Body")
    }

    /// Adds a list of variants. Which one is edited depends on which is chosen, so that these are no rows of a list alone.
    mutating func addVariants<Owner: VariantOwner>(
        _ table: FormTable, of owner: WritableKeyPath<FormContent, Owner>, _ columns: [FormColumnRule<Owner.Variant>],
        remark: (Int) -> String? = { _ in nil }, change: (inout FormTableEditing) -> Void = { _ in }
    ) {
        self.table(
            table, owner.appending(path: \.writtenVariants),
            [FormColumnRule(.title, "Title", \.title, look: .label)] + columns,
            FormListEditing(blank: nil, mark: { .isChosen($0.isSelected) }), remark: remark)
        var editing = FormTableEditing(count: content[keyPath: owner].variants.count, firstColumn: .title)
        editing.add = { $0[keyPath: owner].addVariant() }
        editing.remove = { $0[keyPath: owner].removeVariant(at: $1) }
        editing.toggle = { $0[keyPath: owner].selectVariant($1) }
        change(&editing)
        tables[table] = editing
    }
}
