import BodyStore
import BodyView
import Exchanges
import ExplorerKit
import Foundation
import Imports
import MicroClient
import OpenCollection
import TestSupport
import Testing
import TextGrid

@testable import Explorer
@testable import Interchange

/// The places where text from outside is on screen. **The table**: whatever shows another text from outside has a row here, and a scene below;
/// the compiler asks for the scene, and the test that the text is on screen. What the command line prints has its table in
/// `CommandLineToolTests/OutsideTextTests`; the bytes that reach a real terminal are those of the story "hostile bytes".
enum OutsideSource: String, Sendable, CaseIterable {
    case bodyString, bodyName, bodyBroken, bodyLines, bodyXML, bodyHTML, bodyTable, bodyText, bodyHex, bodyWrapped
    case bodyFiltered, bodyChanged
    case headerName, headerValue, reason, redirect, wire, wireSecrets, certificate, failure, retryReason
    case eventName, eventData, eventID, eventComment, eventWhole, chunk
    case logLine, logFilter, statusMessage, copyNotice
    case requestName, tabName, heldName, folderName, fileName, docs, requestURL, requestHeader, requestBody, brokenFile
    case environmentName, variableName, variableValue
    case cookieName, cookieValue
    case filterTyped, filterProblem, filterNote, findTyped, findPasted, findProblem, findMissed, fieldPasted
    case useMenu, useHeader, assertion, graphQLError, capture
    case recent, recentPath, startNote, pathTyped
    case completionName, completionValue, completionFile, draftLine
    case question, trust, scriptFault, consent, report, saveName, sharedTitle, sharedName, sharedPlace, sharedText
    case importedName, importedRemark, importedItem
}

extension OutsideSource {
    /// Classes that never get there, and why.
    fileprivate var unreachable: [HostileText: String] {
        switch self {
        case .eventID: [.carriageReturn: "it ends the field", .nul: "an id with it is none (HTML, 9.2.6)"]
        case .eventName, .eventData, .eventComment, .eventWhole: [.carriageReturn: "it ends the field"]
        case .completionName, .completionFile:
            Dictionary(
                uniqueKeysWithValues: [HostileText.carriageReturn, .otherC0, .c1, .lineSeparator].map {
                    ($0, "a name with a line end cannot be typed, and is not offered")
                })
        default: [:]
        }
    }

    fileprivate var classes: [HostileText] { HostileText.allCases.filter { unreachable[$0] == nil } }
}

/// Cells of a screen never hold what steers a terminal, hides or turns text.
@Suite("Text from outside on screen")
struct OutsideTextTests {
    /// One text has all classes; those whose end is beyond the edge come again in a text without the others.
    @Test("is shown, and no cell holds what a terminal obeys", arguments: OutsideSource.allCases)
    func table(source: OutsideSource) throws {
        var left = source.classes
        while let first = left.first {
            let screen = try grid(source, left).text()
            var seen = left.filter { screen.contains($0.after) }
            if seen.isEmpty, try grid(source, [first]).text().contains(first.before) { seen = [first] }
            try #require(!seen.isEmpty, "\(first) is not on screen: \(screen)")
            left.removeAll(where: seen.contains)
        }
    }

    private func grid(_ source: OutsideSource, _ kinds: [HostileText]) throws -> Grid {
        let grid = view(try Scenes(kinds.map(\.text).joined(), kinds.flatMap(\.bytes)).state(source))
        let found = grid.cells.flatMap { $0.grapheme.unicodeScalars.filter(HostileText.isForbidden) }
        #expect(found.isEmpty, "\(found.map { String($0.value, radix: 16) })")
        return grid
    }

    @Test("what no form takes away is seen in its form")
    func forms() throws {
        for source in [OutsideSource.bodyText, .headerValue, .requestName, .logLine, .wire] {
            let kind = HostileText.bidiOverride
            #expect(try Scenes(kind.text, kind.bytes).state(source).screen.contains("<U+202E>"), "\(source)")
        }
    }
}

