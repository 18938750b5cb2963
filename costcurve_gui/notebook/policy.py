"""What `Comparison.policy` returns: a rule to be saved, applied, estimated anew and handed on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.notebook.arguments import arguments_named
from costcurve_gui.notebook.arrays import cases_of
from costcurve_gui.notebook.blas import one_blas_thread
from costcurve_gui.notebook.columns import as_array, as_cells, as_scores, require_one_length
from costcurve_gui.notebook.tables import frame_of
from costcurve_gui.policies.saved import RECOMMENDED, PolicyFile, policies_of, read_policies

if TYPE_CHECKING:
    import os

    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    from costcurve_gui.policies.decide_request import Missing
    from costcurve_gui.policies.saved import SavedPolicy


class Policy(dict[str, Any]):
    """One policy with what it was planned on: the content of a policy.json, as plain data.

    `json.dump` takes it, and what it wrote `Policy.read` reads.
    """

    @classmethod
    def read(
        cls, path: str | os.PathLike[str], criterion: str | None = None, model: str | None = None
    ) -> Policy:
        """Return a policy of a file: the recommended one, unless criterion or model are named."""
        with arguments_named({}):
            file = read_policies(Path(path))
            chosen = file.choose(criterion, model)
        return cls.of_one(file.content, file.content["policies"][file.policies.index(chosen)])

    @classmethod
    def of_one(cls, content: dict[str, Any], entry: dict[str, Any]) -> Policy:
        """Return one policy of a content, which is then the recommended one."""
        named = {name: entry[name] for name in ("criterion", "model", "positive") if name in entry}
        said = content.get(RECOMMENDED, {})
        same = named.items() <= said.items()
        why = said["why"] if same else "the only rule here"
        only: dict[str, Any] = {RECOMMENDED: {**named, "why": why}, "policies": [entry]}
        return cls({**content, **only})

    def __repr__(self) -> str:
        entry = self["policies"][0]
        return (
            f"<Policy {entry['criterion']} of {entry['model']}: .decide(scores, ids), .verify(), "
            ".to_sklearn(), .save()>"
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it as a file that `costcurve decide`, `rule` and `verify` take."""
        from costcurve_gui.dataio.writers import write_json

        with arguments_named({}):
            write_json(Path(path), self)

    def decide(
        self,
        scores: ArrayLike,
        ids: ArrayLike | None = None,
        *,
        missing: Missing = "stop",
    ) -> NDArray[Any]:
        """Return what is decided about each score: 1 act, 0 leave, 2 refer.

        Parameters
        ----------
        scores : array-like of shape (n,)
            As the model gives them, NaN where there is none; of a plan on grades these.
        ids : array-like of shape (n,), optional
            What identifies a case: a mixture draws by it. None takes the number of the case, from
            1 on.
        missing : str
            What to do where there is no score: `"stop"` raises, `"act"` and `"leave"` decide,
            `"empty"` gives NaN.

        Returns
        -------
        ndarray of int8, or of float64 with `missing="empty"`
        """
        from costcurve_gui.policies.decide_request import MISSING, DecideRequest
        from costcurve_gui.policies.deciding import decide_scores
        from costcurve_gui.policies.rule import UNDECIDED

        if missing not in MISSING:
            raise ValueError(f"missing: {missing!r} is none of {', '.join(MISSING)}")
        array = as_array(scores, "scores")
        if array.ndim != 1:
            raise ValueError(f"scores has the shape {array.shape}; it takes a value a case")
        keys = None if ids is None else _texts(ids)
        if keys is not None:
            require_one_length({"ids": keys}, array.size, "scores")
        with arguments_named({}):
            _, policy = self._opened()
            values = _numbers(policy, array)
            found, _ = decide_scores(DecideRequest(policy, None, missing), values, keys)
        return np.where(found == UNDECIDED, np.nan, found) if missing == "empty" else found

    @one_blas_thread()
    def verify(
        self,
        y_true: ArrayLike,
        scores: ArrayLike,
        *,
        data: Any = None,
        sample_weight: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        bootstrap: int = 2000,
        confidence: float | None = None,
        seed: int = 0,
    ) -> pd.DataFrame:
        """Return planned and observed figures on other cases, and whether they are consistent.

        Parameters
        ----------
        y_true, scores : array-like of shape (n,)
            Labels and scores of the cases.
        data : DataFrame or mapping of name to array-like, optional
            The columns that payoffs and row filter of the plan name.
        sample_weight, groups : array-like of shape (n,), optional
            As for the plan.
        bootstrap, confidence, seed
            Replicates, level (None takes that of the plan) and seed of the intervals.

        Returns
        -------
        DataFrame
            The rows that `costcurve verify` writes.
        """
        from costcurve_gui.cli.verifying import Resampling, verified

        origins: dict[str, str] = {}
        with arguments_named(origins):
            file, policy = self._opened()
            positive = policy.positive or file.content["input"]["positive"]
            if policy.grades:
                scores = _numbers(policy, as_array(scores, "scores"))
            cases = cases_of(y_true, {policy.column: scores}, data, positive)
            named: dict[str, str | None] = {"weight": None, "group": None}
            for part, argument, values in (
                ("weight", "sample_weight", sample_weight),
                ("group", "groups", groups),
            ):
                if values is not None:
                    named[part] = cases.add(argument, as_cells(values, argument), argument)
            origins |= cases.arguments
            source = {**file.content["input"], "label": cases.label, **named}
            here = replace(file, content={**file.content, "input": source})
            (column,) = cases.models
            policy = replace(policy, score_column=column, grades=())
            resampling = Resampling(bootstrap, confidence, seed)
            return frame_of(verified(here, [policy], cases.source, resampling))

    def to_sklearn(self, estimator: Any) -> Any:
        """Return scikit-learn's `FixedThresholdClassifier` over a fitted estimator.

        Raises
        ------
        ValueError
            Where the policy is no single threshold of high scores, or the estimator lacks the
            positive class.
        """
        from sklearn.frozen import FrozenEstimator  # type: ignore[import-untyped]
        from sklearn.model_selection import (  # type: ignore[import-untyped]
            FixedThresholdClassifier,
        )

        from costcurve_gui.dataio.roles.labels import label_key
        from costcurve_gui.policies.code import response_method, sklearn_threshold

        with arguments_named({}):
            file, policy = self._opened()
            threshold = sklearn_threshold(policy)
        positive = policy.positive or file.content["input"]["positive"]
        labels = {label_key(str(label)): label for label in estimator.classes_.tolist()}
        if label_key(positive) not in labels:
            raise ValueError(
                f"estimator has the classes {', '.join(map(str, labels.values()))}, and none is "
                f"the positive one, {positive}"
            )
        return FixedThresholdClassifier(
            FrozenEstimator(estimator),
            threshold=threshold,
            pos_label=labels[label_key(positive)],
            response_method=response_method(policy),
        )

    def _opened(self) -> tuple[PolicyFile, SavedPolicy]:
        file = policies_of(dict(self), "the policy")
        return file, file.choose()


def _texts(ids: Any) -> list[str]:
    """Return identifiers as a file would have them: whole numbers without a point."""
    array = as_array(ids, "ids")
    return [str(one) for one in array.tolist()]


def _numbers(policy: SavedPolicy, scores: NDArray[Any]) -> NDArray[np.float64]:
    """Return scores as a rule takes them: the places of grades, where it is about grades."""
    if policy.grades:
        from costcurve_gui.policies.grades import places_of

        return places_of(policy.grades, scores.tolist())
    return np.asarray(as_scores(scores, "scores"), np.float64)
