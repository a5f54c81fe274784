import { z } from 'zod';

const conditionField = (description: string) =>
  z.string().trim().min(1).max(500).optional().describe(description);

const percentDistance = z.strictObject({
  percent: z.number().positive().max(90).describe('In percent of the price'),
});
const atrDistance = z.strictObject({
  atr: z
    .number()
    .positive()
    .max(100)
    .describe('In multiples of the average true range (ATR) at the decision'),
  period: z
    .number()
    .int()
    .min(2)
    .max(200)
    .default(14)
    .describe('Period of the average true range, in bars'),
});
const riskDistance = z.strictObject({
  risk: z.number().positive().max(100).describe('In multiples of the stop distance'),
});

/** How far a stop or a target is from the price of the entry. */
const distanceSchema = z.union([percentDistance, atrDistance]);
export type Distance = z.infer<typeof distanceSchema>;

const sizingSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('fraction'),
    fraction: z.number().positive().max(1).default(1).describe('Share of the equity, up to 1'),
  }),
  z.strictObject({
    kind: z.literal('notional'),
    amount: z.number().positive().describe('Value of each position, in money'),
  }),
  z.strictObject({
    kind: z.literal('risk'),
    fraction: z
      .number()
      .positive()
      .max(0.5)
      .default(0.01)
      .describe('Share of the equity that is lost if the stop is reached, before fees'),
  }),
]);
export type Sizing = z.infer<typeof sizingSchema>;

/** The fields of a strategy, so that a tool can add its own to them. */
export const strategyFields = {
  entry: conditionField(
    'Opens a long position. A CEL condition on indicators of the closed bar and, with the prefix prev., of the ' +
      'bar before it, such as sma20 > sma50 && prev.sma20 <= prev.sma50',
  ),
  exit: conditionField('Closes a long position. The condition can also use barsHeld and profit'),
  shortEntry: conditionField('Opens a short position'),
  shortExit: conditionField('Closes a short position'),
  sizing: sizingSchema
    .default({ kind: 'fraction', fraction: 1 })
    .describe('The size of each position; never more than the equity'),
  stop: distanceSchema.optional().describe('Stop loss, active from the entry'),
  trailing: distanceSchema
    .optional()
    .describe('A stop that follows the best close at this distance, which is fixed at the entry'),
  target: z
    .union([percentDistance, atrDistance, riskDistance])
    .optional()
    .describe('Take profit, active from the entry'),
};
export type Target = NonNullable<z.infer<z.ZodObject<typeof strategyFields>>['target']>;

/** Reports fields of a strategy that do not fit together. */
export function checkStrategy(strategy: Strategy, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const { entry, exit, shortEntry, shortExit, sizing, stop, trailing, target } = strategy;
  if (entry === undefined && shortEntry === undefined) {
    refuse('entry', 'give entry, shortEntry or both, such as entry: "close > sma200"');
  }
  if (exit !== undefined && entry === undefined) refuse('exit', 'has no effect without entry');
  if (shortExit !== undefined && shortEntry === undefined) {
    refuse('shortExit', 'has no effect without shortEntry');
  }
  const hasStop = stop !== undefined || trailing !== undefined;
  if (sizing.kind === 'risk' && !hasStop) {
    refuse('sizing', 'sizing by risk needs a stop: give stop or trailing');
  }
  if (target !== undefined && 'risk' in target && !hasStop) {
    refuse('target', 'is a multiple of the stop distance: give stop or trailing');
  }
}

/** A trading strategy as data: it decides on the close of a bar and fills at the open of the next. */
export const strategySchema = z.strictObject(strategyFields).superRefine(checkStrategy);
export type Strategy = z.infer<z.ZodObject<typeof strategyFields>>;
