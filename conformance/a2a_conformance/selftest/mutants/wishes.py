"""Faults in passing on what the caller asked for beside its text."""

from dataclasses import replace
from typing import Any

from a2a_conformance.reference.calls import Ask, Call, Calls
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.wire.wire_forms import Dialect

HEADERS = {Dialect.V1_0: "A2A-Extensions", Dialect.V0_3: "X-A2A-Extensions"}


class Extending(Calls):
    """Spells the header that asks for extensions in its own way."""

    def headers(self, operation: Operation, extensions: tuple[str, ...] = ()) -> dict[str, str]:
        told = super().headers(operation)
        return {**told, **self.asked(extensions)} if extensions else told

    def asked(self, extensions: tuple[str, ...]) -> dict[str, str]:
        """The header for these extensions."""
        return {HEADERS[self.dialect]: ", ".join(extensions)}


@mutant(
    "extensions-in-message-only", BugClass.SHAPE, "a2aproject/a2a-python#984", "Intelligent-Internet/opencode-a2a#426"
)
class ExtensionsInMessageOnly(Extending):
    """Extensions are listed in the message, and in no header."""

    def asked(self, extensions: tuple[str, ...]) -> dict[str, str]:
        return {}


@mutant("extensions-header-of-other-dialect", BugClass.VERSION, "a2aproject/a2a-go#345", "a2aproject/A2A#1903")
class ExtensionsHeaderOfOtherDialect(Extending):
    """Extensions are asked for in the header of the other dialect."""

    def asked(self, extensions: tuple[str, ...]) -> dict[str, str]:
        other = Dialect.V0_3 if self.dialect is Dialect.V1_0 else Dialect.V1_0
        return {HEADERS[other]: ", ".join(extensions)}


@mutant("extensions-with-spaces", BugClass.SHAPE)
class ExtensionsWithSpaces(Extending):
    """Several extensions stand in the header with spaces between them."""

    def asked(self, extensions: tuple[str, ...]) -> dict[str, str]:
        return {HEADERS[self.dialect]: " ".join(extensions)}


@mutant("extensions-in-lower-case", BugClass.SHAPE)
class ExtensionsInLowerCase(Extending):
    """Extensions are asked for in lower case."""

    def asked(self, extensions: tuple[str, ...]) -> dict[str, str]:
        return {HEADERS[self.dialect]: ", ".join(extensions).lower()}


@mutant("last-extension-only", BugClass.SHAPE)
class LastExtensionOnly(Extending):
    """Of several extensions the last one alone is asked for, though the card requires the first."""

    def asked(self, extensions: tuple[str, ...]) -> dict[str, str]:
        return super().asked(extensions[-1:])


@mutant("service-parameters-in-body", BugClass.SHAPE)
class ServiceParametersInBody(Calls):
    """Version and extensions stand in the metadata of the request as well."""

    def send_params(self, ask: Ask, streaming: bool) -> dict[str, Any]:
        told = super().send_params(ask, streaming)
        return {**told, "metadata": {"A2A-Version": "1.0", "A2A-Extensions": list(ask.extensions)}}


@mutant("zero-history-left-out", BugClass.SHAPE)
class ZeroHistoryLeftOut(Calls):
    """A history length of 0 counts as none, in sends."""

    def configuration(self, ask: Ask, streaming: bool) -> dict[str, Any]:
        return super().configuration(replace(ask, history=ask.history or None), streaming)


@mutant("zero-history-left-out-of-reads", BugClass.SHAPE)
class ZeroHistoryLeftOutOfReads(Calls):
    """Members with the value 0 are left out of reads."""

    def call(self, operation: Operation, params: Any, extensions: tuple[str, ...] = ()) -> Call:
        kept = {name: value for name, value in params.items() if value != 0}
        return super().call(operation, kept, extensions)


@mutant("references-dropped", BugClass.IDS)
class ReferencesDropped(Calls):
    """A message never names the tasks that it refers to."""

    def message(self, ask: Ask) -> Message:
        return super().message(replace(ask, refers=()))


@mutant("metadata-dropped", BugClass.SHAPE)
class MetadataDropped(Calls):
    """The metadata of a message is dropped."""

    def message(self, ask: Ask) -> Message:
        return super().message(replace(ask, metadata=None))


@mutant("metadata-as-list", BugClass.SHAPE)
class MetadataAsList(Calls):
    """The metadata of a message is a list of pairs."""

    def send_params(self, ask: Ask, streaming: bool) -> dict[str, Any]:
        told = super().send_params(ask, streaming)
        pairs = [{"key": key, "value": value} for key, value in (ask.metadata or {"source": "app"}).items()]
        told["message"]["metadata"] = pairs
        return told


@mutant("file-bytes-as-text", BugClass.SHAPE, "a2aproject/a2a-js#568")
class FileBytesAsText(Calls):
    """The bytes of a file are sent as text, as far as they are some."""

    def send_params(self, ask: Ask, streaming: bool) -> dict[str, Any]:
        told = super().send_params(ask, streaming)
        for part in told["message"]["parts"]:
            holder, name = (part, "raw") if "raw" in part else (part.get("file") or {}, "bytes")
            if name in holder:
                holder[name] = "\ufffd not base64 \ufffd"
        return told


@mutant("inline-push-names-a-task", BugClass.SHAPE)
class InlinePushNamesATask(Calls):
    """Each send asks for push notifications and makes up the task they are for."""

    def configuration(self, ask: Ask, streaming: bool) -> dict[str, Any]:
        config = {"taskId": "my-task", "url": "http://127.0.0.1:9/hook"}
        name = "taskPushNotificationConfig" if self.dialect is Dialect.V1_0 else "pushNotificationConfig"
        return {**super().configuration(ask, streaming), name: config}
