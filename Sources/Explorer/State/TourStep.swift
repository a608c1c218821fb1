/// A thing to do: a sentence or two, with the user's keys.
struct TourStep: Sendable, Hashable {
    let goal: TourGoal
    /// Actions in braces are keys; `{●}` is the sign of a draft.
    let text: String
}

extension TourStep {
    static let all: [TourStep] = [
        TourStep(
            goal: .response,
            text:
                "{send} sends the request that is shown, with your changes. The demo's API on this machine responds."
        ),
        TourStep(
            goal: .timing,
            text:
                "The response is in pane 3, status and time in its title. {focusResponse} goes there, {nextTab} changes its tab: go to Timing."
        ),
        TourStep(
            goal: .fold,
            text:
                "{previousTab} goes back to Body. {moveDown} goes down in it, {fold} folds the object under the cursor."
        ),
        TourStep(
            goal: .header,
            text:
                "{focusRequest} goes to the request, {nextTab} to its Headers. {add} adds one: type a name, {commit} keeps it."
        ),
        TourStep(
            goal: .settledDraft,
            text:
                "{●} beside the name, here and in the tree: a draft, unsaved, kept even if you quit. {save} saves it; {discardDraft} goes back to the file."
        ),
        TourStep(
            goal: .history,
            text: "Everything you send is kept, failures too, even after you quit. {history} lists it."),
        TourStep(
            goal: .replay,
            text:
                "{replay} sends the exchange under the cursor again, exactly as it was, and shows how the two responses differ."
        ),
        TourStep(
            goal: .palette,
            text:
                "If a list is open above, Esc closes it. {palette} finds any action by what it does; {help} lists every key, those for where you are first."
        ),
    ]

    static let offer = "New here? {tourStep}: take the 1-minute tour. Esc: do not ask again."
    static let end =
        "That was it. The request echo/scripts has scripts, as Bruno and Postman write them. Read on with microscope manual job-explore, job-replay or job-share. {openCollection} imports from Postman, Bruno and OpenAPI; {help} lists every key."
}
