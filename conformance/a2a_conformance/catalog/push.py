"""Requirements: webhooks and the extended card, on the client side (1.0 §3.1.7 to §3.1.11, §4.3, §13.2)."""

from typing import Final

from a2a_conformance.catalog.requirement import LeftOut, Requirement
from a2a_conformance.catalog.rows import ALL, CLIENT, MAY, MUST, MUST_IMPLIED, SHOULD, V1, asks

ROWS: Final[tuple[Requirement, ...]] = (
    asks("pushcfg-cap-check", SHOULD, "3.3.4", "Register a webhook only where the card offers it.",
         who=CLIENT, left_out=LeftOut.PLANNED_PROTOCOL),
    asks("pushcfg-create-flat", MUST_IMPLIED, "3.1.7", "The configuration of a webhook is flat.",
         because="The proto has no wrapper.", dialects=V1, left_out=LeftOut.PLANNED_PROTOCOL),
    asks("pushcfg-url-required", MUST, "5.7", "The configuration of a webhook has a URL.",
         left_out=LeftOut.PLANNED_PROTOCOL),
    asks("pushcfg-auth-shape", MUST, "4.3.2", "The authentication of a webhook names one scheme.",
         dialects=V1, left_out=LeftOut.PLANNED_PROTOCOL),
    asks("pushcfg-multi", MAY, "3.1.9", "A task may have several webhooks.", who=ALL,
         left_out=LeftOut.PLANNED_PROTOCOL),
    asks("push-ack-2xx", MUST, "4.3.3; 13.2", "The webhook answers 2xx.", who=CLIENT,
         left_out=LeftOut.PLANNED_PROTOCOL),
    asks("push-idempotent", SHOULD, "4.3.3; 13.2", "A delivery that comes twice does no harm.", who=CLIENT,
         left_out=LeftOut.PLANNED_PROTOCOL),
    asks("push-validate-task", MUST, "4.3.3", "The webhook takes only tasks that it expects.", who=CLIENT,
         left_out=LeftOut.PLANNED_PROTOCOL),
    asks("push-verify-source", SHOULD, "4.3.3", "The webhook checks who delivers.", who=CLIENT,
         left_out=LeftOut.PLANNED_PROTOCOL),
    asks("push-verify-credentials", MUST, "13.2", "The webhook checks the credentials that were agreed.", who=CLIENT,
         left_out=LeftOut.PLANNED_PROTOCOL),
    asks("push-https", SHOULD, "13.2", "Webhooks are reached over https.", who=CLIENT,
         left_out=LeftOut.PLANNED_PROTOCOL),
    asks("push-unique-token", SHOULD, "13.2", "Each configuration has a token of its own.", who=CLIENT,
         left_out=LeftOut.PLANNED_PROTOCOL),
    asks("push-rate-limit", SHOULD, "13.2", "The webhook bounds the rate of deliveries.", who=CLIENT,
         left_out=LeftOut.PLANNED_PROTOCOL),
    asks("push-client-refetch", MAY, "4.3.3", "After a delivery you may fetch the task.", who=CLIENT,
         left_out=LeftOut.PLANNED_PROTOCOL),
    asks("ext-card-client-auth", MUST, "3.1.11", "Authenticate when you ask for the extended card.", who=CLIENT,
         left_out=LeftOut.PLANNED_PROTOCOL),
    asks("ext-card-client-replace", SHOULD, "3.1.11; 13.3", "The extended card takes the place of the public one.",
         who=CLIENT, left_out=LeftOut.PLANNED_PROTOCOL),
    asks("ext-card-cap-check", SHOULD, "3.3.4", "Ask for the extended card only where the public one offers it.",
         who=CLIENT, left_out=LeftOut.PLANNED_PROTOCOL),
)  # fmt: skip
