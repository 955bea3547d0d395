"""Hides what a record may not yet say, and brings it back: nobody can change it in between without being found out.

    Transcript ──► seal ──► public Transcript, key ──► unseal ──► Transcript, and a fault for every change

Other modules decide who may know what and give `seal` the values to hide. Each becomes `?[commitment]` in the public record;
the key holds the values with their salts.
"""

from adjudicator.seals.commitments import Address
from adjudicator.seals.hidden_values import fields
from adjudicator.seals.opened_seals import unseal
from adjudicator.seals.sealing import seal, seal_holder

__all__ = ["Address", "fields", "seal", "seal_holder", "unseal"]
