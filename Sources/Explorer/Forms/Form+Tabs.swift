import Interchange
import OpenCollection

extension Form {
    init(
        _ content: FormContent, tab: FormTab, _ surroundings: FormSurroundings = FormSurroundings(),
        textTable: FormTable? = nil
    ) {
        var builder = FormBuilder(content, surroundings, textTable: textTable)
        if content.isRequest { builder.addRequestLine() }
        builder.add(tab)
        self = builder.form
    }
}

extension FormBuilder {
    fileprivate mutating func add(_ tab: FormTab) {
        switch tab {
        case .info: addCollectionInfo()
        case .params: addParameters()
        case .headers: addHeaders()
        case .body: addBody()
        case .auth: addAuth()
        case .options: addOptions()
        case .variables: addVariables()
        case .assertions: addAssertions()
        case .scripts: addScripts()
        case .examples: addExamples()
        case .proxy: addProxy()
        case .certificates: addCertificates()
        case .settings: addEnvironmentSettings()
        case .docs: addDocs()
        }
    }

    /// Adds method and URL.
    fileprivate mutating func addRequestLine() {
        let definition = content.request.definition
        addHead(
            .method,
            FormInput(title: "Method", kind: .choice(RequestLine.methods, other: true), text: definition.method) {
                $0.request.definition.method = $1.uppercased()
                return nil
            })
        let inherited = surroundings.inheritedSettings
        addHead(
            .url,
            FormInput(title: "URL", kind: .line(breaks: false), text: definition.url) { content, url in
                let line = RequestLine(url)
                if let line { content.request.definition.method = line.method }
                content.request.definition.edit(with: inherited) { $0 = $0.settingURL(line?.url ?? url) }
                return nil
            })
    }
}

extension FormInput {
    /// Returns the input of a text that may be absent; an empty one takes the key out.
    static func text(
        _ title: String, _ member: WritableKeyPath<FormContent, String?>, in content: FormContent, breaks: Bool = false
    ) -> FormInput {
        FormInput(title: title, kind: .line(breaks: breaks), text: content[keyPath: member] ?? "") {
            $0[keyPath: member] = $1.isEmpty ? nil : $1
            return nil
        }
    }
}