/// A screen for each source of text from outside.
struct Scenes {
    let text: String
    let bytes: [UInt8]

    let columns: Int

    /// - Parameter columns: The width of the screen. Default: enough for all classes of hostile text beside each other.
    init(_ text: String, _ bytes: [UInt8], columns: Int = 1000) {
        (self.text, self.bytes, self.columns) = (text, bytes, columns)
    }

    func state(_ source: OutsideSource) throws -> ExplorerState {
        switch source {
        case .bodyString, .bodyName, .bodyBroken, .bodyLines, .bodyXML, .bodyHTML, .bodyTable, .bodyText, .bodyHex,
            .bodyWrapped, .bodyFiltered, .bodyChanged:
            body(source)
        case .headerName, .headerValue, .reason, .redirect, .wire, .wireSecrets, .certificate, .failure, .retryReason:
            try answer(source)
        case .eventName, .eventData, .eventID, .eventComment, .eventWhole, .chunk: try stream(source)
        case .logLine, .logFilter, .statusMessage, .copyNotice: message(source)
        case .requestName, .tabName, .heldName, .folderName, .fileName, .docs, .requestURL, .requestHeader,
            .requestBody, .brokenFile:
            collection(source)
        case .environmentName, .variableName, .variableValue: environment(source)
        case .cookieName, .cookieValue: cookies(source)
        case .filterTyped, .filterProblem, .filterNote, .findTyped, .findPasted, .findProblem, .findMissed,
            .fieldPasted:
            typing(source)
        case .completionName, .completionValue, .completionFile: completion(source)
        case .draftLine: draft()
        case .useMenu, .useHeader, .assertion, .graphQLError, .capture: try use(source)
        case .recent, .recentPath, .startNote, .pathTyped: start(source)
        case .question, .trust, .scriptFault, .consent, .report, .saveName: try overlay(source)
        case .sharedTitle, .sharedName, .sharedPlace, .sharedText: share(source)
        case .importedName, .importedRemark, .importedItem: imported(source)
        }
    }

    // MARK: Bodies

    private func scene(_ before: String, _ after: String, _ kind: BodyKind) -> BodyScene {
        var scene = BodyScene("", kind: kind, columns: columns, rows: 30)
        scene.receive(Array(before.utf8) + bytes + Array(after.utf8), kind: kind)
        scene.press("z")
        return scene
    }

    /// A filter finds values of JSON alone, in which the controls of C0 are escapes.
    private var escaped: [UInt8] {
        bytes.flatMap {
            $0 < 0x20
                ? Array("\\u00\($0 < 0x10 ? "0" : "")\(String($0, radix: 16))".utf8) : $0 == 0x5C ? [$0, $0] : [$0]
        }
    }

    private func body(_ source: OutsideSource) -> ExplorerState {
        switch source {
        case .bodyName: return scene("{\"", "\": 1}", .json).state
        case .bodyBroken: return scene("{\"a\" x ", "}", .json).state
        case .bodyLines: return scene("{\"a\":\"", "\"}\n{}", .jsonLines).state
        case .bodyXML: return scene("<a b='x", "'>Mark</a>", .xml).state
        case .bodyHTML: return scene("<p title=\"x\">", "</p>", .html).state
        case .bodyTable: return scene("name,other\n", ",2\n", .table).state
        case .bodyText: return scene("", "\n", .text).state
        case .bodyHex: return scene("", "", .hex).state
        case .bodyWrapped:
            var scene = scene(String(repeating: "long ", count: 27), "", .text)
            scene.press("W")
            return scene.state
        case .bodyFiltered:
            var scene = BodyScene("", columns: columns, rows: 30)
            scene.receive(Array("[\"".utf8) + escaped + Array("\"]".utf8))
            scene.press("z")
            scene.type("F.[0]")
            return scene.state
        case .bodyChanged:
            var scene = scene("[\"", "\"]", .json)
            scene.receive(Array("[1,\"".utf8) + bytes + Array("\"]".utf8))
            return scene.state
        default: return scene("[\"", "\"]", .json).state
        }
    }

