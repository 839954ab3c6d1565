"""Requirements: how the specification and its software are kept: documents, migration, logs, privacy."""

from typing import Final

from a2a_conformance.catalog.requirement import LeftOut, Requirement, Seen
from a2a_conformance.catalog.rows import (
    CLIENT,
    CLIENT_AND_SERVER,
    MAY,
    MUST,
    NOBODY,
    SERVER,
    SHOULD,
    V1,
    asks,
    reacts,
    told,
    unseen,
)

ROWS: Final[tuple[Requirement, ...]] = (
    unseen("doc-proto-normative", MUST, "1.4", "The proto alone defines the data; types of SDKs are made from it.",
           who=NOBODY, dialects=V1),
    unseen("doc-migration", MUST, "1.4", "A breaking change is explained, and old links still lead to its text.",
           who=NOBODY, dialects=V1),
    unseen("doc-deprecation", SHOULD, "1.4", "What is deprecated stays until the next major version.",
           who=NOBODY, dialects=V1),
    unseen("doc-message-types", MUST, "A", "Old names of messages are understood until the version that is given.",
           who=NOBODY, dialects=V1),
    reacts("mig-client-dual", SHOULD, "A.2", "Prefer the new names and read the old ones where you can.",
           who=CLIENT, left_out=LeftOut.PLANNED_PROTOCOL),
    asks("mig-server-dual", MAY, "A.2", "An agent may take both kinds of requests and answers in the new one.",
         who=SERVER, dialects=V1, also=(Seen.RESPONSE,), left_out=LeftOut.SERVER_ONLY),
    unseen("log-errors", SHOULD, "3.3.2; 13.4", "Errors and security events are logged.", who=SERVER),
    unseen("log-no-secrets", MUST, "13.4", "Logs hold no secrets and nothing about persons.",
           who=CLIENT_AND_SERVER, dialects=V1),
    told("rate-limit", SHOULD, "13.4", "An agent bounds how often it may be called.",
         who=SERVER, left_out=LeftOut.SERVER_ONLY),
    unseen("cred-rotation", SHOULD, "13.2; 13.4", "Credentials are changed in turn, kept safe, and can be revoked.",
           who=CLIENT_AND_SERVER),
    unseen("privacy", MUST, "13.4; 14.1.1", "What the law says of personal data is kept.", who=SERVER),
    unseen("ext-card-docs", SHOULD, "13.3", "What each kind of caller can see is documented.",
           who=SERVER, dialects=V1),
)  # fmt: skip
