"""Golden values of tests and moments, by statsmodels and scipy, on the closes of the S&P 500.

    python -m venv venv && venv/bin/pip install statsmodels==0.15.0 pandas==3.1.1
    venv/bin/python test/activities/trading/statistics/golden/statistics.py \
        activities/trading/market/data/sp500-2000.csv > test/activities/trading/statistics/golden/statistics.json
"""

import json
import sys
from importlib.metadata import version

import numpy as np
import pandas as pd
from scipy import stats
from statsmodels.tsa.stattools import acf, adfuller

closes = pd.read_csv(sys.argv[1])["close"].to_numpy()
rng = np.random.default_rng(7)
mean_reverting = np.zeros(400)
for index in range(1, 400):
    mean_reverting[index] = 0.6 * mean_reverting[index - 1] + rng.normal()
series = {
    "closes": closes,
    "log closes of 500": np.log(closes[:500]),
    "returns": closes[1:] / closes[:-1] - 1,
    "mean reverting": mean_reverting,
}


def test(values, regression):
    statistic, p, lags, observations, critical, _ = adfuller(values, regression=regression)
    return {
        "statistic": statistic,
        "pValue": p,
        "lags": int(lags),
        "observations": int(observations),
        "criticalValues": critical,
    }


returns = series["returns"]
jb = stats.jarque_bera(returns)
limit = np.quantile(returns, 0.05)
json.dump(
    {
        "made": {name: version(name) for name in ["statsmodels", "scipy", "numpy"]},
        "meanReverting": mean_reverting.tolist(),
        "constant": {name: test(values, "c") for name, values in series.items()},
        "trend": {name: test(values, "ct") for name, values in series.items()},
        "returns": {
            "skewness": stats.skew(returns),
            "excessKurtosis": stats.kurtosis(returns),
            "jarqueBera": {"statistic": jb.statistic, "pValue": jb.pvalue},
            "deviation": returns.std(ddof=1),
            "autocorrelation": acf(returns, nlags=3).tolist()[1:],
            "valueAtRisk": limit,
            "conditionalValueAtRisk": returns[returns <= limit].mean(),
        },
    },
    sys.stdout,
    indent=2,
)
print()
