"""Requirements of the profile for clients with a listener that may stop a stream early.

They go beyond A2A: such a hook is the client's own, so a target is judged by them only when it declares `listener`.
"""

from typing import Final

from a2a_conformance.catalog.requirement import Judge, Requirement
from a2a_conformance.catalog.rows import CLIENT, MUST_PROFILE, reacts

_LISTENER = (Judge.LISTENER,)
_BOTH = (Judge.LISTENER, Judge.CALLS)

ROWS: Final[tuple[Requirement, ...]] = (
    reacts("listener-every-update", MUST_PROFILE, "",
           "The listener is called once for each status and artifact update.",
           who=CLIENT, checks=_LISTENER),
    reacts("listener-order", MUST_PROFILE, "", "The listener gets the updates in the order in which they arrived.",
           who=CLIENT, checks=_LISTENER),
    reacts("listener-accumulated-task", MUST_PROFILE, "",
           "With each update the listener sees the task as it stands after that update.",
           who=CLIENT, checks=_LISTENER),
    reacts("listener-stop-final", MUST_PROFILE, "",
           "Once the listener said stop it is not called again and the result does not change.",
           who=CLIENT, checks=_LISTENER),
    reacts("listener-stop-no-cancel", MUST_PROFILE, "", "A stop by the listener sends no CancelTask.",
           who=CLIENT, checks=_BOTH),
    reacts("listener-stop-artifacts", MUST_PROFILE, "",
           "Stopped with the current artifacts, the call results in what had arrived by then, or in empty text.",
           who=CLIENT, checks=_LISTENER),
    reacts("listener-stop-response", MUST_PROFILE, "",
           "Stopped with a response, the call results in that response; no response means empty text.",
           who=CLIENT, checks=_LISTENER),
    reacts("listener-stop-wins", MUST_PROFILE, "",
           "A stop at an update decides the result even when that update ends or pauses the task.",
           who=CLIENT, checks=_LISTENER),
    reacts("listener-not-message", MUST_PROFILE, "",
           "The listener is not called for the opening Task, nor for a Message.",
           who=CLIENT, checks=_LISTENER),
    reacts("listener-remote-lives", MUST_PROFILE, "", "After a stop the remote task goes on undisturbed.",
           who=CLIENT, checks=_BOTH),
)  # fmt: skip
