@testable import OpenCollection

// Edits of folders, environments, the root and policies, as forms would make them.

extension RandomDefinition {
    mutating func edit(_ folder: inout FolderDefinition) {
        for _ in 0...numbers.below(4) { editOnce(&folder) }
    }

    private mutating func editOnce(_ folder: inout FolderDefinition) {
        switch numbers.below(9) {
        case 0: folder.name = optionalText()
        case 1: folder.sequence = numbers.pick([nil, 1, 7])
        case 2: folder.description = optionalText()
        case 3: folder.tags = (0..<numbers.below(4)).map { _ in numbers.pick(folder.tags + [text()]) }
        case 4: editDefaults(&folder)
        case 5: folder.auth = auth()
        case 6: editSettings(&folder.settings)
        case 7: editSettings(&folder.graphQLSettings)
        default: folder.docs = optionalText()
        }
    }

    /// Tables of a folder or the root.
    mutating func editDefaults(_ folder: inout FolderDefinition) {
        switch numbers.below(4) {
        case 0: editFields(&folder.headers)
        case 1: editFields(&folder.metadata)
        case 2: editVariables(&folder.variables)
        default:
            edit(&folder.actions) {
                VariableAction($0.text(), from: $0.text())
            } changing: {
                $1.expression = $0.text()
            }
        }
    }

    private mutating func editFields(_ fields: inout [Field]) {
        edit(&fields) {
            $0.field()
        } changing: {
            $0.change(&$1)
        }
    }

    private mutating func editVariables(_ variables: inout [Variable]) {
        edit(&variables) {
            $0.variable()
        } changing: {
            $0.change(&$1)
        }
    }

    mutating func edit(_ environment: inout EnvironmentDefinition) {
        for _ in 0...numbers.below(3) {
            switch numbers.below(7) {
            case 0: environment.color = numbers.pick([nil, "#22c55e", "red"])
            case 1: environment.description = optionalText()
            case 2: environment.extends = numbers.pick([nil, "base", "it's"])
            case 3: environment.dotEnvFilePath = numbers.pick([nil, ".env.local"])
            case 4: editCertificates(&environment.certificates)
            default: editVariables(&environment.variables)
            }
        }
    }

    private mutating func editCertificates(_ certificates: inout [ClientCertificate]) {
        edit(&certificates) {
            ClientCertificate(type: "pem", domain: $0.text(), path: "c.pem", keyPath: "k.pem")
        } changing: {
            if $0.numbers.chance(50) { $1.isEnabled.toggle() } else { $1.path = $0.text() }
        }
    }

    mutating func edit(_ info: inout CollectionInfo, _ defaults: inout FolderDefinition) {
        for _ in 0...numbers.below(3) {
            switch numbers.below(9) {
            case 0: info.name = text()
            case 1: info.summary = optionalText()
            case 2: info.version = optionalText()
            case 3:
                edit(&info.authors) {
                    CollectionInfo.Author(name: $0.text(), email: $0.optionalText())
                } changing: {
                    $1.email = $0.optionalText()
                }
            case 4: editCertificates(&info.certificates)
            case 5: editProxy(&info)
            case 6: info.extensions["tool"] = numbers.pick([nil, ["on": true], .string(text())])
            case 7: defaults.docs = optionalText()
            default: editDefaults(&defaults)
            }
        }
    }

    private mutating func editProxy(_ info: inout CollectionInfo) {
        var proxy = info.proxy ?? ProxySettings()
        var server = proxy.server ?? ProxySettings.Server()
        switch numbers.below(4) {
        case 0: server.host = text()
        case 1: server.port = numbers.pick(["1", "8080"])
        case 2: server.bypass = optionalText()
        default: proxy.inherits = numbers.pick([true, false])
        }
        server.protocol = server.protocol ?? "http"
        proxy.inherits = proxy.inherits ?? false
        proxy.server = server
        info.proxy = proxy
    }

    mutating func edit(_ policies: inout RequestPolicies) {
        switch numbers.below(5) {
        case 0: policies.verifiesTLS = numbers.pick([nil, true, false])
        case 1: policies.retry = numbers.pick([nil, RetrySettings(count: numbers.below(9))])
        case 2: policies.retry?.backoff = numbers.pick([nil, "constant", "exponential"])
        case 3: policies.retry?.base = numbers.pick([nil, 0.25, 3])
        default: policies.retry?.statuses = numbers.pick([nil, [503], [429, 500, 503]])
        }
    }
}
