"""Where the older records of a long run go, so that memory stays bounded: a temporary file, gone with the run."""

import pickle
import tempfile
from collections.abc import Iterator
from typing import IO, Any


class Spill:
    """Batches of raw records on disk, in order. The file has no name and dies with this object."""

    def __init__(self) -> None:
        self._file: IO[bytes] | None = None

    def put(self, batch: list[Any]) -> None:
        """Appends a batch."""
        if self._file is None:
            self._file = tempfile.TemporaryFile(prefix="a2a-journal-")  # noqa: SIM115 - closed with the run
        self._file.seek(0, 2)
        pickle.dump(batch, self._file, protocol=pickle.HIGHEST_PROTOCOL)

    def __iter__(self) -> Iterator[Any]:
        if self._file is None:
            return
        self._file.seek(0)
        while True:
            try:
                yield from pickle.load(self._file)
            except EOFError:
                return

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Gives the disk space back."""
        if self._file is not None:
            self._file.close()
            self._file = None
