"""Cairn as a ruleset: one module per chapter of the book."""

from .book import RULESET

__all__ = ["RULESET"]
