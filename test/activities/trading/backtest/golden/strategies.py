"""Trades of strategies with stops, targets, trailing stops and shorts, by backtesting.py.

    python -m venv venv && venv/bin/pip install backtesting==0.6.6 TA-Lib==0.8.2
    venv/bin/python test/activities/trading/backtest/golden/strategies.py \
        activities/trading/market/data/sp500-2000.csv > test/activities/trading/backtest/golden/strategies.json

Strategies are written as run_backtest takes them, and read here: conditions over TA-Lib's indicators, decided on the
close of a bar and filled at the next open. Whole units, 0.1 % commission on both sides, no slippage. Distances count from the
fill, so the broker sets stop and target when it opens the trade. A trailing stop keeps its distance, in money, from the best close.

crisis  bars of the S&P 500 from June 2008 to June 2009, which are in the repository and not in the file.
gaps    bars that open far from the close before them, seed 5.

A trade is a line: entry bar, exit bar, units (below 0: short), entry price, exit price, profit or loss after commission.
"""

import json
import math
import random
import re
import sys
import warnings
from functools import partial
from importlib.metadata import version
from types import SimpleNamespace

import pandas as pd
import talib
from backtesting import Backtest, Strategy
from backtesting.backtesting import _Broker

warnings.filterwarnings("ignore")
WARMUP = 60  # bars before the first decision, which is on the close of the last of them
FEE = 0.001


def crisis(path):
    data = pd.read_csv(path, index_col="date", parse_dates=True).loc["2008-06-01":"2009-06-30"]
    return data.rename(columns=str.capitalize)[["Open", "High", "Low", "Close", "Volume"]]


def gaps(count=240, seed=5):
    draw = random.Random(seed)
    close, rows = 100.0, []
    for _ in range(count):
        start = close * math.exp(draw.gauss(0, 0.012))
        close = start * math.exp(draw.gauss(0.0004, 0.015))
        high = max(start, close) * math.exp(abs(draw.gauss(0, 0.008)))
        low = min(start, close) * math.exp(-abs(draw.gauss(0, 0.008)))
        rows.append([round(value, 4) for value in (start, high, low, close)])
        close = rows[-1][3]
    index = pd.date_range("2020-01-01", periods=count)
    return pd.DataFrame(rows, columns=["Open", "High", "Low", "Close"], index=index).assign(Volume=1e9)


def column(name, data):
    """What a condition names, as run_backtest names it."""
    high, low, close = (data[part].to_numpy() for part in ("High", "Low", "Close"))
    if name in ("open", "high", "low", "close"):
        return data[name.capitalize()].to_numpy()
    kind, period, output = re.fullmatch(r"([a-z]+)(\d*)_?([a-z]*)", name).groups()
    period = int(period or 0)
    return {
        "sma": lambda: talib.SMA(close, period),
        "ema": lambda: talib.EMA(close, period),
        "rsi": lambda: talib.RSI(close, period),
        "atr": lambda: talib.ATR(high, low, close, period),
        "adx": lambda: talib.ADX(high, low, close, period),
        "macd": lambda: talib.MACD(close)[{"": 0, "signal": 1, "histogram": 2}[output]],
        "bollinger": lambda: talib.BBANDS(close, period)[["upper", "middle", "lower"].index(output or "middle")],
        "stochastic": lambda: talib.STOCH(high, low, close, period, 3, 0, 3, 0)[["k", "d"].index(output or "k")],
        "highest": lambda: data["High"].rolling(period).max().to_numpy(),
        "lowest": lambda: data["Low"].rolling(period).min().to_numpy(),
        "roc": lambda: data["Close"].pct_change(period).to_numpy(),
    }[kind]()


def reader(source, data):
    """A condition as a function of a bar and of what is held."""
    if source is None:
        return lambda bar, **held: False
    code = compile(source.replace("&&", " and ").replace("||", " or "), source, "eval")
    names = set(re.findall(r"(?<![\w.])[a-z]\w*", source)) - {"prev", "barsHeld", "profit"}
    before = set(re.findall(r"prev\.(\w+)", source))
    columns = {name: column(name, data) for name in names | before}

    def holds(bar, **held):
        scope = {name: columns[name][bar] for name in names} | held
        scope["prev"] = SimpleNamespace(**{name: columns[name][bar - 1] for name in before})
        return bool(eval(code, {}, scope))

    return holds


class FillBroker(_Broker):
    """Sets stop and target from the price of the fill; orders carry how far they are."""

    def _open_trade(self, price, size, sl, tp, time_index, tag):
        super()._open_trade(price, size, None, None, time_index, tag)
        trade, direction, levels = self.trades[-1], math.copysign(1, size), tag(price)
        stops = [distance for distance in (levels["stop"], levels["trailing"]) if distance]
        stop = price - direction * min(stops) if stops else None
        target = price + direction * levels["target"] if levels["target"] else None
        if target:
            trade.tp = target
        if stop:
            trade.sl = stop
        # Stops are processed first, unless they are moved to the end.
        if levels["sameBarExit"] == "target":
            self.orders.remove(trade._sl_order)
            self.orders.append(trade._sl_order)


