// swift-tools-version: 6.0
import CompilerPluginSupport
import PackageDescription

// The system libraries, each with its Debian and Homebrew package, stand here and nowhere else:
// `Scripts/setup` reads them from this file.

/// A C library of the system, found with pkg-config where its flags are clean.
func systemLibrary(_ name: String, pkgConfig: String?, apt: String, brew: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

/// A target with sources and, unless said otherwise, tests beside it.
func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource]? = nil
) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, resources: resources)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.target(name: name), "TestSupport"] + dependencies, exclude: exclude)
}

/// The commit that is built, as `Scripts/build-release` says it.
let commit = Context.environment["MICROSCOPE_COMMIT"]

let package = Package(
    name: "Microscope",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "MicroClient", targets: ["MicroClient"]),
        .library(name: "MicroClientRecording", targets: ["MicroClientRecording", "HTTPArchive"]),
        .library(name: "MicroClientCurl", targets: ["MicroClientCurl"]),
        .library(name: "MicroClientMultipart", targets: ["MicroClientMultipart"]),
        .library(name: "MicroClientMacros", targets: ["MicroClientMacros"]),
        .executable(name: "microscope", targets: ["microscope"]),
    ],
    targets: [
        systemLibrary("CNcurses", pkgConfig: nil, apt: "libncurses-dev", brew: "ncurses"),
        systemLibrary("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev", brew: "curl"),
        systemLibrary("CTLSFacts", pkgConfig: "openssl", apt: "libssl-dev", brew: "openssl@3"),
        systemLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
        systemLibrary("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
        systemLibrary("CMicrohttpd", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev", brew: "libmicrohttpd"),
        systemLibrary("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
        systemLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
        systemLibrary("CPCRE2", pkgConfig: "libpcre2-8", apt: "libpcre2-dev", brew: "pcre2"),
        systemLibrary("CUchardet", pkgConfig: "uchardet", apt: "libuchardet-dev", brew: "uchardet"),
        systemLibrary("CVTerm", pkgConfig: "vterm", apt: "libvterm-dev", brew: "libvterm"),
        systemLibrary("CJQ", pkgConfig: nil, apt: "libjq-dev", brew: "jq"),
        systemLibrary("CGD", pkgConfig: nil, apt: "libgd-dev", brew: "gd"),
        systemLibrary("CXML", pkgConfig: nil, apt: "libxml2", brew: "libxml2"),
        .target(name: "CTerminalGuard"),
        .target(name: "CFork"),
        .target(name: "CFileSystem"),
        .target(name: "CLateLibraries"),
        .target(name: "CScriptEngine"),
        .target(name: "CBuild", cSettings: commit.map { [.define("MICROSCOPE_COMMIT", to: $0)] } ?? []),

        // The library.
        module("Text"),
        module("Files"),
        module("Secrets", ["Text"]),
        module("MicroClient", ["Secrets", "Files", "Text"], exclude: ["Cookies/PublicSuffixes.LICENSE"]),
        module("HTTPArchive", ["MicroClient", "Secrets", "Quoting", "Files", "Text"]),
        module("MicroClientRecording", ["MicroClient", "HTTPArchive", "Secrets", "Quoting", "Text"]),
        module("MicroClientCurl", ["MicroClient", "Text", "CCurl", "CTLSFacts"]),
        module("MicroClientMultipart", ["MicroClient"]),
        module("MicroClientMacros", ["MicroClient", "MicroClientMultipart", "MicroClientMacrosPlugin"]),
        // The compiler runs this program; it and what it is made of import nothing, so that it builds and starts at once.
        .macro(name: "MicroClientMacrosPlugin", dependencies: ["RequestMacros"]),
        module("RequestMacros", ["DeclarationScanner"]),
        module("DeclarationScanner"),

        // Values and files.
        module("Digests", ["CCrypto"]),
        module("Quoting"),
        module("YAMLTree", ["CYAML", "Quoting", "Text"]),
        module("Spelling"),
        module("GraphQL", ["Spelling", "Text"]),
        module("Spawning", ["CFork"]),
        module("OpenCollection", ["YAMLTree", "GraphQL", "Spelling", "Quoting", "Secrets", "Text"]),
        module("CollectionFiles", ["OpenCollection", "CFileSystem", "Digests", "Spawning", "Quoting", "Files"]),
        module("BodyStore", ["Digests", "Files"]),
        module("Charsets", ["CUchardet"]),
        module("BodyView", ["BodyStore", "Quoting", "CPCRE2", "Text"]),
        module("Differences", ["BodyStore", "BodyView", "Quoting", "Text"]),
        module(
            "ScriptWorker", ["CScriptEngine", "FilterWorker", "Spawning"],
            resources: ["expect", "prelude", "postman", "schema", "html", "moment", "lodash", "modules"].map {
                .embedInCode("Prelude/\($0).js")
            }),
        module("FilterWorker", ["CJQ", "CGD", "CXML", "BodyStore", "BodyView", "Spawning"]),
        module("Exchanges", ["MicroClient", "BodyStore", "Spelling", "Secrets", "Quoting", "Text"]),
        module(
            "ExchangeStore",
            ["CSQLite", "Exchanges", "BodyStore", "MicroClient", "Digests", "Quoting", "Files", "Text"]),
        module(
            "CollectionRunner",
            [
                "MicroClient", "MicroClientMultipart", "OpenCollection", "Exchanges", "BodyStore", "BodyView",
                "Digests", "FilterWorker", "Quoting", "ScriptWorker", "Secrets", "Text",
            ]),

        module(
            "Interchange",
            [
                "OpenCollection", "GraphQL", "MicroClient", "Exchanges", "BodyStore", "BodyView", "Differences",
                "HTTPArchive", "Secrets", "Quoting", "Text",
            ]),

        module("Imports", ["OpenCollection", "YAMLTree", "Secrets", "Quoting", "Text"]),
        module("Lifting", ["OpenCollection", "Text"]),

        // The screen and the command line.
        module("TextGrid"),
        module("CursesTerminal", ["TextGrid", "CNcurses", "CTerminalGuard"]),
        module("ExplorerKit", ["TextGrid", "Quoting"]),
        module(
            "Explorer",
            [
                "ExplorerKit", "TextGrid", "OpenCollection", "GraphQL", "Imports", "Interchange", "Lifting",
                "BodyStore", "BodyView", "Exchanges",
                "MicroClient",
                "Differences", "YAMLTree", "Spelling", "Quoting", "Secrets", "Text",
            ]),
        module(
            "CommandLineTool",
            [
                "OpenCollection", "Imports", "Interchange", "Lifting", "Exchanges", "MicroClient", "BodyStore",
                "BodyView", "TextGrid", "Differences", "Spelling", "Quoting", "Secrets", "Text",
            ]),
        module("DemoAPI", ["CMicrohttpd", "CZlib", "Digests"]),
        module("RedirectListener"),
        .executableTarget(
            name: "microscope",
            dependencies: [
                "MicroClient", "MicroClientCurl", "OpenCollection", "GraphQL", "CollectionFiles", "CollectionRunner",
                "Exchanges", "ExchangeStore", "Imports", "Interchange", "Lifting", "BodyStore", "BodyView", "Charsets",
                "TextGrid",
                "CursesTerminal",
                "Explorer", "ExplorerKit", "CommandLineTool", "DemoAPI", "RedirectListener", "FilterWorker",
                "ScriptWorker",
                "Differences", "Spelling",
                "Spawning", "Secrets", "Quoting", "Files", "Text", "CLateLibraries", "CBuild",
            ], resources: [.embedInCode("Generated/demo.collection")]),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: ["MicroClient", "OpenCollection", "TextGrid", "CVTerm", "CTLSFacts", "DemoAPI", "Digests"],
            path: "Tests/TestSupport"),
        tests(of: "Text"),
        tests(of: "Secrets"),
        tests(of: "Files"),
        tests(of: "MicroClient", ["console-probe"]),
        // A program that sends one request: what it prints is read from outside.
        .executableTarget(name: "console-probe", dependencies: ["MicroClient"], path: "Tests/ConsoleProbe"),
        // The code blocks of the documents that the library is made from.
        .testTarget(
            name: "SeedSnippetTests", dependencies: ["MicroClient", "MicroClientMacros", "TestSupport"],
            exclude: ["Fixtures"]),
        // A program that sends as its environment says: that is a process's own.
        .executableTarget(
            name: "transport-probe", dependencies: ["MicroClient", "MicroClientCurl"], path: "Tests/TransportProbe"),
        // A program that transfers one body: its memory is read from outside.
        .executableTarget(
            name: "builder-probe", dependencies: ["MicroClient", "MicroClientCurl"], path: "Tests/BuilderProbe"),
        tests(of: "MicroClientCurl", ["DemoAPI", "transport-probe", "builder-probe"]),
        tests(of: "MicroClientMultipart"),
        tests(of: "MicroClientMacros", ["DemoAPI", "petstore-example"]),
        // The same calls through every door of the library. No product: `swift run petstore-example`.
        .executableTarget(
            name: "petstore-example", dependencies: ["MicroClientMacros", "DemoAPI"], path: "Examples/Petstore"),
        tests(of: "RequestMacros"),
        tests(of: "DeclarationScanner"),
        tests(of: "Digests"),
        tests(of: "YAMLTree"),
        tests(of: "Spelling"),
        tests(of: "Quoting"),
        tests(of: "Spawning"),
        tests(of: "GraphQL"),
        tests(of: "OpenCollection", ["GraphQL"]),
        tests(of: "CollectionFiles", ["save-probe"]),
        tests(of: "BodyStore"),
        tests(of: "Charsets"),
        tests(of: "BodyView"),
        tests(of: "Differences", ["BodyStore", "BodyView"]),
        // A program that becomes the worker: it may die of what it is asked for.
        .executableTarget(
            name: "script-probe", dependencies: ["ScriptWorker"], path: "Tests/ScriptProbe"),
        tests(of: "ScriptWorker", ["script-probe", "FilterWorker"]),
        .executableTarget(name: "filter-probe", dependencies: ["FilterWorker"], path: "Tests/FilterProbe"),
        tests(of: "FilterWorker", ["filter-probe", "BodyStore", "BodyView"]),
        tests(of: "Exchanges"),
        // A program that keeps exchanges, to be killed while it does.
        .executableTarget(
            name: "history-probe", dependencies: ["ExchangeStore", "Exchanges", "BodyStore", "MicroClient"],
            path: "Tests/HistoryProbe"),
        tests(of: "ExchangeStore", ["history-probe", "Exchanges", "BodyStore", "MicroClient", "Digests"]),
        tests(of: "HTTPArchive"),
        tests(of: "MicroClientRecording", ["DemoAPI", "MicroClientCurl"]),
        tests(of: "Lifting", ["OpenCollection"]),
        tests(
            of: "CollectionRunner",
            ["DemoAPI", "MicroClientCurl", "RedirectListener", "Lifting", "script-probe", "filter-probe"]),
        // Its tests build what it writes with the modules of the library.
        tests(
            of: "Interchange",
            [
                "MicroClientMacros", "OpenCollection", "BodyStore", "BodyView", "CollectionRunner", "Exchanges",
                "Differences",
                "MicroClientCurl", "HTTPArchive",
            ]),
        tests(of: "Imports", ["OpenCollection", "CollectionFiles", "YAMLTree"]),
        tests(of: "TextGrid"),
        // A program that holds the screen and dies on request: fatal signals need a process of their own.
        .executableTarget(name: "save-probe", dependencies: ["CollectionFiles"], path: "Tests/SaveProbe"),
        .executableTarget(name: "terminal-probe", dependencies: ["CursesTerminal"], path: "Tests/TerminalProbe"),
        tests(of: "CursesTerminal", ["terminal-probe"]),
        tests(of: "ExplorerKit"),
        tests(
            of: "Explorer", ["ExplorerKit", "Imports", "Interchange", "CollectionFiles"], exclude: ["Screens"]),
        tests(of: "CommandLineTool", ["CollectionRunner", "Imports", "Interchange"], exclude: ["Fixtures"]),
        tests(of: "DemoAPI"),
        tests(of: "RedirectListener"),
        .testTarget(
            name: "StoryTests",
            dependencies: [
                "TestSupport", "DemoAPI", "ExchangeStore", "Exchanges", "BodyStore", "MicroClient", "OpenCollection",
            ], exclude: ["Servers"]),

        // `swift package lint`. No product: who depends on this package never builds it.
        .plugin(
            name: "Lint",
            capability: .command(intent: .custom(verb: "lint", description: "Checks how the code is written."))),
    ],
    swiftLanguageModes: [.v6]
)
