import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

@Suite("Where credentials go")
struct CredentialOriginTests {
    private func use(_ origin: String, name: String = "Authorization", environment: String? = "prod") -> OutsideUse {
        let credential = PresentedCredential(name, in: "folder.yml", environment: environment, to: origin)
        return OutsideUse(.present(credential), for: "credentials of folder.yml")
    }

    private func gate(_ directory: TemporaryDirectory, isOpen: Bool = false) -> TrustGate {
        let home = ["MICROSCOPE_HOME": directory.url.path + "/home"]
        return TrustGate(root: directory.url, directories: MicroscopeDirectories(environment: home), isOpen: isOpen)
    }

    @Test("the first origin is remembered in silence, another one is asked about with those before it")
    func another() throws {
        let directory = try TemporaryDirectory()
        #expect(try gate(directory).unagreed([use("https://api")]).isEmpty)
        try gate(directory).noteFirstOrigins([use("https://api")])
        #expect(try gate(directory).unagreed([use("https://api")]).isEmpty)
        let asked = try gate(directory).unagreed([use("https://other")])
        #expect(
            asked.map(\.text) == [
                "send Authorization to https://other, until now to https://api (credentials of folder.yml)"
            ])
        try gate(directory).agree(to: asked)
        #expect(try gate(directory).unagreed([use("https://other"), use("https://api")]).isEmpty)
        #expect(try gate(directory).unagreed([use("https://third")]).count == 1)
    }

    @Test("a send that was never agreed to is not remembered as the second origin")
    func noted() throws {
        let directory = try TemporaryDirectory()
        try gate(directory).noteFirstOrigins([use("https://api")])
        try gate(directory).noteFirstOrigins([use("https://other")])
        #expect(try gate(directory).unagreed([use("https://other")]).count == 1)
    }

    @Test("what was agreed to may go along to its origins, each credential to its own")
    func forwarded() throws {
        let directory = try TemporaryDirectory()
        let (authorization, key) = (use("https://any"), use("https://any", name: "X-Key"))
        #expect(try gate(directory).forwardedFields([authorization, key]).isEmpty)
        try gate(directory).noteFirstOrigins([use("https://api")])
        try gate(directory).agree(to: [use("https://cdn"), use("https://cdn", name: "X-Key")])
        let names = try gate(directory).forwardedFields([authorization, key])
        #expect(names == ["https://api": ["Authorization"], "https://cdn": ["Authorization", "X-Key"]])
        #expect(try gate(directory).forwardedFields([use("https://any", environment: nil)]).isEmpty)
    }

    @Test("credentials of another name or environment have origins of their own; forgetting forgets them")
    func apart() throws {
        let directory = try TemporaryDirectory()
        try gate(directory).noteFirstOrigins([use("https://api")])
        #expect(
            try gate(directory).unagreed([use("https://x", name: "X-Key"), use("https://x", environment: nil)]).isEmpty)
        let home = ["MICROSCOPE_HOME": directory.url.path + "/home"]
        try TrustStore(directories: MicroscopeDirectories(environment: home)).forget(collection: directory.url.path)
        #expect(try gate(directory).unagreed([use("https://x")]).isEmpty)
    }

    @Test("with everything agreed to for one run, nothing is asked and nothing remembered")
    func open() throws {
        let directory = try TemporaryDirectory()
        try gate(directory, isOpen: true).noteFirstOrigins([use("https://api")])
        #expect(try gate(directory).unagreed([use("https://other")]).isEmpty)
        try gate(directory).noteFirstOrigins([use("https://api")])
        #expect(try gate(directory, isOpen: true).unagreed([use("https://other")]).isEmpty)
    }
}
