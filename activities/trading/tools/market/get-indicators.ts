import { z } from 'zod';
import type { Json } from '../../../../contracts/base/json.ts';
import type { Moment } from '../../../../contracts/tools/moment.ts';
import type { Provenance } from '../../../../contracts/tools/tools.ts';
import {
  describeIndicators,
  settlingBars,
  settlingBarsOf,
} from '../../market/indicators/describe.ts';
import { indicatorSchema } from '../../market/indicators/spec.ts';
import type { Anchor, IndicatorInput } from '../../market/indicators/spec.ts';
import type { Bar, Timeframe } from '../../market/market.ts';
import { timeframeMs } from '../../market/timeframe-length.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { symbolField, timeframeField } from '../fields.ts';
import { notedPrices } from '../live-prices.ts';
import { givenBars } from './given-bars.ts';

/** Enough for the default indicators and their recent course. */
const usualBars = 500;
const mostBars = 2000;

export const getIndicators = defineTool({
  name: 'get_indicators',
  description:
    'Returns technical indicators at the newest complete bar of an instrument, or at the last of given bars, ' +
    'each with its value and a description in plain words. Default indicators: RSI 14, MACD 12/26/9, SMA 20 and ' +
    '50, EMA 20, ATR 14, Bollinger bands 20, ADX 14, stochastic 14/3/3, OBV and VWAP (since the start of the ' +
    'day; of the month for daily bars; of the year for weekly bars). settled is false if more earlier bars ' +
    'would change a value: request 250 or more.',
  category: 'market',
  plan: 'free',
  alternatives: ['get_ohlcv', 'get_price'],
  rateLimit: { minute: 30 },
  aliases: {
    names: { interval: 'timeframe', indicator: 'indicators' },
    values: { indicators: toIndicators },
  },
  example: {
    symbol: 'SPX',
    timeframe: '1d',
    indicators: [
      { kind: 'rsi', period: 14 },
      { kind: 'sma', period: 200 },
    ],
  },
  schema: z
    .strictObject({
      symbol: symbolField.optional(),
      bars: givenBars.optional().describe('Bars instead of a symbol, oldest first'),
      timeframe: timeframeField,
      indicators: z
        .array(indicatorSchema)
        .min(1)
        .max(20)
        .optional()
        .describe('Which indicators, with their lengths in bars'),
    })
    .superRefine(({ symbol, bars }, context) => {
      if ((symbol === undefined) !== (bars === undefined)) return;
      const message =
        symbol === undefined ? 'give symbol, or bars' : 'give symbol or bars, not both';
      context.addIssue({ code: 'custom', path: [], message });
    }),
  label: ({ symbol, bars = [], timeframe = '1d' }) =>
    `${symbol ?? `${bars.length} bars`} ${timeframe}`,
  async handle({ symbol, bars: given, timeframe, indicators }, context: ToolContext<Services>) {
    const asked = indicators ?? usualIndicators(timeframe);
    const limit = Math.min(mostBars, Math.max(usualBars, ...asked.map(settlingBarsOf)) + 1);
    const { bars, ...about } = given
      ? { bars: given, ...aboutGiven(given, timeframe, context.moment) }
      : await context.services.market.bars({ symbol: symbol ?? '', timeframe, limit });
    const described = describeIndicators(bars, asked);
    const answer = {
      ...about,
      close: bars.at(-1)?.close ?? null,
      barsUsed: bars.length,
      indicators: described,
      settled: bars.length > settlingBars && Object.values(described).every((each) => each.settled),
    };
    return symbol === undefined ? answer : notedPrices(symbol, answer, context);
  },
});

function usualIndicators(timeframe: Timeframe): IndicatorInput[] {
  return [
    { kind: 'rsi' },
    { kind: 'macd' },
    { kind: 'sma' },
    { kind: 'sma', period: 50 },
    { kind: 'ema' },
    { kind: 'atr' },
    { kind: 'bollinger' },
    { kind: 'adx' },
    { kind: 'stochastic' },
    { kind: 'obv' },
    { kind: 'vwap', anchor: anchorOf(timeframe) },
  ];
}

/** A session with a single bar has no average, so longer bars need a longer anchor. */
function anchorOf(timeframe: Timeframe): Anchor {
  if (timeframe === '1w') return 'year';
  return timeframe === '1d' ? 'month' : 'session';
}

/**
 * Source and as-of time of given bars. The session of a daily bar ends before its UTC day, so the moment of the run is
 * used if it is within the last bar.
 */
function aboutGiven(bars: readonly Bar[], timeframe: Timeframe, moment: Moment | undefined) {
  const opened = bars.at(-1)?.time ?? '';
  const ends = new Date(Date.parse(opened) + timeframeMs[timeframe]).toISOString();
  const isWithin = moment && opened < moment.asOf && moment.asOf < ends;
  const asOf = isWithin ? moment.asOf : ends;
  const about: Provenance = { source: 'the bars that were given', asOf };
  return { timeframe, ...about };
}

/** Accepts names such as RSI or SMA_20 in place of objects. */
function toIndicators(value: Json): Json {
  return Array.isArray(value) ? value.map(toIndicator) : [toIndicator(value)];
}

function toIndicator(value: Json): Json {
  if (typeof value !== 'string') return value;
  const [, kind = value, period] = /^([a-z]+)[_ -]?(\d+)?$/i.exec(value.trim()) ?? [];
  const named = kind.toLowerCase();
  return {
    kind: kindsInWords[named] ?? named,
    ...(period !== undefined && { period: Number(period) }),
  };
}

const kindsInWords: Record<string, string> = {
  bb: 'bollinger',
  bbands: 'bollinger',
  stoch: 'stochastic',
};
