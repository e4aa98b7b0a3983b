"""What is known of each character, in four dimensions, and their profile as of a chapter."""

from knowledge.entries.as_of import people_as_of
from knowledge.entries.extract import extract
from knowledge.entries.profile import Cited, Profile, Relation, profile

__all__ = ["Cited", "Profile", "Relation", "extract", "people_as_of", "profile"]
