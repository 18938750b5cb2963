"""What the page says of each figure, in words; its numbers come from the figures themselves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Text:
    """Title, what is to be seen, what the data are, and the help pages of the views."""

    title: str
    seen: str
    data: str
    pages: tuple[str, ...]


SOURCES = {
    "f04": "T. Fawcett (2004): ROC graphs: notes and practical considerations for researchers",
    "dh06": "C. Drummond, R. C. Holte (2006): Cost curves",
    "f06": "T. Fawcett (2006): ROC graphs with instance-varying costs",
}

TEXTS = {
    "f04-3": Text(
        "Figure 3: twenty cases, one curve",
        "Each point carries the score that makes it. The ring is the threshold of most right "
        "decisions: 0.54, not 0.5.",
        "Printed: all twenty cases. fawcett2004_figure_3.csv",
        ("roc",),
    ),
    "f04-4": Text(
        "Figure 4: a perfect ranking, a poor threshold",
        "The curve runs through the corner, yet at 0.5 two negatives are taken for positives: the "
        "scores of this naive Bayes rank well and are no probabilities.",
        "Printed: all ten cases. fawcett2004_figure_4.csv",
        ("roc", "decision"),
    ),
    "f04-6": Text(
        "Figure 6: equal scores",
        "Six positives and four negatives share one score. The curve takes the diagonal of their "
        "rectangle, midway between the best and the worst order that they could stand in.",
        "Printed: the six and the four. Constructed: four positives and six negatives around "
        "them. fawcett2004_figure_6.csv",
        ("roc",),
    ),
    "f04-10": Text(
        "Figure 10: 800 of 4000 clients",
        "A (0.1, 0.2) takes too few clients, B (0.25, 0.6) too many; the line of 800 cuts the "
        "dashed one between them at C, the small ring. "
        "The source reads C off as (0.18, 0.42) and gets k = 0.53, which contacts only 774; the "
        "exact k is 94/165. A lies below the straight line from (0, 0) to B, so the program, "
        "asked in Decision to mix two thresholds, mixes B with nobody and finds about four "
        "responders more.",
        "Printed: both points, 240 responders among 4000. fawcett2004_figure_10.csv",
        ("roc", "decision"),
    ),
    "f04-11": Text(
        "Figure 11: a concavity and its repair",
        "Between A and C the curve bends inwards at B. With the decisions between A and C "
        "reversed, B comes to lie at B\u2032, its mirror image through the middle of AC.",
        "Constructed: the source prints no coordinates. fawcett2004_figure_11.csv, with weights",
        ("roc",),
    ),
    "f04-12": Text(
        "Figure 12: two classifiers joined",
        "Whatever the two have in common, both together lie in the lower box and either of them in "
        "the upper one. The rings are where independent classifiers would lie: outside the hull "
        "of both. A sample can reach the upper part of the lower box alone, which the source does "
        "not say: two sets that together are larger than the class must overlap.",
        "Printed: the expected point (0.08, 0.42). Constructed: c1 and c2 so that their rates "
        "multiply to it. fawcett2004_figure_12.csv",
        ("roc",),
    ),
    "dh06-1": Text(
        "Figure 1: a confusion matrix",
        "16 of 20 positives found, 4 of 10 negatives alarmed: a point in ROC space, and in cost "
        "space the line from FP at the left to FN at the right.",
        "Printed: the matrix. drummond_holte2006_figure_1.csv",
        ("roc", "cost"),
    ),
    "dh06-2": Text(
        "Figure 2: slopes",
        "A is the best point of its curve where iso-performance lines have a slope between those "
        "of its two segments. The segments of B alone end at the trivial classifiers: their "
        "slopes are its operating range.",
        "Printed: B = (0.35, 0.7) and the slopes beside A. Constructed: the rest of the dashed "
        "curve. Of C, named in the caption, the text says nothing. drummond_holte2006_figure_2.csv",
        ("roc",),
    ),
    "dh06-3": Text(
        "Figure 3: 1R and C4.5",
        "Error rates over the share of positives: each line runs from the false positive rate at 0 "
        "to the false negative rate at 1. Left of the crossing C4.5 errs less, "
        "right of it 1R; in ROC space the same is hard to see.",
        "Printed: the crossing at 0.445 and who is better beside it. Constructed: two matrices "
        "that cross there. drummond_holte2006_figure_3.csv",
        ("regret", "roc"),
    ),
    "dh06-4": Text(
        "Figure 4: hull and lower envelope",
        "Every point at the left is a line at the right. Points of the hull are segments of the "
        "envelope, edges of the hull are its vertices; a point below the hull is a line that is "
        "never the lowest.",
        "Printed: ten points, the trivial ones among them. Constructed: the other eight. "
        "drummond_holte2006_figure_4.csv",
        ("roc", "cost"),
    ),
    "dh06-5": Text(
        "Figure 5: the same lines with costs",
        "A missed positive costs five times a false alarm here. The lines of figure 3 have not "
        "moved; only the axes mean something else: they still cross at PC(+) = 0.445, which is "
        "now a share of positives of 13.8 %.",
        "The file of figure 3. Chosen: the costs. drummond_holte2006_figure_3.csv",
        ("cost", "payoffs"),
    ),
    "dh06-9": Text(
        "Figure 9: the operating range",
        "The dotted lines guess the range from the outermost points of the hull. Cost space has "
        "it exactly, where the envelope leaves the lines of the trivial classifiers, and it is "
        "narrower.",
        "Printed: all four ends. Constructed: five classifiers that have them. "
        "drummond_holte2006_figure_9.csv",
        ("cost", "roc"),
    ),
    "dh06-11": Text(
        "Figure 11: two curves that cross",
        "One iso-performance line touches both curves: there they cost the same. In cost space "
        "this is the crossing. Where the ROC curves themselves cross is of no importance.",
        "Printed: the condition, about 0.5, and who is better beside it. Constructed: both curves; "
        "strict is the dotted one of the source, liberal the dashed one. "
        "drummond_holte2006_figure_11.csv",
        ("roc", "cost"),
    ),
    "dh06-12": Text(
        "Figure 12: by how much",
        "In cost space the distance is upright and is a cost; the third picture draws it. "
        "In ROC space A has to be compared "
        "with B up to a cost ratio of 7/3, and with C, doing nothing, beyond it; the source has C "
        "at 2.3 already, a little too early.",
        "Printed: B on the level line at 0.3, the slopes beside A, 0.25 at 0.3 and 0.7. "
        "Constructed: the rest of the dashed curve. drummond_holte2006_figure_12.csv",
        ("difference", "cost", "roc"),
    ),
    "dh06-14": Text(
        "Figure 14: vertical and horizontal averages",
        "Two runs of one classifier each, faint. The vertical and the horizontal average stay "
        "below the straight line on which the "
        "two points cost the same: an average that costs more than either of what it averages.",
        "Printed: both points. Chosen: 10 positives and 50 negatives a run. "
        "drummond_holte2006_figure_14.csv, with folds and weights",
        ("roc",),
    ),
    "dh06-15": Text(
        "Figure 15: the average in cost space",
        "The heavy line is the mean cost of both runs at every condition. Taken back to ROC "
        "space, its middle vertex lies on the line of equal cost, midway between the two points.",
        "As figure 14. drummond_holte2006_figure_14.csv",
        ("cost", "roc"),
    ),
    "dh06-16": Text(
        "Figure 16: resampled matrices",
        "A hundred matrices drawn by their rows, the positives and the negatives on their own, by "
        "the bootstrap behind every band of the program. Their lines end at tenths at the left and "
        "at twentieths at the right. Between the dashed limits lie 90 % of them. The shade is the "
        "interval of two binomials, which the program shows for such a matrix. Both are "
        "narrow near the share of positives in the test set.",
        "Printed: the matrix and how it is resampled. Drawn: the hundred, with seed 0. "
        "drummond_holte2006_figure_1.csv",
        ("cost",),
    ),
    "dh06-17": Text(
        "Figure 17: overlapping intervals",
        "The lower curve is the cheaper one throughout. At the left the interval of the upper "
        "curve, at the right those of both: the upper one holds the lower curve up to the middle, "
        "and the two overlap at every PC(+). That says nothing yet of the difference. "
        "Where a curve is that of a trivial classifier nothing is uncertain; the numbers are of "
        "the PC(+) at which the upper one is in use.",
        "Printed: the level, the middle, the overlap. Constructed: 200 positives and 200 "
        "negatives, and what two classifiers say of each; upper misses 16 and alarms 44, "
        "lower 9 and 39. drummond_holte2006_figure_17.csv",
        ("cost", "uncertainty"),
    ),
    "dh06-19": Text(
        "Figure 19: the difference of the same two",
        "Both pictures have the cost curves of figure 17, and one mean difference. At the left the "
        "lower classifier errs on no case that the upper one gets right, at the right they err on "
        "different cases. Resampling whole cases, which is the three-way matrix of figure 18, "
        "shows what overlapping intervals cannot: the left one is significant, the right one "
        "is not. As in the source, each interval holds at its PC(+) alone (pointwise).",
        "Printed: zero outside, and inside, the interval. Constructed: the agreement of the "
        "classifiers case by case. drummond_holte2006_figure_17.csv, upper against lower_high "
        "and lower_low",
        ("difference", "uncertainty"),
    ),
    "dh06-20": Text(
        "Figure 20: significant for some conditions",
        "The same curves once more, with an agreement between those of figure 19. The difference "
        "is significant at each PC(+) by itself (pointwise) where positives matter most. Over all "
        "PC(+) at once (simultaneous, as the program opens other files) it would not be.",
        "Printed: significant above 0.7. Constructed: the agreement. "
        "drummond_holte2006_figure_17.csv, upper against lower_medium",
        ("difference", "uncertainty"),
    ),
    "dh06-23": Text(
        "Figure 23: Neyman-Pearson",
        "The bound on false alarms is an upright line in ROC space and a point on the left edge of "
        "cost space. The best classifier is the bold line from there through the vertex where its "
        "two neighbours meet. At the right edge it ends at its false negative rate (the source "
        "speaks of the true positive rate, one less that).",
        "The file of figure 9. Chosen: the bound 0.27. drummond_holte2006_figure_9.csv",
        ("decision", "roc", "cost"),
    ),
    "dh06-24": Text(
        "Figure 24: workforce",
        "300 of 1000 cases can be treated, 250 of them are positive. The falling line of ROC "
        "space is a point left of cost space; the bold line from there through a vertex "
        "of the envelope is the answer.",
        "The file of figure 9. Chosen: 300 of 1000, a quarter positive. "
        "drummond_holte2006_figure_9.csv",
        ("decision", "roc", "cost"),
    ),
    "f06-3": Text(
        "Figure 3: one ROC curve, two ROCIV curves",
        "A and B rank the classes alike, so that their ROC curves cover each other. Counted in "
        "money, A finds the dear positives early and B avoids the dear false alarms: each is the "
        "better one somewhere.",
        "Constructed: the source prints no numbers. fawcett2006_figure_3.csv; each error costs "
        "the amount",
        ("rociv", "payoffs"),
    ),
    "f06-8": Text(
        "Figure 8: German credit",
        "By cases the three models take turns on the joint hull, in black. By money naive Bayes "
        "holds a longer stretch without a break, and the neural net (mlp) hardly matters, as in "
        "the source. "
        "Where the turns come differs from there: these are other models of other halves.",
        "Real: german_credit_half.csv with the payoffs of figure 7; to approve is Y, "
        "the good applicants are the positives",
        ("rociv", "payoffs"),
    ),
}
