"""Constraints: one class for each kind in a run file, with the keys of its section [[constraint]]. docs/tabular.md
explains what they mean, and docs/config.md lists the allowed values; the library checks them when a model is fitted.

    >>> Counterfactual("sex", 1e-3)
    Counterfactual('sex', 0.001)
    >>> EqualOpportunity(["sex", "race"], 0.05, rows=["age >= 18"])
    EqualOpportunity(['sex', 'race'], 0.05, rows=['age >= 18'])
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, ClassVar, Dict, Iterator, List, Sequence, Tuple, Type, Union

from ._toml import toml

Attribute = Union[str, Sequence[str]]
"""A column whose values define the groups; several columns are crossed."""


@dataclass(frozen=True, repr=False, kw_only=True)
class Constraint:
    """A constraint of any kind; see the classes below. `rows` are conditions that its rows must meet, `name` is its
    name in results. With a `price` it gives way where one more unit of its risk would be worth more than that much of
    the objective; 0: it must be met."""

    kind: ClassVar[str] = ""
    rows: Sequence[str] = ()
    name: str = ""
    price: float = 0.0

    def _fields(self) -> List["dataclasses.Field[Any]"]:
        """In the order of __init__: the fields of the base class, which are keyword-only, come last."""
        return sorted(dataclasses.fields(self), key=lambda field: field.kw_only is True)

    def __repr__(self) -> str:
        words = []
        for field in self._fields():
            value = getattr(self, field.name)
            if field.default is dataclasses.MISSING:
                words.append(repr(value))
            elif value != field.default:
                words.append(f"{field.name}={value!r}")
        return f"{type(self).__name__}({', '.join(words)})"

    def keys(self) -> Iterator[Tuple[str, str]]:
        """The bound, and the keys that differ from their defaults, with their values as TOML."""
        for field in self._fields():
            value = getattr(self, field.name)
            if field.default is not dataclasses.MISSING and value == field.default and field.name != "bound":
                continue
            name = field.name.rstrip("_")
            if name == "attribute" and not isinstance(value, str):
                name = "attributes"
            yield name, toml(value)


@dataclass(frozen=True, repr=False, kw_only=True)
class _OfGroups(Constraint):
    """Constraints that compare rows which agree in the columns `within`: all except changes of attributes."""

    within: Sequence[str] = ()


@dataclass(frozen=True, repr=False, kw_only=True)
class _OfRates(_OfGroups):
    """Constraints on a rate of predictions, for which `positive` names the positive class."""

    positive: str = ""


@dataclass(frozen=True, repr=False)
class Counterfactual(Constraint):
    """The mean divergence between predictions for a row and for the same row with another value of the attribute is at
    most the bound. With `from_` and `to`, only that change is considered; numbers are raised by `add`, and several
    attributes change together.

    >>> Counterfactual("race", 0.01, from_="red", to="blue")
    Counterfactual('race', 0.01, from_='red', to='blue')
    """

    kind: ClassVar[str] = "counterfactual"
    attribute: Attribute
    bound: float
    from_: str = ""
    to: str = ""
    add: float = 0.0


@dataclass(frozen=True, repr=False)
class _RateGap(_OfRates):
    """Limits the difference between the rates of groups."""

    attribute: Attribute
    bound: float
    against: str = "groups"


@dataclass(frozen=True, repr=False)
class DemographicParity(_RateGap):
    """The positive rates of groups differ by at most the bound, from each other, or with `against="whole"` from that of
    all rows.

    >>> DemographicParity("race", 0.05, against="whole", within=["department"])
    DemographicParity('race', 0.05, against='whole', within=['department'])
    """

    kind: ClassVar[str] = "demographic_parity"


@dataclass(frozen=True, repr=False)
class EqualOpportunity(_RateGap):
    """The recalls (true positive rates) of groups differ by at most the bound.

    >>> EqualOpportunity("sex", 0.05, positive="granted")
    EqualOpportunity('sex', 0.05, positive='granted')
    """

    kind: ClassVar[str] = "equal_opportunity"


@dataclass(frozen=True, repr=False)
class EqualizedOdds(_RateGap):
    """The recalls and the false positive rates of groups differ by at most the bound.

    >>> EqualizedOdds("sex", 0.1, rows=["age >= 25"])
    EqualizedOdds('sex', 0.1, rows=['age >= 25'])
    """

    kind: ClassVar[str] = "equalized_odds"


@dataclass(frozen=True, repr=False)
class ErrorRate(_OfGroups):
    """The error rates of groups differ by at most the bound.

    >>> ErrorRate("sex", 0.05, name="errors")
    ErrorRate('sex', 0.05, name='errors')
    """

    kind: ClassVar[str] = "error_rate"
    attribute: Attribute
    bound: float
    against: str = "groups"


@dataclass(frozen=True, repr=False)
class MeanPrediction(_OfGroups):
    """The mean predictions of groups (of numbers, or of the rank of ordered classes, counted from 1) differ by at most
    the bound.

    >>> MeanPrediction("sex", 0.2)
    MeanPrediction('sex', 0.2)
    """

    kind: ClassVar[str] = "mean_prediction"
    attribute: Attribute
    bound: float
    against: str = "groups"


@dataclass(frozen=True, repr=False)
class Rate(_OfRates):
    """A rate (positive_rate, recall, false_positive_rate, error_rate, accuracy, false_negative_rate,
    true_negative_rate, balanced_error, precision, false_discovery_rate, f_score) over all rows, or over each group, is
    at most the bound, or at least the bound with `at_least`.

    >>> Rate("recall", 0.7, attribute="race", at_least=True)
    Rate('recall', bound=0.7, attribute='race', at_least=True)
    """

    kind: ClassVar[str] = "rate"
    rate: str
    bound: float = 0.0
    attribute: Attribute = ""
    at_least: bool = False
    minimise: bool = False


@dataclass(frozen=True, repr=False)
class GroupLoss(_OfGroups):
    """The mean loss over all rows, or over each group, is at most the bound; with `minimise`, the loss of the worst
    group is made as small as possible.

    >>> GroupLoss(attribute="race", minimise=True)
    GroupLoss(attribute='race', minimise=True)
    """

    kind: ClassVar[str] = "group_loss"
    bound: float = 0.0
    attribute: Attribute = ""
    minimise: bool = False


@dataclass(frozen=True, repr=False)
class Expression(_OfRates):
    """Any linear combination of rates, in the language of docs/constraints.md. Without a comparison in it, it must be
    at most the bound, or at least the bound with `at_least`.

    >>> Expression("positive_rate[sex == 'F'] - 0.8 * positive_rate[sex == 'M'] >= 0")
    Expression("positive_rate[sex == 'F'] - 0.8 * positive_rate[sex == 'M'] >= 0")
    """

    kind: ClassVar[str] = "expression"
    risk: str
    bound: float = 0.0
    at_least: bool = False
    minimise: bool = False


@dataclass(frozen=True, repr=False)
class Gap(_OfRates):
    """An expression (`"absolute_error"`, `"top(3)"`) differs between groups by at most the bound.

    >>> Gap("absolute_error", "sex", 0.1)
    Gap('absolute_error', 'sex', 0.1)
    """

    kind: ClassVar[str] = "gap"
    risk: str
    attribute: Attribute
    bound: float
    against: str = "groups"


@dataclass(frozen=True, repr=False)
class Ratio(_OfRates):
    """The value of an expression in every group is at least the bound times its value in any other group.

    >>> Ratio("recall", "race", 0.9)
    Ratio('recall', 'race', 0.9)
    """

    kind: ClassVar[str] = "ratio"
    risk: str
    attribute: Attribute
    bound: float


@dataclass(frozen=True, repr=False)
class FourFifths(_OfRates):
    """The positive rate of every group is at least four fifths (or another bound) of that of every other group.

    >>> FourFifths("race")
    FourFifths('race')
    """

    kind: ClassVar[str] = "four_fifths"
    attribute: Attribute
    bound: float = 0.8


@dataclass(frozen=True, repr=False)
class PredictiveParity(_OfRates):
    """The precision of every group lies within half the bound of `level`, so that no two groups differ by more than the
    bound.

    >>> PredictiveParity("sex", 0.1, level=0.7)
    PredictiveParity('sex', 0.1, 0.7)
    """

    kind: ClassVar[str] = "predictive_parity"
    attribute: Attribute
    bound: float
    level: float


@dataclass(frozen=True, repr=False)
class SelectionBudget(_OfRates):
    """The positive rate, over all rows or over each group, lies between `lower_bound` and the bound.

    >>> SelectionBudget(0.2, lower_bound=0.1)
    SelectionBudget(0.2, lower_bound=0.1)
    """

    kind: ClassVar[str] = "selection_budget"
    bound: float
    lower_bound: float = 0.0
    attribute: Attribute = ""


@dataclass(frozen=True, repr=False)
class Calibration(_OfRates):
    """In each of ten bins of the predicted probability, over all rows or over each group, the probability is off by at
    most the bound (as a share of all rows of the group). With several classes, this applies to each class, or to the
    `positive` one.

    >>> Calibration(0.02, attribute="sex")
    Calibration(0.02, attribute='sex')
    """

    kind: ClassVar[str] = "calibration"
    bound: float
    attribute: Attribute = ""


@dataclass(frozen=True, repr=False)
class Churn(_OfGroups):
    """At most this share of the predictions differs from those of another model, given as a file or as a column that
    contains its predictions.

    >>> Churn(model="old.onnx", bound=0.05)
    Churn(bound=0.05, model='old.onnx')
    """

    kind: ClassVar[str] = "churn"
    attribute: str = ""
    bound: float = 0.0
    model: str = ""


@dataclass(frozen=True, repr=False)
class Monotone(Constraint):
    """Raising the attribute by `add` lowers the score of at most this share of the rows.

    >>> Monotone("income", 0.01, add=1)
    Monotone('income', 0.01, 1)
    """

    kind: ClassVar[str] = "monotone"
    attribute: Attribute
    bound: float
    add: float


@dataclass(frozen=True, repr=False)
class Lipschitz(Constraint):
    """Changing the attributes moves the score by more than `level` for at most this share of the rows.

    >>> Lipschitz("age", 0.05, level=0.5, add=1)
    Lipschitz('age', 0.05, 0.5, add=1)
    """

    kind: ClassVar[str] = "lipschitz"
    attribute: Attribute
    bound: float
    level: float
    from_: str = ""
    to: str = ""
    add: float = 0.0


@dataclass(frozen=True, repr=False)
class RowLoss(Constraint):
    """The loss of every training row, or of every row that meets the conditions in `rows`, is at most the bound: as many
    constraints as rows, each with a price (`row_prices_`).

    >>> RowLoss(2.0, rows=["age >= 18"])
    RowLoss(bound=2.0, rows=['age >= 18'])
    """

    kind: ClassVar[str] = "row_loss"
    bound: float = 0.0
    minimise: bool = False


_CLASSES: List[Type[Constraint]] = [Counterfactual, DemographicParity, EqualOpportunity, EqualizedOdds, ErrorRate, Rate,
                                    GroupLoss, MeanPrediction, Expression, Gap, Ratio, FourFifths, PredictiveParity, SelectionBudget,
                                    Calibration, Churn, Monotone, Lipschitz, RowLoss]
KINDS: Dict[str, Type[Constraint]] = {one.kind: one for one in _CLASSES}


def from_keys(section: Dict[str, Any]) -> Constraint:
    """A constraint, from its section of a run file."""
    kind = KINDS[section["kind"]]
    values = {key: value for key, value in section.items() if key != "kind"}
    if values.get("attributes"):
        values["attribute"] = values["attributes"]
    values.pop("attributes", None)
    if "from" in values:
        values["from_"] = values.pop("from")
    known = {field.name: field.default for field in dataclasses.fields(kind)}
    if "attribute" not in known:
        values.pop("attribute", None)
    return kind(**{key: known[key] if value in (known[key], []) else value for key, value in values.items()})
