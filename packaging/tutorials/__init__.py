"""The three tutorials of the help: what each step does, says and shows."""

from tutorials.credit import CREDIT
from tutorials.mailing import MAILING
from tutorials.screening import SCREENING
from tutorials.tutorial import Picture, Step, Tutorial, page

TUTORIALS = (CREDIT, MAILING, SCREENING)

__all__ = ["TUTORIALS", "Picture", "Step", "Tutorial", "page"]
