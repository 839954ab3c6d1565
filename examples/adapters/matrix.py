"""The table of `reports/README.md`, drawn from every `report.json` below it."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

BEGIN = "<!-- matrix: drawn by examples/adapters/run_all.py -->"
END = "<!-- end of matrix -->"
Report = dict[str, Any]


def draw(reports: Path) -> None:
    """Writes the tables between the marks of the page, or after its text when it has none yet."""
    page = reports / "README.md"
    text = page.read_text(encoding="utf-8")
    before, mark, rest = text.partition(BEGIN)
    after = rest.partition(END)[2] if mark else "\n"
    found = [
        (file.parent.relative_to(reports).as_posix(), _read(file)) for file in sorted(reports.glob("*/*/report.json"))
    ]
    body = "\n".join(tables(found))
    page.write_text(f"{before.rstrip()}\n\n{BEGIN}\n{body}\n{END}{after}", encoding="utf-8")


def tables(found: Sequence[tuple[str, Report]]) -> Iterator[str]:
    """The clients, what each gets wrong, and the families of scenarios."""
    yield ""
    yield "| client | version | A2A | level | verdict | MUST held | MUST failed | not judged | SHOULD broken |"
    yield "|---|---|---|---|---|--:|--:|--:|--:|"
    for place, report in found:
        yield _row(place, report)
    yield ""
    yield "What each gets wrong; its baseline names the frame, what was reported, and the place in the source:"
    yield ""
    yield "| client | scenario | requirement | A2A | seen as |"
    yield "|---|---|---|---|---|"
    for place, report in found:
        yield from _defects(place, report)
    yield ""
    yield "Runs without a failed MUST, of those that apply, by family of scenarios:"
    yield ""
    yield f"| family | {' | '.join(_name(report) for _, report in found)} |"
    yield f"|---|{'--:|' * len(found)}"
    for family in dict.fromkeys(one["name"] for _, report in found for one in report["families"]):
        yield f"| {family} | {' | '.join(_clean(report, family) for _, report in found)} |"
    yield ""


def _read(file: Path) -> Report:
    report: Report = json.loads(file.read_text(encoding="utf-8"))
    return report


def _name(report: Report) -> str:
    target = report["header"]["target"]
    return f"{target['name']} {target['version']}"


def _row(place: str, report: Report) -> str:
    target, must, should = report["header"]["target"], report["totals"]["must"], report["totals"]["should"]
    cells = (
        f"[{target['name']}]({place}/summary.md)",
        target["version"],
        _dialects(report),
        f"`{target['observes']}`",
        report["verdict"],
        f"{must['held']} of {must['applied']}",
        must["broken"],
        must["not_reached"],
        should["broken"],
    )
    return f"| {' | '.join(map(str, cells))} |"


def _dialects(report: Report) -> str:
    return " + ".join(dict.fromkeys(form.partition("-")[0] for form in report["scope"]["wire_forms"]))


def _defects(place: str, report: Report) -> Iterator[str]:
    rows: dict[tuple[str, str, str, str], list[str]] = {}
    for cell in report["cells"]:
        for verdict in cell["verdicts"]:
            if verdict["status"] in ("fail", "warn") and "/" not in verdict["check"]:
                key = cell["cell"]["scenario"], verdict["requirement"], verdict["level"], verdict.get("cause", "")
                rows.setdefault(key, []).append(cell["cell"]["dialect"])
    for (scenario, requirement, level, cause), dialects in sorted(rows.items(), key=lambda row: (row[0][2], row[0])):
        seen = " + ".join(dict.fromkeys(dialects))
        yield f"| {_name(report)} | `{scenario}` | `{requirement}` ({level}) | {seen} | {cause} |"


def _clean(report: Report, family: str) -> str:
    one = next((row for row in report["families"] if row["name"] == family), None)
    return "–" if one is None or not one["applied"] else f"{one['clean']} of {one['applied']}"
