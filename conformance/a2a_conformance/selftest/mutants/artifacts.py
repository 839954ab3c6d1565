"""Faults in putting artifacts together."""

from dataclasses import replace

from a2a_conformance.reference.client import Client, Events
from a2a_conformance.reference.fold import Fold
from a2a_conformance.reference.listener import Listener
from a2a_conformance.reference.results import Result, Results
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate
from a2a_simulator.protocol.parts import Text
from a2a_simulator.protocol.tasks import Task


@mutant("append-replaces", BugClass.ARTIFACT, "google/adk-python#6686", "google/adk-java#1113")
class AppendReplaces(Fold):
    """Each chunk replaces the artifact that it should extend."""

    def extended(self, before: Artifact, chunk: Artifact) -> Artifact:
        return chunk


@mutant("replace-appends", BugClass.ARTIFACT, "a2aproject/A2A#1231", "google/adk-python#6686")
class ReplaceAppends(Fold):
    """An artifact sent anew is added to the old one."""

    def grown(self, task: Task, update: ArtifactUpdate) -> Task:
        return super().grown(task, replace(update, append=True))


@mutant("one-artifact-for-all", BugClass.ARTIFACT, "a2aproject/a2a-inspector#85")
class OneArtifactForAll(Fold):
    """Chunks of different artifacts end up in the first one."""

    def grown(self, task: Task, update: ArtifactUpdate) -> Task:
        return super().grown(task, replace(update, append=bool(task.artifacts)))

    def key(self, update: ArtifactUpdate) -> str:
        held = self.task.artifacts if self.task else None
        return held[0].artifact_id if held else super().key(update)


@mutant("artifact-per-chunk", BugClass.ARTIFACT, "a2aproject/a2a-python#833")
class ArtifactPerChunk(Fold):
    """Each chunk becomes an artifact of its own."""

    def grown(self, task: Task, update: ArtifactUpdate) -> Task:
        held = task.artifacts or ()
        name = update.artifact.artifact_id
        if any(artifact.artifact_id == name for artifact in held):
            name = f"{name}-{len(held)}"
        return replace(task, artifacts=(*held, replace(update.artifact, artifact_id=name)))


@mutant("chunks-joined-with-a-space", BugClass.ARTIFACT, "crewAIInc/crewAI#7477", "google-gemini/gemini-cli#23633")
class ChunksJoinedWithASpace(Results):
    """Chunks of one artifact are joined with a space in between."""

    def artifact_text(self, artifact: Artifact) -> str:
        return " ".join(part.text for part in artifact.parts if isinstance(part, Text))


@mutant("answer-from-last-artifact", BugClass.ARTIFACT)
class AnswerFromLastArtifact(Results):
    """The answer is the text of the last artifact only."""

    def text(self, artifacts: tuple[Artifact, ...]) -> str:
        return super().text(artifacts[-1:])


@mutant("only-text-parts", BugClass.SHAPE)
class OnlyTextParts(Fold):
    """Files and data in artifacts are thrown away."""

    def grown(self, task: Task, update: ArtifactUpdate) -> Task:
        kept = tuple(part for part in update.artifact.parts if isinstance(part, Text))
        return super().grown(task, replace(update, artifact=replace(update.artifact, parts=kept)))


@mutant("snapshot-adds", BugClass.ARTIFACT, "a2aproject/A2A#1635")
class SnapshotAdds(Fold):
    """Artifacts of a second Task snapshot are added to those already known."""

    def snapshot(self, task: Task) -> Task:
        known = {artifact.artifact_id: artifact for artifact in (self.task.artifacts or () if self.task else ())}
        for artifact in task.artifacts or ():
            before = known.get(artifact.artifact_id)
            known[artifact.artifact_id] = self.extended(before, artifact) if before else artifact
        return replace(task, artifacts=tuple(known.values()))


@mutant("snapshot-ignored", BugClass.RESUB, "a2aproject/A2A#1635", "a2aproject/a2a-python#832")
class SnapshotIgnored(Fold):
    """Only the first Task counts; a later snapshot is ignored."""

    def snapshot(self, task: Task) -> Task:
        return self.task or task


@mutant("shared-fold", BugClass.CONCURRENCY, "a2aproject/a2a-java#742", "a2aproject/A2A#999", races=("ids/parallel",))
class SharedFold(Client):
    """All calls of a client put their events into one accumulated task."""

    async def follow(self, events: Events, listener: Listener | None = None) -> Result:
        shared = self.make.fold()
        self.make = replace(self.make, fold=lambda: shared)  # type: ignore[arg-type]
        return await super().follow(events, listener)


@mutant("opening-artifacts-lost", BugClass.SHAPE)
class OpeningArtifactsLost(Fold):
    """Artifacts inside a Task are not read, only those of updates."""

    def snapshot(self, task: Task) -> Task:
        return replace(task, artifacts=self.task.artifacts if self.task else None)
