"""Who does not use the plugin does not pay for it."""

import subprocess
import sys

HEAVY = ("httpx", "hypothesis", "jinja2", "pydantic", "starlette", "uvicorn", "yaml", "click", "asyncio")


def test_importing_the_plugin_imports_nothing_beyond_pytest():
    code = (
        "import sys, pytest; before = set(sys.modules); import a2a_conformance.plugin;"
        "print(sorted(name for name in set(sys.modules) - before if not name.startswith('a2a_')))"
    )
    printed = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert not [name for name in HEAVY if f"'{name}" in printed], printed


def test_importing_the_plugin_takes_at_most_30_ms_of_cpu():
    code = (
        "import pytest, time; begin = time.process_time(); import a2a_conformance.plugin;"
        "print(time.process_time() - begin)"
    )
    spent = min(
        float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)
        for _ in range(3)
    )
    assert spent <= 0.030


def test_a_repository_with_packages_of_the_same_folder_names_is_unharmed(pytester):
    for package in ("conformance", "simulator"):
        pytester.mkpydir(package).joinpath("thing.py").write_text("VALUE = 1\n")
    pytester.makepyfile("import conformance.thing, simulator.thing\ndef test_it(): assert conformance.thing.VALUE")
    result = pytester.runpython_c("import pytest, sys; sys.exit(pytest.main(['-q']))")
    assert result.ret == 0