    // MARK: Responses

    private func answer(_ source: OutsideSource) throws -> ExplorerState {
        let reason = source == .reason ? text : "OK"
        let name = source == .headerName ? text : "X-Field"
        let head = ResponseHead(
            status: 200, reason: reason, httpVersion: "1.1",
            headers: [HeaderField(name, text), HeaderField("Location", text), HeaderField("Content-Length", "0")])
        var scene = try SentScene(columns: columns, rows: 40)
        scene.report(.receiving(head, BodyStore([UInt8]())))
        if source == .failure {
            scene.report(.finished(failed()))
        } else {
            scene.finish(attempts(head))
        }
        scene.press("3", "z")
        for _ in 0..<tabs(to: source) { scene.press("]") }
        if source == .wireSecrets { scene.press(.control("o")) }
        return scene.state
    }

    private func tabs(to source: OutsideSource) -> Int {
        switch source {
        case .headerName, .headerValue: 1
        case .redirect: 2
        case .retryReason: 3
        case .wire, .wireSecrets, .certificate: 4
        default: 0
        }
    }

    private func attempts(_ head: ResponseHead) -> [Exchange.Attempt] {
        let request = Exchange.SentRequest(method: .get, url: "http://h/\(text)", headers: [HeaderField("X", text)])
        let certificate = ConnectionFacts.Certificate(
            subject: "CN=\(text)", issuer: "O=\(text)", alternativeNames: ["DNS:\(text)"], notBefore: Explorers.start,
            notAfter: Explorers.start + 9e6, serialNumber: text, fingerprint: Data([1]))
        var hop = Exchange.Hop(
            startedAfter: .zero, request: request, response: head,
            connection: ConnectionFacts(
                remoteAddress: "127.0.0.1", remotePort: 1, isReused: false, tlsVersion: text, tlsCipher: text,
                certificates: [certificate], proxy: text))
        hop.timings.total = .milliseconds(30)
        hop.wire = Exchange.WireLog([
            Exchange.WireLog.Part(.requestHead, .bytes(Data("GET /".utf8) + bytes + Data(" HTTP/1.1\r\n\r\n".utf8))),
            Exchange.WireLog.Part(.requestBody, .bytes(Data(bytes))),
            Exchange.WireLog.Part(.responseHead, .bytes(Data("HTTP/1.1 200 ".utf8) + bytes + Data("\r\n\r\n".utf8))),
        ])
        let retry = Exchange.Attempt.Retry(reason: text, wait: .milliseconds(5), source: .backoff)
        return [
            Exchange.Attempt(
                number: 1, startedAfter: .zero, request: request, hops: [hop, hop], outcome: .response(status: 503),
                retry: retry),
            Exchange.Attempt(
                number: 2, startedAfter: .zero, request: request, hops: [hop], outcome: .response(status: 200)),
        ]
    }

    private func failed() -> RecordedExchange {
        let request = Exchange.SentRequest(method: .get, url: "http://h/", headers: [])
        var record = RecordedExchange(
            id: UUID(), exchange: Exchange(request: request, startedAt: Explorers.start), origin: .init(),
            sentAt: Explorers.start)
        record.failure = RecordedFailure(stage: .build, message: text, advice: text)
        return record
    }

