"""Golden values of one SMA-cross strategy, by backtesting.py and quantstats.

    python -m venv venv && venv/bin/pip install backtesting==0.6.6 quantstats==0.0.86
    venv/bin/python test/activities/trading/backtest/golden/sma-cross.py \
        activities/trading/market/data/sp500-2000.csv > test/activities/trading/backtest/golden/sma-cross.json

Long when the SMA of 20 bars crosses above that of 50, out when it crosses below; whole units for 99.99 % of the
equity, 0.1 % commission on both sides, no slippage. Figures are those of the bars after the warm-up.
"""

import json
import sys
import warnings
from importlib.metadata import version

import numpy as np
import pandas as pd
import quantstats as qs
from backtesting import Backtest, Strategy
from backtesting._stats import compute_stats
from backtesting.lib import crossover

warnings.filterwarnings("ignore")
FIRST = 50  # index of the first bar on which both averages, and those of the bar before, are there


class SmaCross(Strategy):
    def init(self):
        average = lambda values, period: pd.Series(values).rolling(period).mean()
        self.fast = self.I(average, self.data.Close, 20)
        self.slow = self.I(average, self.data.Close, 50)

    def next(self):
        if crossover(self.fast, self.slow):
            self.buy(size=0.9999)
        elif crossover(self.slow, self.fast):
            self.position.close()


data = pd.read_csv(sys.argv[1], index_col="date", parse_dates=True)
data.columns = [name.capitalize() for name in data.columns]
stats = Backtest(data, SmaCross, cash=1_000_000, commission=0.001).run()
trades = stats["_trades"]
equity = stats["_equity_curve"]["Equity"].to_numpy()[FIRST:]
after = data.iloc[FIRST:]
shifted = trades.assign(EntryBar=trades["EntryBar"] - FIRST, ExitBar=trades["ExitBar"] - FIRST)
own = compute_stats(shifted, equity, after, None)
returns = pd.Series(equity, index=after.index).pct_change().dropna()
gains, losses = trades["PnL"][trades["PnL"] > 0], trades["PnL"][trades["PnL"] < 0]

json.dump(
    {
        "made": {name: version(name) for name in ["backtesting", "quantstats", "pandas", "numpy"]},
        "first": str(after.index[0].date()),
        "backtestingPy": {
            "equityFinal": equity[-1],
            "return": own["Return [%]"] / 100,
            "cagr": own["CAGR [%]"] / 100,
            "sharpe": own["Sharpe Ratio"],
            "sortino": own["Sortino Ratio"],
            "maxDrawdown": own["Max. Drawdown [%]"] / 100,
            "trades": int(own["# Trades"]),
            "winRate": own["Win Rate [%]"] / 100,
            "commissions": trades["Commission"].sum(),
            "profitFactorInMoney": gains.sum() / -losses.sum(),
            "averageTrade": trades["ReturnPct"].mean(),
            "exposureWithExitBars": own["Exposure Time [%]"] / 100,
        },
        "quantstats": {
            "sharpe": qs.stats.sharpe(returns),
            "sortino": qs.stats.sortino(returns),
            "cagr": float(qs.stats.cagr(returns)),
            "volatility": qs.stats.volatility(returns),
            "maxDrawdown": qs.stats.max_drawdown(returns),
            "calmar": qs.stats.calmar(returns),
        },
        "equity": {str(after.index[bar].date()): equity[bar] for bar in range(0, len(equity), 250)},
        "trades": [
            {
                "entry": str(trade.EntryTime.date()),
                "exit": str(trade.ExitTime.date()),
                "quantity": int(trade.Size),
                "entryPrice": trade.EntryPrice,
                "exitPrice": trade.ExitPrice,
                "pnl": trade.PnL,
            }
            for trade in trades.itertuples()
        ],
    },
    sys.stdout,
    indent=2,
    default=lambda value: value.item() if isinstance(value, np.generic) else str(value),
)
print()
