"""Conformance tests for software that uses A2A agents or fronts them."""

__version__ = "1.0.0"