def strategy_of(spec, data, terms):
    conditions = {name: reader(spec.get(name), data) for name in ("entry", "exit", "shortEntry", "shortExit")}
    ranges = {
        distance["period"]: column(f"atr{distance['period']}", data)
        for distance in (spec.get(name, {}) for name in ("stop", "trailing", "target"))
        if "atr" in distance
    }

    def distances(bar, price):
        def money(distance, risk=None):
            if distance is None:
                return None
            if "percent" in distance:
                return price * distance["percent"] / 100
            return risk * distance["risk"] if "risk" in distance else ranges[distance["period"]][bar] * distance["atr"]

        stop, trailing = money(spec.get("stop")), money(spec.get("trailing"))
        risk = min((one for one in (stop, trailing) if one), default=None)
        target = money(spec.get("target"), risk)
        return {"stop": stop, "trailing": trailing, "target": target, "sameBarExit": terms["sameBarExit"]}

    class Read(Strategy):
        def init(self):
            pass

        def next(self):
            bar = len(self.data) - 1
            if bar < WARMUP - 1:
                return
            long, short = conditions["entry"](bar), conditions["shortEntry"](bar)
            wanted = 0 if long == short else 1 if long else -1
            if not self.trades:
                self.enter(wanted, bar)
                return
            (trade,) = self.trades
            direction = 1 if trade.is_long else -1
            self.trail(trade, direction)
            held = {
                "barsHeld": bar - trade.entry_bar + 1,
                "profit": (self.data.Close[-1] / trade.entry_price - 1) * direction,
            }
            if wanted == -direction:
                trade.close()
                self.enter(wanted, bar)
            elif conditions["exit" if direction == 1 else "shortExit"](bar, **held):
                trade.close()

        def trail(self, trade, direction):
            trailing = trade.tag(trade.entry_price)["trailing"]
            if trailing:
                level = self.data.Close[-1] - direction * trailing
                if trade.sl is None or (level - trade.sl) * direction > 0:
                    trade.sl = level

        def enter(self, wanted, bar):
            # Far stops are in the place of those that the broker sets, so that it looks at the bar of the entry too.
            order, far = (self.buy, 1e-6) if wanted == 1 else (self.sell, 1e6)
            if wanted:
                order(size=spec["sizing"]["fraction"], sl=far * self.data.Close[-1], tag=partial(distances, bar))

    return Read


def trades_of(spec, data, terms):
    backtest = Backtest(data, strategy_of(spec, data, terms), cash=1_000_000, commission=FEE)
    backtest._broker = partial(FillBroker, **backtest._broker.keywords)
    found = backtest.run()["_trades"].sort_values("EntryBar", kind="stable")
    return [
        f"{trade.EntryBar} {trade.ExitBar} {int(trade.Size)} "
        f"{trade.EntryPrice:.10g} {trade.ExitPrice:.10g} {trade.PnL:.4f}"
        for trade in found.itertuples()
    ]


def atr(multiple, period=14):
    return {"atr": multiple, "period": period}


def percent(value):
    return {"percent": value}


signals = {
    "RSI below 40": {"entry": "rsi14 < 40", "exit": "rsi14 > 60"},
    "breakout": {"entry": "close > prev.highest20", "exit": "close < prev.lowest10 || barsHeld >= 15"},
    "EMA trend": {"entry": "ema5 > ema20 && prev.ema5 <= prev.ema20", "exit": "profit > 0.08"},
    "band": {"entry": "close < bollinger20_lower", "exit": "close > bollinger20_middle"},
    "RSI short": {"shortEntry": "rsi14 > 55", "shortExit": "rsi14 < 45"},
    "breakdown short": {"shortEntry": "close < prev.lowest20", "shortExit": "barsHeld >= 10"},
    "MACD both ways": {
        "entry": "macd > macd_signal && prev.macd <= prev.macd_signal",
        "shortEntry": "macd < macd_signal && prev.macd >= prev.macd_signal",
    },
    "stochastic both ways": {
        "entry": "stochastic14_k < 20 && adx14 < 30",
        "exit": "stochastic14_k > 60",
        "shortEntry": "stochastic14_k > 80 && adx14 < 30",
        "shortExit": "stochastic14_k < 40",
    },
}
exits = {
    "stop 2 %, target 4 %": {"stop": percent(2), "target": percent(4)},
    "stop 1 %, target 1 %": {"stop": percent(1), "target": percent(1)},
    "stop 1.5 ATR, target 2 risks": {"stop": atr(1.5), "target": {"risk": 2}},
    "trailing 3 %": {"trailing": percent(3)},
    "trailing 2 ATR, target 3 ATR": {"trailing": atr(2, 10), "target": atr(3)},
    "stop 1 ATR, trailing 4 %": {"stop": atr(1), "trailing": percent(4)},
}
stop_only = {"stop 3 %": {"stop": percent(3)}, "target 2 %": {"target": percent(2)}}
target_first = {"target first, 1 % each": {"stop": percent(1), "target": percent(1)}}


def cases():
    for index, (signal, conditions) in enumerate(signals.items()):
        for number, (name, levels) in enumerate(exits.items()):
            yield signal, name, ("crisis", "gaps")[(index + number) % 2], conditions | levels, "stop"
        for name, levels in stop_only.items():
            yield signal, name, ("gaps", "crisis")[index % 2], conditions | levels, "stop"
    for signal in ("RSI below 40", "breakdown short", "stochastic both ways"):
        for name, levels in target_first.items():
            yield signal, name, "crisis", signals[signal] | levels, "target"


markets = {"crisis": crisis(sys.argv[1]), "gaps": gaps()}
found = []
for signal, name, market, spec, same_bar_exit in cases():
    strategy = {"sizing": {"kind": "fraction", "fraction": 0.95}, **spec}
    trades = trades_of(strategy, markets[market], {"sameBarExit": same_bar_exit})
    found.append(
        {"name": f"{signal}, {name}", "market": market, "sameBarExit": same_bar_exit, "strategy": strategy, "trades": trades}
    )

prices = markets["gaps"][["Open", "High", "Low", "Close"]].to_numpy().tolist()
golden = {
    "made": {name: version(name) for name in ("backtesting", "TA-Lib", "pandas", "numpy")},
    "warmup": WARMUP,
    "gaps": [" ".join(map(str, row)) for row in prices],
    "cases": found,
}
print(json.dumps(golden, indent=2))
