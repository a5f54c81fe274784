import { z } from 'zod';
import { ownWords } from '../base/own-words.ts';
import { defineTriggerKind, triggerBase } from '../pipelines/triggers/base.ts';

/** The events that a market trigger can wait for. */
const triggerOccasions = [
  'bar-closed',
  'price-crosses',
  'indicator-crosses',
  'alert-fired',
] as const;
type TriggerOccasion = (typeof triggerOccasions)[number];

/** The indicators that a trigger can use. */
const triggerIndicators = ['sma', 'ema', 'rsi'] as const;
type TriggerIndicator = (typeof triggerIndicators)[number];

const needs = {
  'bar-closed': ['symbol'],
  'price-crosses': ['symbol', 'price'],
  'indicator-crosses': ['symbol', 'indicator'],
  'alert-fired': [],
} satisfies Record<TriggerOccasion, string[]>;

const examples: Record<string, string> = { symbol: 'SPX', price: '1500', indicator: 'rsi' };

/** Fires when a bar has closed, a price or an indicator has crossed a level, or an alert of its user has fired. */
export const market = defineTriggerKind({
  title: 'Market',
  description:
    'Starts a run when a bar closes, a price or an indicator crosses a level, or an alert fires',
  schema: z
    .strictObject({
      ...triggerBase,
      kind: z.literal('market'),
      on: z.enum(triggerOccasions),
      /** The instrument. Without it, a trigger on alerts fires for alerts on any instrument. */
      symbol: z
        .string()
        .max(50)
        .regex(/\S/, ownWords('is empty', 'write a symbol such as SPX'))
        .optional(),
      /** The price that is crossed. */
      price: z.number().positive().optional(),
      indicator: z.enum(triggerIndicators).optional(),
      /** The period of the indicator in bars. Default: 14 for the RSI, 20 for averages. */
      period: z.number().int().min(2).max(1000).optional(),
      /** The level that the indicator crosses. Without it, the closing price crosses the indicator. */
      level: z.number().optional(),
      /** The direction of the crossing. */
      direction: z.enum(['up', 'down', 'either']).default('either'),
      overlap: triggerBase.overlap.default('skip'),
    })
    .superRefine((trigger, context) => {
      for (const field of needs[trigger.on]) {
        if (trigger[field as keyof typeof trigger] !== undefined) continue;
        const message = `${field} is missing`;
        const fix = `write ${field}: ${examples[field]}, since ${trigger.on} needs it`;
        context.addIssue({ code: 'custom', path: [field], message, fix });
      }
      if (trigger.indicator === 'rsi' && trigger.level === undefined) {
        const message = 'level is missing';
        const fix = 'write level: 30: the RSI crosses a level from 0 to 100';
        context.addIssue({ code: 'custom', path: ['level'], message, fix });
      }
    }),
  example: { id: 'on_bar', kind: 'market', on: 'bar-closed', symbol: 'SPX' },
});

/** A trigger of the market, with its defaults. */
export type MarketTrigger = z.infer<typeof market.schema>;

const ways = {
  up: 'rises through',
  down: 'falls through',
  either: 'rises or falls through',
} as const;
const names = { sma: 'SMA', ema: 'EMA', rsi: 'RSI' } satisfies Record<TriggerIndicator, string>;

/** The period of a trigger's indicator, in bars. */
export function periodOf({ indicator, period }: MarketTrigger): number {
  return period ?? (indicator === 'rsi' ? 14 : 20);
}

/** When a trigger of the market fires, in words: `when SPX falls through 1400`. */
export function marketTriggerText(trigger: MarketTrigger): string {
  const { on, symbol = 'any symbol', price, indicator, level, direction } = trigger;
  const crosses = ways[direction];
  const named = indicator && `${names[indicator]} ${periodOf(trigger)}`;
  const texts = {
    'bar-closed': `when a bar of ${symbol} has closed`,
    'price-crosses': `when ${symbol} ${crosses} ${price}`,
    'indicator-crosses':
      level === undefined
        ? `when ${symbol} ${crosses} its ${named}`
        : `when the ${named} of ${symbol} ${crosses} ${level}`,
    'alert-fired': `when an alert on ${symbol} has fired`,
  } satisfies Record<TriggerOccasion, string>;
  return texts[on];
}