    private func stream(_ source: OutsideSource) throws -> ExplorerState {
        let type = source == .chunk ? "text/plain" : "text/event-stream"
        var scene = try SentScene(columns: columns, rows: 30)
        let store = BodyStore()
        scene.report(.receiving(ResponseHead(status: 200, headers: [HeaderField("Content-Type", type)]), store))
        let field =
            switch source {
            case .eventName: "data: x\nevent: "
            case .eventID: "data: x\nid: "
            case .eventComment: ": "
            default: "data: "
            }
        let event = (source == .chunk ? [] : Array(field.utf8)) + bytes + [0x0A, 0x0A]
        for second in 1...2 { try store.append(Data(event), at: Explorers.start + Double(second)) }
        var scanner = EventStreamScanner()
        let blocks = (event + event).withUnsafeBytes { scanner.read($0) }
        if source != .chunk {
            scene.report(outcome: blocks) { if case .readEvents = $0 { true } else { false } }
        }
        scene.press("3", "]", "z")
        if source == .eventWhole { scene.press(.enter) }
        return scene.state
    }

    // MARK: Messages

    private func message(_ source: OutsideSource) -> ExplorerState {
        var state = Explorers.state(columns: columns, rows: 30)
        switch source {
        case .logLine, .logFilter:
            _ = update(&state, .logged(LogState.Entry(at: Explorers.start, level: .error, message: text)))
            state.press("4")
            if source == .logFilter {
                state.press("f")
                _ = update(&state, .input(.paste(text)))
            }
        case .copyNotice: _ = update(&state, .message(StatusMessage(.info, "Copied to /tmp/\(text).")))
        default: _ = update(&state, .message(StatusMessage(.warning, text)))
        }
        return state
    }

    // MARK: Collections

    private func collection(_ source: OutsideSource) -> ExplorerState {
        var request = RequestDefinition()
        request.name = [.requestName, .tabName].contains(source) ? text : "Name"
        request.url = source == .requestURL ? "http://h/\(text)" : "http://h/"
        request.headers = [Field(text, text, origin: 0)]
        request.docs = text
        request.body.kind = .text
        request.body.text = text
        let item = Explorers.item(
            source == .fileName ? ItemPath("\(text.replacing("/", with: "_")).yml") : ItemPath("a.yml"), request)
        var collection = Explorers.collection
        var folder = FolderDefinition()
        folder.docs = text
        collection.items = [item]
        if source == .folderName {
            collection.items.insert(CollectionItem(path: "f", name: text, kind: .folder(folder, [])), at: 0)
        }
        if source == .brokenFile {
            let problem = FileProblem(path: ItemPath("\(text).yml"), message: text)
            collection.items = [CollectionItem(path: "b.yml", name: text, kind: .broken(problem))]
        }
        if source == .tabName { collection.items.append(Explorers.item("z.yml", RequestDefinition())) }
        var state = Explorers.state(collection, columns: columns, rows: 40)
        if source == .tabName { state.press(.enter, "1", "j", .enter) }
        if source == .heldName { state.held = state.session.map { HeldResponse($0, named: text) } }
        guard let label = tab(of: source) else { return state }
        state.press("2", "z")
        for _ in 0..<12 where !state.screen.contains("[\(label)") { state.press("]") }
        return state
    }

    private func tab(of source: OutsideSource) -> String? {
        switch source {
        case .docs: "Docs"
        case .requestHeader: "Headers"
        case .requestBody: "Body"
        case .requestURL: "Params"
        default: nil
        }
    }

    private func environment(_ source: OutsideSource) -> ExplorerState {
        var collection = Explorers.collection
        let name = source == .environmentName ? text : "bad"
        collection.environments.append(
            EnvironmentDefinition(name: name, variables: [Variable(source == .variableName ? text : "v", text)]))
        var state = ExplorerState(
            CollectionState(collection, path: "/sample", environmentName: name, outside: OutsideValues()),
            clientDefaults: ClientDefaults(userAgent: "t", acceptEncoding: "gzip"),
            size: Size(columns: columns, rows: 30),
            now: Explorers.start)
        _ = update(&state, .input(.resize(state.size)))
        if source != .environmentName { state.press("v") }
        return state
    }

