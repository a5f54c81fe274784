import { z } from 'zod';
import { gateChangesSchema, gatesSchema } from '../gates.ts';
import { accountQuery } from './accounts.ts';
import { instantSchema, jsonSchema, listOf } from '../../api/values.ts';

const reasonSchema = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .optional()
  .describe('The reason, stored with the change');

export const tradingGatesSchema = z
  .object({
    gates: gatesSchema
      .nullable()
      .describe('The gates in effect; null before the first worker starts'),
    defaults: gatesSchema.nullable().describe("From the workers' settings"),
    changes: gateChangesSchema.describe('The values that override the settings'),
    mismatch: z
      .string()
      .nullable()
      .describe(
        "How the account's events and records differ. While they differ, trading is stopped",
      ),
    reconciledAt: instantSchema.nullable().describe('When events and records were last compared'),
  })
  .meta({ id: 'TradingGates' });
export type TradingGatesView = z.infer<typeof tradingGatesSchema>;

export const setGatesSchema = z
  .strictObject({
    gates: gateChangesSchema.describe("Omitted fields use the workers' settings"),
    reason: reasonSchema,
  })
  .meta({ id: 'SetGates' });

export const killSwitchSchema = z
  .object({
    on: z.boolean(),
    everyAccount: z.boolean().describe('Whether an admin stopped every account'),
    changedAt: instantSchema.nullable(),
    by: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'KillSwitch' });
export type KillSwitchView = z.infer<typeof killSwitchSchema>;

export const setKillSwitchSchema = z
  .strictObject({
    on: z
      .boolean()
      .describe('While it is on, Baton accepts only orders that reduce a position, and cancels'),
    cancelOrders: z
      .boolean()
      .default(true)
      .describe(
        'Whether turning it on cancels the open orders that open a position or add to one; stops, targets and orders that close stay',
      ),
    everyAccount: z
      .boolean()
      .default(false)
      .describe(
        'Turns the kill switch on or off for every account, including accounts opened later. Admins only',
      ),
    reason: reasonSchema,
  })
  .meta({ id: 'SetKillSwitch' });
export const killSwitchSetSchema = z
  .object({
    ...killSwitchSchema.shape,
    canceled: z.number().int().describe('Orders being cancelled'),
  })
  .meta({ id: 'KillSwitchSet' });

const tradingChangeSchema = z
  .object({
    id: z.number().int(),
    kind: z.enum(['gates', 'kill-switch', 'members']),
    everyAccount: z.boolean().describe('Whether it applies to every account'),
    by: z.string(),
    reason: z.string().nullable(),
    before: jsonSchema,
    after: jsonSchema,
    at: instantSchema,
  })
  .meta({ id: 'TradingChange' });
export type TradingChangeView = z.infer<typeof tradingChangeSchema>;
export const tradingChangeQuery = z.object({
  ...accountQuery,
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Maximum number of items'),
  cursor: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('The `nextCursor` of the previous page'),
});
export const tradingChangeListSchema = listOf(tradingChangeSchema, 'TradingChangeList');
