"""What is written in the normal form is made of plain JSON types: it crosses processes that take nothing else."""

import pytest

from a2a_conformance.adapters.normal_form import NotNormal, read_event, write_outcome
from a2a_conformance.outcome import ErrorKind, Kind, Outcome, ToldError


def test_an_error_is_written_in_plain_types():
    told = write_outcome(Outcome(Kind.ERROR, error=ToldError(ErrorKind.HTTP, http_status=500)))
    assert told == {"outcome": "error", "error": {"kind": "http", "http_status": 500}}
    assert {type(value) for value in (told["outcome"], *told["error"].values())} == {str, int}


def test_an_artifact_event_without_its_id_is_refused():
    with pytest.raises(NotNormal, match="needs `artifact`"):
        read_event({"event": "artifact", "text": "a chunk of what"})
