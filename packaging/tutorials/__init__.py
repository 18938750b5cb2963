"""The five tutorials of the help: what each step does, says and shows."""

from tutorials.credit import CREDIT
from tutorials.donors import DONORS
from tutorials.mailing import MAILING
from tutorials.review import REVIEW
from tutorials.screening import SCREENING
from tutorials.tutorial import Picture, Step, Tutorial, page

TUTORIALS = (CREDIT, REVIEW, MAILING, DONORS, SCREENING)

__all__ = ["TUTORIALS", "Picture", "Step", "Tutorial", "page"]
