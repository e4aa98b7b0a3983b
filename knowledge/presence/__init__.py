"""Who witnesses what: the ground on which nobody is asked about scenes they know nothing of."""

from knowledge.presence.knows import Knowledge
from knowledge.presence.witness import presence

__all__ = ["Knowledge", "presence"]
