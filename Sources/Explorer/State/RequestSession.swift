import BodyStore
import BodyView
import Exchanges
import ExplorerKit
import Foundation
import MicroClient
import OpenCollection
import Secrets

/// Everything on screen that belongs to one item and survives switching to another: draft and cursors of whatever is edited as a form,
/// and of a request its own last response, or responses.
public struct RequestSession: Sendable {
    @Boxed public var draft: Draft
    /// The relation of its file to the draft.
    @Boxed public var disk = DiskStatus.same
    /// Whether the file changed while a field was being edited: it is looked at when that ends.
    var waitsForEdit = false
    public var tab: FormTab
    public var cursor = FormCursor()
    /// First shown row of the request pane's tab.
    public var formScroll = 0
    /// The cursor's positions in texts of several lines when they were left; none: at the start.
    var carets: [FormField: TextBuffer.Position] = [:]
    public var responseTab = ResponseTab.body
    var look = ResponseLook()
    /// The search in the bodies of its responses.
    @Boxed public internal(set) var find = FindState()
    /// The last send to the environment that was chosen.
    @Boxed public internal(set) var own = ShownSend()
    /// The last send to several environments, until a response of another send takes its place.
    public internal(set) var comparison: Comparison?
    /// Whether it is a copy for a response that is held.
    var isHeld = false
    /// The responses in whose place something past is shown.
    var previousResponses: PreviousResponses?
    /// Several earlier responses, until something comes of the new ones.
    var earlierComparison: Comparison?

    public init(draft: Draft) {
        self.draft = draft
        tab = draft.form.tabs[0]
    }

    public var isRequest: Bool { draft.form.isRequest }

    /// Returns the content that is sent.
    func content(for answers: SendAnswers?) -> DraftContent {
        answers?.readsSchema == true ? draft.content.introspecting : draft.content
    }

    /// Takes what a merge made of its draft and the file.
    mutating func takeMerged(_ content: FormContent, _ file: FormFile, _ policies: RequestPolicies) {
        draft.follow(file, policies, content: content)
        disk = .same
    }

    /// Takes the results of comparing a response with examples; it may be one of several.
    mutating func take(_ checks: [ExampleCheck], of id: HistoryRow.ID) {
        if own.response?.recordID == id { own.response?.examples = checks }
        for side in comparison?.sides ?? [] where side.send.response?.recordID == id {
            comparison?[side.environment]?.send.response?.examples = checks
        }
    }

    /// Whether it is a request that was never saved, or one, or an environment, whose file is gone; a folder needs none.
    var lacksFile: Bool { !draft.hasFile && (isRequest || draft.form.isEnvironment) }
    /// Whether what is sent differs from a file, or has none.
    var isDraft: Bool { draft.isDirty || lacksFile }
    /// Whether it is no more than the request of a past exchange that was not edited.
    var isOnlyShown: Bool { isRequest && lacksFile && disk == .same && !draft.isDirty }
}

/// The user's view of the tabs of a response.
struct ResponseLook: Sendable {
    /// First shown line of the tab shown, per tab.
    var scroll: [ResponseTab: Int] = [:]
    var columnOffset = 0
    /// The column at which long lines are broken, in the first row of the body.
    var scrollColumn = 0
    /// Whether the tabs of the headers and of the wire show credentials and known secrets.
    var showsSecrets = false
    /// The text that is looked for in tabs.
    var finds: [ResponseTab: TabFind] = [:]
    /// The way in which its responses are looked at.
    var viewing = BodyViewing()
    /// The line of the tab Headers that has the cursor.
    var headerCursor = 0
}

/// The relation of a file to its draft.
public enum DiskStatus: Sendable, Hashable {
    /// The file is what the draft was made from.
    case same
    /// Someone else changed fields that the draft changes too: nothing is written until the user has decided.
    case changed(FormFile, RequestPolicies)
    /// The file is no longer there; a save creates it again.
    case gone
    /// The file cannot be read any more.
    case broken(FileProblem)
}

/// The place of the cursor in the request pane: on the URL line of a request, or on a row of the tab.
public struct FormCursor: Sendable, Hashable {
    /// -1: the line with method and URL; else an index among the rows that can be focused.
    public var row = -1
    /// An index among the fields of the row.
    public var column = 1
}

