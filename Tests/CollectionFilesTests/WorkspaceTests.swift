import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

/// Reference, section 1.1: `workspace.yml` in an ancestor; 2.1, scope 1; 2.3.
@Suite("A workspace around a collection") struct WorkspaceTests {
    private let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.write([
            "w/workspace.yml": "info: {name: W, type: workspace}\n", "w/.env": "X=workspace\nY=workspace\n",
            "w/environments/prod.yml": "variables: [{name: a, value: global}]\n",
            "w/environments/bad.yml": "- none\n",
            "w/apis/shop/opencollection.yml": "info: {name: Shop}\n", "w/apis/shop/.env": "Y=collection\n",
        ])
    }

    private var shop: URL { place.url.appendingPathComponent("w/apis/shop") }

    private func sources(agreesToAll: Bool = false) -> OutsideSources {
        let directories = MicroscopeDirectories(environment: ["MICROSCOPE_HOME": place.url.path + "/home"])
        let gate = TrustGate(root: shop, directories: directories, isOpen: agreesToAll)
        return OutsideSources(
            root: shop, directories: directories, environment: ["X": "os", "Z": "os"], gate: gate)
    }

    @Test("is the nearest directory above with workspace.yml; the collection's own does not count")
    func nearest() throws {
        #expect(Workspace.around(shop)?.root.lastPathComponent == "w")
        try place.write(["w/apis/workspace.yml": "", "w/apis/shop/workspace.yml": ""])
        #expect(Workspace.around(shop)?.root.lastPathComponent == "apis")
        #expect(Workspace.around(place.url.appendingPathComponent("elsewhere")) == nil)
    }

    @Test("is looked for sixteen directories up, no farther")
    func bounded() throws {
        let path = { (count: Int) in "w/" + (1...count).map { "d\($0)" }.joined(separator: "/") }
        for (count, isFound) in [(16, true), (17, false)] {
            #expect((Workspace.around(place.url.appendingPathComponent(path(count))) != nil) == isFound)
        }
    }

    @Test("one that is another user's, or no file, does not count")
    func owner() throws {
        let file = place.url.appendingPathComponent("w/workspace.yml").path
        if geteuid() == 0 {
            #expect(chown(file, 12_345, 12_345) == 0)
            #expect(Workspace.around(shop) == nil)
        }
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        #expect(Workspace.around(shop) == nil)
    }

    @Test("its environments are those that can be read")
    func environments() {
        #expect(sources().globalEnvironments().map(\.name) == ["prod"])
    }

    @Test("2.3 operating system, workspace's .env, collection's .env; the workspace's once somebody has agreed")
    func pairs() throws {
        let before = sources()
        #expect(before.processEnvironment == ["X": "os", "Y": "collection", "Z": "os"])
        #expect(before.unagreedPairs.map(\.purpose) == ["process variables of the workspace"])
        #expect(before.unagreedPairs.first?.text.hasPrefix("read /") == true)
        let open = sources(agreesToAll: true)
        #expect(open.processEnvironment == ["X": "workspace", "Y": "collection", "Z": "os"])
        #expect(open.unagreedPairs.isEmpty)
        let directories = MicroscopeDirectories(environment: ["MICROSCOPE_HOME": place.url.path + "/home"])
        try TrustGate(root: shop, directories: directories).agree(to: before.unagreedPairs)
        #expect(sources().processEnvironment["X"] == "workspace")
    }

    @Test("a .env of the collection that is a link out of it is asked about too; one within is not")
    func link() throws {
        try place.write(["outside": "X=stolen\n", "w/apis/shop/inside": "X=own\n"])
        let file = shop.appendingPathComponent(".env").path
        for (target, value, asked) in [("../../../outside", "os", 2), ("inside", "own", 1)] {
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
            #expect(sources().processEnvironment["X"] == value)
            #expect(sources().unagreedPairs.count == asked)
        }
    }

    @Test("pipes and devices in the place of files are neither waited for nor read")
    func noFiles() throws {
        for name in [".env", "a.yml", "microscope.yaml", "environments/e.yml"] {
            let file = shop.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            unlink(file.path)
            #expect(mkfifo(file.path, 0o600) == 0)
        }
        try FileManager.default.createSymbolicLink(
            atPath: shop.appendingPathComponent("zero.yml").path, withDestinationPath: "/dev/zero")
        #expect(sources().processEnvironment["X"] == "os")
        let collection = try CollectionLoader(root: shop).load()
        #expect(collection.environments.isEmpty)
        #expect(collection.items.map(\.path.text) == ["microscope.yaml"])
        let root = shop.appendingPathComponent("opencollection.yml").path
        unlink(root)
        #expect(mkfifo(root, 0o600) == 0)
        #expect(
            throws: FileProblem(
                path: "opencollection.yml", message: "it could not be read: it is a pipe or a device, not a file")
        ) {
            try CollectionLoader(root: shop).load()
        }
    }
}
