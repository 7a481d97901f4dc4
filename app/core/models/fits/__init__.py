"""How models fit this machine now, found out beside whatever waits for it.

`ModelFits` is the door for a window: it is told which models are looked at, and tells of each what
was found.
"""

from __future__ import annotations

from app.core.engine.load.fit_probe import AnyQuestion, FitQuestion, SizeQuestion
from app.core.models.fits.model_fits import FitOutcome, FitTold, ModelFits

__all__ = ["AnyQuestion", "FitOutcome", "FitQuestion", "FitTold", "ModelFits", "SizeQuestion"]
