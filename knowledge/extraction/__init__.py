"""Entries written by a language model, kept only where their quote stands in the text."""

from knowledge.extraction.cost import Estimate, estimate
from knowledge.extraction.ledger import FileLedger, Ledger, Record
from knowledge.extraction.run import Budget, Report, extract_with_model

__all__ = ["Budget", "Estimate", "FileLedger", "Ledger", "Record", "Report", "estimate", "extract_with_model"]
