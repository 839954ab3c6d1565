from a2a_conformance.report.masking import hide, mask_headers


def test_a_secret_is_masked_wherever_it_stands() -> None:
    value = {"body": "token=s3cret", "json": [{"s3cret": 1, "n": None}], "ok": True}
    assert hide(value, ("s3cret", "")) == {"body": "token=•••", "json": [{"•••": 1, "n": None}], "ok": True}


def test_headers_keep_the_scheme_only() -> None:
    record = {"kind": "called", "payload": {"headers": {"authorization": "Bearer x y", "set-cookie": "a=b; Path=/"}}}
    assert mask_headers(record)["payload"]["headers"] == {"authorization": "Bearer •••", "set-cookie": "•••"}


def test_records_without_headers_stay_what_they_are() -> None:
    record = {"kind": "event", "payload": {"json": 1}}
    assert mask_headers(record) is record
