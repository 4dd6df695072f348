"""The loans for the tests of the estimators, and a constraint of every kind that a model of them meets."""

from people import parts

import alcole
from alcole import (Calibration, Churn, Counterfactual, DemographicParity, EqualizedOdds, EqualOpportunity, ErrorRate,
                    Expression, FourFifths, Gap, GroupLoss, Lipschitz, MeanPrediction, Monotone, PredictiveParity, Rate, Ratio,
                    RowLoss, SelectionBudget)

X, Y = parts()
OLD = Y.where(Y.index % 3 != 0, "granted").to_frame("old")  # the predictions of another model

# What a model of the loans meets, and whether the constraint changes if the other class is the positive one.
OF_CLASSES = {Counterfactual("sex", 0.02): False, DemographicParity("race", 0.15): False, EqualOpportunity("sex", 0.2): True,
              EqualizedOdds("sex", 0.3): False, ErrorRate("sex", 0.2): False, Rate("recall", 0.3, at_least=True): True,
              GroupLoss(0.75, attribute="sex"): False, Expression("positive_rate <= 0.4"): True,
              Gap("recall", "sex", 0.2): True, Ratio("positive_rate", "sex", 0.6): True, FourFifths("race"): True,
              PredictiveParity("sex", 0.3, 0.7): True, SelectionBudget(0.4): True, Calibration(0.3): False,
              Churn("old", 0.4): False, Monotone("income", 0.1, add=1): True, Lipschitz("age", 0.1, add=10, level=2): False,
              RowLoss(3.0): False}
OF_NUMBERS = MeanPrediction("sex", 0.2)


def linear(**more):
    return alcole.Classifier("linear", **more)
