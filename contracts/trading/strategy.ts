import { z } from 'zod';

const conditionField = (description: string) =>
  z.string().trim().min(1).max(500).optional().describe(description);

const percentDistance = z.strictObject({
  percent: z.number().positive().max(90).describe('In percent of the price'),
});
const atrDistance = z.strictObject({
  atr: z.number().positive().max(100).describe('In average true ranges of the bar of the decision'),
  period: z.number().int().min(2).max(200).default(14).describe('Bars of the average true range'),
});
const riskDistance = z.strictObject({
  risk: z.number().positive().max(100).describe('In multiples of the distance of the stop'),
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
    amount: z.number().positive().describe('Worth of each position in money'),
  }),
  z.strictObject({
    kind: z.literal('risk'),
    fraction: z
      .number()
      .positive()
      .max(0.5)
      .default(0.01)
      .describe('Share of the equity that is lost at the stop, without fees'),
  }),
]);
export type Sizing = z.infer<typeof sizingSchema>;

/** What a strategy is made of; as fields, so that a tool can take them among others. */
export const strategyFields = {
  entry: conditionField(
    'Opens a long position: a CEL condition over indicators of the bar that has closed and, behind prev., of the one ' +
      'before it, such as sma20 > sma50 && prev.sma20 <= prev.sma50',
  ),
  exit: conditionField('Closes a long position; it may name barsHeld and profit too'),
  shortEntry: conditionField('Opens a short position'),
  shortExit: conditionField('Closes a short position'),
  sizing: sizingSchema
    .default({ kind: 'fraction', fraction: 1 })
    .describe('How much each position is worth; never more than the equity'),
  stop: distanceSchema.optional().describe('Closes at a loss, from the entry on'),
  trailing: distanceSchema
    .optional()
    .describe('A stop that follows the best close at this distance, which is fixed at the entry'),
  target: z
    .union([percentDistance, atrDistance, riskDistance])
    .optional()
    .describe('Closes at a gain, from the entry on'),
};
export type Target = NonNullable<z.infer<z.ZodObject<typeof strategyFields>>['target']>;

/** Says what does not fit together in a strategy. */
export function checkStrategy(strategy: Strategy, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const { entry, exit, shortEntry, shortExit, sizing, stop, trailing, target } = strategy;
  if (entry === undefined && shortEntry === undefined) {
    refuse('entry', 'give entry, shortEntry or both, such as entry: "close > sma200"');
  }
  if (exit !== undefined && entry === undefined) refuse('exit', 'closes nothing without entry');
  if (shortExit !== undefined && shortEntry === undefined) {
    refuse('shortExit', 'closes nothing without shortEntry');
  }
  const hasStop = stop !== undefined || trailing !== undefined;
  if (sizing.kind === 'risk' && !hasStop) {
    refuse('sizing', 'risk is what is lost at the stop: give stop or trailing too');
  }
  if (target !== undefined && 'risk' in target && !hasStop) {
    refuse('target', 'is a multiple of the distance of the stop: give stop or trailing too');
  }
}

/** A trading strategy as data: decided on the close of a bar, filled at the open of the next. */
export const strategySchema = z.strictObject(strategyFields).superRefine(checkStrategy);
export type Strategy = z.infer<z.ZodObject<typeof strategyFields>>;
