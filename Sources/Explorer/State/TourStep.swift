/// A thing to do: a sentence or two, with the user's keys.
struct TourStep: Sendable, Hashable {
    let goal: TourGoal
    /// Actions in braces are keys; `{●}` is the sign of a draft.
    let text: String
}

extension TourStep {
    static let all: [TourStep] = [
        TourStep(
            goal: .answer,
            text:
                "{send} sends the request that is shown, as it stands on screen. The demo's API answers it on this machine."
        ),
        TourStep(
            goal: .timing,
            text:
                "The answer stands in pane 3, status and time in its title. {focusResponse} goes there, {nextTab} turns its tabs: go to Timing."
        ),
        TourStep(
            goal: .fold,
            text:
                "{previousTab} turns back to Body. {moveDown} goes down in it, {fold} folds the object under the cursor."
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
            text: "Whatever is sent is kept, failures too, also after quitting. {history} lists it."),
        TourStep(
            goal: .replay,
            text:
                "{replay} sends the exchange under the cursor again, exactly as it was, and says in what the two answers differ."
        ),
        TourStep(
            goal: .palette,
            text:
                "If a list stands above, Esc closes it. {palette} finds any action by a word of what it does; {help} tells every key, those of where you are first."
        ),
    ]

    static let offer = "New here? {tourStep}: a tour of under a minute. Esc: no, and not asked again."
    static let end =
        "That was it. The request echo/scripts has scripts, as Bruno and Postman write them. Read on with microscope manual job-explore, job-replay or job-share. {openCollection} imports from Postman, Bruno and OpenAPI; {help} knows every key."
}