    private func cookies(_ source: OutsideSource) -> ExplorerState {
        var state = Explorers.state(columns: columns, rows: 30)
        let name = source == .cookieName ? text : "id"
        let cookie = Cookie(
            name, text, domain: "127.0.0.1", path: "/", isHTTPOnly: false, expiresAt: nil, createdAt: Explorers.start)
        state.handleOutcome(of: .cookies(environment: "local")) {
            $0.take(EnvironmentCookies([cookie]), of: "local")
            return []
        }
        state.press("b")
        if source == .cookieValue { state.press(.control("o")) }
        return state
    }

    // MARK: Typing

    private func typing(_ source: OutsideSource) -> ExplorerState {
        var scene = BodyScene("{\"a\":\"Mark\"}", columns: columns, rows: 30)
        switch source {
        case .filterTyped, .filterProblem, .filterNote:
            scene.holdsSearches = source != .filterTyped
            scene.type("F")
            scene.paste(source == .filterTyped ? text : ".a |")
            if source == .filterProblem { scene.filtered(FilterOutcome(nil, problem: text)) }
            if source == .filterNote { scene.filtered(FilterOutcome(scene.document, count: 1, notes: [text])) }
        case .findProblem:
            scene.type("/")
            scene.press(.control("t"))
            scene.paste("(\(text)")
        case .fieldPasted:
            scene.state.press("2", .enter)
            _ = update(&scene.state, .input(.paste(text)))
        default:
            scene.type("/")
            scene.paste(text)
            if source == .findMissed {
                scene.press(.enter)
                scene.type("n")
            }
        }
        return scene.state
    }

    private func completion(_ source: OutsideSource) -> ExplorerState {
        var collection = Explorers.collection
        var request = RequestDefinition()
        request.url = "http://h/"
        request.body.kind = .file
        var other = RequestDefinition()
        other.body.kind = .formURLEncoded
        other.body.form = [Field("x\(text)", "")]
        collection.root.variables = [Variable("v", text)]
        collection.items = [Explorers.item("a.yml", request), Explorers.item("b.yml", other)]
        var state = Explorers.state(collection, columns: columns, rows: 30)
        state.press("2")
        switch source {
        case .completionName:
            _ = state.changeDraft { $0.change { $0.request.definition.body.kind = .formURLEncoded } }
            state.press("]", "]", "a", "x")
        case .completionFile:
            let files = ["": [ListedFiles.Entry(name: "x\(text)", isDirectory: false)]]
            state.press("]", "]", "a")
            state.typeAndWork("x", files: files)
        default: state.press("i", "{", "{", "v")
        }
        return state
    }

    private func draft() -> ExplorerState {
        var state = Explorers.state(columns: columns, rows: 30)
        let difference = DraftDifference(
            path: "a.yml", lines: [.file(text), .added(text), .removed(text), .problem(text)])
        var view = DraftView(path: "a.yml")
        view.difference = difference
        state.overlays.append(view)
        return state
    }

    // MARK: Using responses

    private func use(_ source: OutsideSource) throws -> ExplorerState {
        switch source {
        case .useMenu:
            var scene = scene("{\"x", "\": \"http://h/\"}", .json)
            scene.press("j", .enter)
            return scene.state
        case .useHeader:
            var state = try answer(.headerName)
            state.press("j", .enter)
            return state
        default:
            var scene = try SentScene(columns: columns, rows: 40)
            scene.report(.receiving(ResponseHead(status: 200), BodyStore([UInt8]())))
            var record = failed()
            record.failure = nil
            record.assertions = [
                RecordedAssertion(
                    expression: text, operator: "eq", value: text, outcome: .failed(found: text, expected: text))
            ]
            if source == .graphQLError {
                (record.graphQLErrorCount, record.assertions[0].graphQL) = (1, .partialData)
            }
            record.captures = [
                RecordedCapture(variable: text, expression: text, outcome: .value(json: "\"\(text)\"")),
                RecordedCapture(variable: "v", expression: "x", outcome: .failed(text)),
            ]
            scene.report(.finished(record))
            scene.press("3", "z", "[", "[")
            return scene.state
        }
    }

