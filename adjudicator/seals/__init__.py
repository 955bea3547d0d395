"""Hides values of a record and restores them, so that any change in between is detected.

    Transcript ──► seal ──► public Transcript, key ──► unseal ──► Transcript, and a fault for every change

Callers decide who may know which values, and give `seal` those to hide. Each becomes `?[commitment]` in the public record; the
key has the values with their salts.
"""

from adjudicator.seals.commitments import Address
from adjudicator.seals.hidden_values import fields, sealed
from adjudicator.seals.opened_seals import unseal
from adjudicator.seals.sealing import seal, seal_holder

__all__ = ["Address", "fields", "seal", "seal_holder", "sealed", "unseal"]
