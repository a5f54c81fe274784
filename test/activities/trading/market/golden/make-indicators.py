"""Makes indicators.json: what TA-Lib gives for four series of bars.

Made with Python 3.11, TA-Lib 0.8.2 (the PyPI wheel, which holds the C library) and numpy 2.4.6:

    python3 -m venv /tmp/ta-lib && /tmp/ta-lib/bin/pip install TA-Lib==0.8.2 numpy==2.4.6
    /tmp/ta-lib/bin/python test/activities/trading/market/golden/make-indicators.py

sample    the last 500 daily bars of the S&P 500 in the npm package vega-datasets, the crash of 2020 among them. The bars
          are in the package and not in the file.
walk      hourly bars of a random walk, seed 7.
stretches bars of four hours that rise, fall and fluctuate more and more, with stretches in which nothing moves, bars
          without volume, and ticks of 0.5 so that moves are often equal; seed 11.
still     bars of an hour that begin with 40 at one price, move from a gap on, and end with 180 at one price; seed 13.
          Without those that Baton does not define where nothing moves (RSI, stochastic, the lines of ADX).

Values are given for every ninth bar from the first on, null where TA-Lib has none, with the index of the first. Volume-weighted average prices are
no function of TA-Lib: here they are sums over the bars of a day or month in UTC, with exact fractions.
"""

import csv
import json
import math
import random
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from pathlib import Path

import numpy as np
import talib

here = Path(__file__).parent
step, count = 9, 500


def iso(time):
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def sample():
    path = here / "../../../../../activities/trading/market/data/sp500-2000.csv"
    with open(path) as file:
        rows = list(csv.DictReader(file))[-count:]
    columns = ["open", "high", "low", "close", "volume"]
    return [[f"{row['date']}T00:00:00.000Z", *(float(row[name]) for name in columns)] for row in rows]


def walk(seed=7):
    draw = random.Random(seed)
    time, price, bars = datetime(2024, 1, 1, tzinfo=timezone.utc), 100.0, []
    for _ in range(count):
        start = price
        path = [start]
        for _ in range(4):
            path.append(path[-1] * math.exp(draw.gauss(0, 0.006)))
        price = round(path[-1], 4)
        high, low = max(*path, price), min(*path, price)
        bars.append([iso(time), start, round(high + 0.0001, 4), round(low - 0.0001, 4), price, draw.randrange(1, 10_000)])
        time += timedelta(hours=1)
    return bars


def stretches(seed=11):
    draw = random.Random(seed)
    tick = lambda value: round(value * 2) / 2
    time, price, bars = datetime(2024, 1, 1, tzinfo=timezone.utc), 500.0, []
    for index in range(count):
        part = index % 100
        start = price
        if 70 <= part < 95:
            high = low = price
        else:
            drift = 2.0 if (index // 100) % 2 == 0 else -1.8
            price = tick(max(50.0, price + drift + draw.gauss(0, 2 + index / 40)))
            high = tick(max(start, price) + abs(draw.gauss(0, 2)))
            low = tick(max(1.0, min(start, price) - abs(draw.gauss(0, 2))))
        volume = 0 if part % 17 == 3 or 80 <= part < 95 else draw.randrange(100, 5000)
        bars.append([iso(time), start, high, low, price, volume])
        time += timedelta(hours=4)
    return bars


def still(seed=13):
    draw = random.Random(seed)
    time, price, bars = datetime(2024, 1, 1, tzinfo=timezone.utc), 100.1, []
    for index in range(320):
        start = price + (3.3 if index == 40 else 0)
        high = low = price = start
        if 40 <= index < 140:
            price = round(start * math.exp(draw.gauss(0, 0.01)), 2)
            high = round(max(start, price) * 1.002, 2)
            low = round(min(start, price) * 0.998, 2)
        bars.append([iso(time), start, high, low, price, draw.randrange(100, 5000)])
        time += timedelta(hours=1)
    return bars


def volume_price(bars, length):
    """Of each bar the mean of (high + low + close) / 3 by volume over the bars whose time begins with the same text."""
    values, began, worth, volume = [], None, Fraction(0), Fraction(0)
    for time, _, high, low, close, traded in bars:
        if time[:length] != began:
            began, worth, volume = time[:length], Fraction(0), Fraction(0)
        worth += (Fraction(high) + Fraction(low) + Fraction(close)) / 3 * Fraction(traded)
        volume += Fraction(traded)
        values.append(float(worth / volume) if volume else None)
    return values


def indicators(bars):
    _, _, high, low, close, volume = (np.array(column) for column in zip(*bars))
    high, low, close, volume = (column.astype(float) for column in (high, low, close, volume))
    found = {}
    for period in (20, 5):
        found[f"sma{period}"] = {"value": talib.SMA(close, period)}
    for period in (20, 9):
        found[f"ema{period}"] = {"value": talib.EMA(close, period)}
    for period in (14, 7):
        found[f"rsi{period}"] = {"value": talib.RSI(close, period)}
        found[f"atr{period}"] = {"value": talib.ATR(high, low, close, period)}
        found[f"adx{period}"] = {
            "value": talib.ADX(high, low, close, period),
            "plus": talib.PLUS_DI(high, low, close, period),
            "minus": talib.MINUS_DI(high, low, close, period),
        }
    for name, periods in {"macd": (12, 26, 9), "macd5_13_4": (5, 13, 4)}.items():
        found[name] = dict(zip(("macd", "signal", "histogram"), talib.MACD(close, *periods)))
    for name, period, width in (("bollinger20", 20, 2.0), ("bollinger10_1p5", 10, 1.5)):
        found[name] = dict(zip(("upper", "middle", "lower"), talib.BBANDS(close, period, width, width)))
    for name, (k, slowing, d) in {"stochastic14": (14, 3, 3), "stochastic5_1_4": (5, 1, 4)}.items():
        found[name] = dict(zip(("k", "d"), talib.STOCH(high, low, close, k, slowing, 0, d, 0)))
    found["obv"] = {"value": talib.OBV(close, volume)}
    found["vwap"] = {"value": volume_price(bars, len("2024-01-01"))}
    found["vwap_month"] = {"value": volume_price(bars, len("2024-01"))}
    return found


def shown(values):
    known = [None if value is None or math.isnan(value) else float(value) for value in values]
    first = next(index for index, value in enumerate(known) if value is not None)
    return {"first": first, "values": known[::step]}


series = {}
for name, make in (("sample", sample), ("walk", walk), ("stretches", stretches), ("still", still)):
    bars = make()
    values = {
        indicator: {
            output: shown(found)
            for output, found in outputs.items()
            if name != "still" or output not in ("plus", "minus")
        }
        for indicator, outputs in indicators(bars).items()
        if name != "still" or not indicator.startswith(("rsi", "stochastic"))
    }
    series[name] = {**({} if name == "sample" else {"bars": bars}), "values": values}

golden = {"madeWith": f"TA-Lib {talib.__version__}", "step": step, "series": series}
(here / "indicators.json").write_text(json.dumps(golden, separators=(",", ":")) + "\n")
