import { z } from 'zod';

const period = (usual: number, shortest = 2) =>
  z.number().int().min(shortest).max(1000).default(usual);

/** When a VWAP restarts. Days, weeks (from Monday), months and years are in UTC. */
export const anchors = ['session', 'week', 'month', 'year'] as const;
export type Anchor = (typeof anchors)[number];

/**
 * An indicator with its parameters, in bars unless noted; omitted ones have their defaults. A session is a UTC day: the
 * convention for crypto, and trading hours of stocks in Europe and America lie within it.
 */
export const indicatorSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sma'), period: period(20) }),
  z.strictObject({ kind: z.literal('ema'), period: period(20) }),
  z.strictObject({ kind: z.literal('rsi'), period: period(14) }),
  z
    .strictObject({
      kind: z.literal('macd'),
      fast: period(12),
      slow: period(26),
      signal: period(9),
    })
    .refine(({ fast, slow }) => fast < slow, { path: ['fast'], error: 'must be below slow' }),
  z.strictObject({
    kind: z.literal('bollinger'),
    period: period(20),
    deviations: z.number().min(0.1).max(10).default(2).describe('Standard deviations'),
  }),
  z.strictObject({ kind: z.literal('atr'), period: period(14) }),
  z.strictObject({ kind: z.literal('adx'), period: period(14) }),
  z.strictObject({
    kind: z.literal('stochastic'),
    period: period(14),
    slowing: period(3, 1),
    signal: period(3, 1),
  }),
  z.strictObject({ kind: z.literal('obv') }),
  z.strictObject({
    kind: z.literal('vwap'),
    anchor: z
      .enum(anchors)
      .default('session')
      .describe('When it restarts: a session is a day in UTC'),
  }),
]);

/** An indicator with all its parameters. */
export type Indicator = z.output<typeof indicatorSchema>;
/** An indicator; omitted parameters have their defaults. */
export type IndicatorInput = z.input<typeof indicatorSchema>;
export type IndicatorKind = Indicator['kind'];
/** The indicator of one kind. */
export type Of<Kind extends IndicatorKind> = Extract<Indicator, { kind: Kind }>;