/// A send under way.
public struct RunningSend: Sendable {
    public var generation: Int
    public var startedAt: Date
    /// The environment that it is sent to, whichever is selected meanwhile; nil: none.
    public var environmentName: String?
    /// Content that was sent.
    public var content: DraftContent
    public var attempts: [Exchange.Attempt] = []
    var underWay = AttemptUnderWay()
    public var bytes = TransferredBytes()
    /// The retry that is waited for; nil otherwise.
    public var waiting: Exchange.Attempt.Retry?
    /// The helper requests that were sent so far.
    public var auxiliaryExchanges: [AuxiliaryExchange] = []
    /// The request that logs in for it now.
    public var loggingIn: ItemPath?
    /// Whether a head arrived, so that `response` of the session already shows this send.
    public var hasHead = false
    public var isCancelling = false
    /// The exchange that is sent again as it was.
    var replayOf: HistoryRow.ID?
    /// The user's answers before it began.
    var answers = SendAnswers()
    /// The secrets in what is sent.
    var secrets = SecretSet()
}

extension ShownResponse {
    /// The outcome of the send, as far as it is known; nil before its head and its failure.
    var outcome: SendOutcome? {
        guard head != nil || failure != nil else { return nil }
        var outcome = SendOutcome(
            id: recordID, status: head?.status, failure: failure, duration: exchange?.duration)
        outcome.assertions = AssertionCount(assertions)
        outcome.graphQLErrorCount = graphQLErrorCount
        return outcome
    }
}

/// The response to a send, as shown.
public struct ShownResponse: Sendable {
    @Boxed public var content: DraftContent
    public var startedAt: Date
    public var head: ResponseHead?
    /// The decoded bytes as received; growing while the send runs.
    public var body: BodyStore?
    /// The whole body, unfiltered.
    @Boxed var whole = ReadBody()
    @Boxed var filtering = Filtering()
    /// The reading of its pieces, where it is a stream.
    var stream = StreamReading()
    /// The reading of its picture, where it is one.
    var picture = PictureReading()
    /// The record of the send without its bodies; nil until it is over.
    @Boxed public internal(set) var record: RecordedExchange?
    /// The results of comparing it with the examples of its request.
    public internal(set) var examples: [ExampleCheck] = []
    /// The results of today's assertions on it; nil if they were not checked.
    public internal(set) var checksNow: ChecksNow?
    /// The mark of a response from the history; nil otherwise.
    public internal(set) var past: PastMark?
    /// The generation of the effect that it is the response of; nil for one of the history.
    var send: Int?
    /// The exchange that was sent again as it was.
    public internal(set) var replayOf: HistoryRow.ID?

    public init(content: DraftContent, startedAt: Date) {
        self.content = content
        self.startedAt = startedAt
        _record = Boxed(wrappedValue: nil)
    }

    mutating func end(_ record: RecordedExchange) {
        var record = record
        (record.requestBody, record.responseBody, record.unreadBody) = (nil, nil, nil)
        self.record = record
    }
}

extension ShownResponse {
    /// The id by which the history knows it.
    public var recordID: HistoryRow.ID? { record?.id }
    public var exchange: Exchange? { record?.exchange }
    /// The failure, when the send ended without a whole response.
    public var failure: RecordedFailure? { record?.failure }
    /// The requests that were sent on its behalf.
    public var auxiliaryExchanges: [AuxiliaryExchange] { record?.auxiliaryExchanges ?? [] }
    /// The outcomes of its assertions.
    public var assertions: [RecordedAssertion] { record?.assertions ?? [] }
    /// The outcomes of its actions.
    public var captures: [RecordedCapture] { record?.captures ?? [] }
    /// Number of errors that the response to a GraphQL request lists and no assertion expects.
    var graphQLErrorCount: Int { record?.graphQLErrorCount ?? 0 }
    /// "2 GraphQL errors: Name is required"; nil for none.
    var graphQLErrors: String? { Wording.graphQLErrors(graphQLErrorCount, in: assertions) }
}

/// A body as lines, and how it is looked at.
struct ReadBody: Sendable {
    /// The body as lines; nil until its kind is known.
    var document: BodyDocument?
    /// Cursor and folds in it.
    var reading = BodyReading()
    /// The widths of the shown columns of a table.
    var tableColumns: TableColumns?
    /// The changes since the response before.
    var changes = BodyChanging()
}
