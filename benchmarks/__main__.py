"""Prints each figure beside its budget. Exit code 1 if one is over it."""

import os
import platform
import sys

from benchmarks.figures import all_figures


def main() -> int:
    """Measures and prints."""
    load = os.getloadavg()[0]
    print(f"Python {platform.python_version()}, {os.cpu_count()} CPUs, load {load:.1f}\n", flush=True)
    print(f"{'':50} {'measured':>14} {'budget':>10}", flush=True)
    over = 0
    for figure in all_figures():
        over += not figure.held
        mark = "" if figure.held else "  OVER"
        print(f"{figure.name:50} {figure.value:7.1f} {figure.unit:6} {figure.budget:10.1f}{mark}", flush=True)
        if figure.beside:
            print(f"    {figure.beside}", flush=True)
    print(f"\n{over} over budget" if over else "\nall within budget")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