    // MARK: Beginning, and what is asked

    private func start(_ source: OutsideSource) -> ExplorerState {
        var facts = StartFacts()
        facts.recents = [StartFacts.Place(path: source == .recentPath ? "/\(text)" : "/p", name: text)]
        facts.nearby = [StartFacts.Place(path: "/\(text)", name: "n", isThere: false)]
        facts.note = source == .startNote ? text : nil
        facts.scratchDrafts = [text]
        var state = ExplorerState(
            .none, clientDefaults: ClientDefaults(userAgent: "t", acceptEncoding: "gzip"),
            size: Size(columns: columns, rows: 30), now: Explorers.start)
        _ = update(&state, .startListed(facts))
        if source == .pathTyped { _ = update(&state, .input(.paste(text))) }
        return state
    }

    private func share(_ source: OutsideSource) -> ExplorerState {
        var state = Explorers.state(columns: columns, rows: 30)
        let place = MaskedPlace(
            name: source == .sharedName ? text : "token", place: source == .sharedPlace ? text : "URL", times: 1,
            isSuspected: false)
        var share = ShareState(ids: [])
        share.prepared = PreparedShare(
            title: source == .sharedTitle ? text : "GET", masked: [place], shortNames: [], fileName: "a",
            contents: [.har: BodyStore(source == .sharedText ? bytes : [])])
        state.overlays.append(share)
        return state
    }

    private func imported(_ source: OutsideSource) -> ExplorerState {
        var state = Explorers.state(columns: columns, rows: 30)
        var collection = ImportedCollection(
            format: .postman, source: "a.json", name: source == .importedName ? text : "Shop")
        if source == .importedRemark { collection.notes = [ImportNote(.error, .whole, text)] }
        if source == .importedItem {
            collection.items = [ImportedItem(.request(.fresh(named: text)), origin: .whole)]
        }
        var preview = ImportPreview(input: .text(""))
        let version = ImportProposal.Version([collection], skipped: [])
        preview.proposal = ImportProposal(asCollection: version, asFolders: version)
        state.overlays.append(preview)
        return state
    }

    private func overlay(_ source: OutsideSource) throws -> ExplorerState {
        switch source {
        case .report:
            var state = Explorers.state(columns: columns, rows: 30)
            state.overlays.append(ReportState(title: text, lines: [text, text]))
            return state
        case .saveName:
            var scene = scene("[\"", "\"]", .json)
            scene.press("D")
            scene.paste(text)
            return scene.state
        case .question:
            var request = RequestDefinition()
            request.name = "Open"
            request.url = "http://h/{{?\(text)}}"
            var collection = Explorers.collection
            collection.items = [Explorers.item("open.yml", request)]
            var state = Explorers.state(collection, columns: columns, rows: 30)
            state.press("s")
            // Names that no template can have are no questions: then the URL shows them.
            return state
        case .consent:
            var scene = try SentScene(columns: columns, rows: 30)
            let page = ConsentPage(url: "http://h/\(text)", isOpen: true, isHeard: false)
            scene.report(.consent(.waiting(page)))
            return scene.state
        case .scriptFault:
            var scene = try SentScene(columns: columns, rows: 30)
            let fault = ScriptFault("\(text).yml:1:1", CodeLine(text, column: 0))
            scene.report(.refused(.scriptFailed(text, fault)))
            return scene.state
        default:
            var scene = try SentScene(columns: columns, rows: 30)
            let uses = [OutsideUse(.read(text), for: text), SecretSource.command(["pass", text]).use(for: text)]
            scene.report(.refused(.unagreed(uses)))
            return scene.state
        }
    }
}
