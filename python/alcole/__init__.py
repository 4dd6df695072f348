"""Training and optimisation under constraints, with the augmented Lagrangian.

    import alcole
    from alcole import Counterfactual, DemographicParity

    model = alcole.Classifier("linear", constraints=[Counterfactual("sex", 1e-3), DemographicParity("race", 0.05)])
    model.fit(X, y)                       # a pandas frame
    model.verdicts_, model.prices_

docs/python.md is the guide.
"""

from ._base import ConvergenceWarning, NotFittedError
from ._constraints import (Calibration, Churn, Constraint, Counterfactual, DemographicParity, EqualizedOdds,
                           EqualOpportunity, ErrorRate, Expression, FourFifths, Gap, GroupLoss, Lipschitz, MeanPrediction, Monotone,
                           PredictiveParity, Rate, Ratio, RowLoss, SelectionBudget)
from ._estimators import Classifier, Regressor, load
from ._native import version as __version__
from ._results import Evaluation, plot_tradeoff
from ._solve import Interrupted, Result, check_gradients, options, solve

__all__ = ["Calibration", "Churn", "Classifier", "Constraint", "ConvergenceWarning", "Counterfactual",
           "DemographicParity", "EqualizedOdds", "EqualOpportunity", "ErrorRate", "Evaluation", "Expression", "FourFifths",
           "Gap", "GroupLoss", "Interrupted", "Lipschitz", "MeanPrediction", "Monotone", "NotFittedError", "PredictiveParity", "Rate",
           "Ratio", "Regressor", "Result", "RowLoss", "SelectionBudget", "__version__", "check_gradients", "load", "options",
           "plot_tradeoff", "solve"]
