"""Frozen sets of requirements: which rows bind, and how strongly. A row that a set does not name only informs."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from a2a_conformance.catalog.requirement import Requirement, RowState
from a2a_conformance.verdict import Level
from a2a_simulator.wire.wire_forms import Dialect


@dataclass(frozen=True, slots=True)
class RequirementSet:
    """The requirements of one dialect as they stood at a release: the level of each row that binds."""

    dialect: Dialect
    release: str
    """`year.month`, for example `2026.12`."""
    levels: Mapping[str, Level]

    @property
    def name(self) -> str:
        """What the set is called: `1.0@2026.12`."""
        return f"{self.dialect}@{self.release}"

    def level_of(self, row: Requirement) -> Level:
        """The level that the set froze, under any id of the row; INFO for a row that it does not name."""
        return next((self.levels[id] for id in (row.id, *row.aliases) if id in self.levels), Level.INFO)


@dataclass(frozen=True, slots=True)
class Sets:
    """What a run is judged by: one set for each dialect."""

    chosen: Mapping[Dialect, RequirementSet]

    def level_of(self, row: Requirement, dialect: Dialect) -> Level:
        """The level that binds in this dialect; INFO where no set says anything."""
        found = self.chosen.get(dialect)
        return Level.INFO if found is None else found.level_of(row)

    def state_of(self, row: Requirement) -> RowState:
        """Frozen if a set names the row, under whatever id."""
        names = {row.id, *row.aliases}
        frozen = any(names & found.levels.keys() for found in self.chosen.values())
        return RowState.FROZEN if frozen else RowState.PROVISIONAL

    def named(self, dialects: Collection[str] = ()) -> str:
        """The sets in words, those of these dialects if any are given: `2026.12`, or each by its whole name."""
        kept = [found for dialect, found in self.chosen.items() if not dialects or dialect in dialects]
        releases = dict.fromkeys(found.release for found in kept)
        return next(iter(releases)) if len(releases) == 1 else ", ".join(found.name for found in kept)
