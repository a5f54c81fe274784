import { z } from 'zod';
import { switchFields } from '../tools/switches.ts';
import { plans } from '../tools/tools.ts';
import { userNameSchema } from '../base/user.ts';
import { instantSchema, listOf } from './values.ts';

export const userParams = z.object({ id: userNameSchema.describe('The name that runs give') });

const settings = {
  plan: z.enum(plans).nullable(),
  ...switchFields(() => z.boolean().nullable()),
  allowedTools: z.array(z.string()).nullable(),
  deniedTools: z.array(z.string()),
};

export const putUserSchema = z
  .strictObject({
    plan: settings.plan.default(null).describe('Null: BATON_PLAN'),
    ...switchFields(({ description, setting }) =>
      z.boolean().nullable().default(null).describe(`${description}. Null: ${setting}`),
    ),
    allowedTools: settings.allowedTools
      .default(null)
      .describe('The only tools that the user may use. Null: any'),
    deniedTools: settings.deniedTools.default([]).describe('Tools that the user may not use'),
  })
  .meta({ id: 'PutUser' });

/** A JSON merge patch (RFC 7396) of what is set for a user. */
export const patchUserSchema = z
  .strictObject({
    plan: settings.plan.describe('Null: BATON_PLAN'),
    ...switchFields(({ description, setting }) =>
      z.boolean().nullable().describe(`${description}. Null: ${setting}`),
    ),
    allowedTools: settings.allowedTools.describe(
      'The only tools that the user may use, all of them. Null: any',
    ),
    deniedTools: settings.deniedTools
      .nullable()
      .describe('Tools that the user may not use, all of them. Null: none'),
  })
  .partial()
  .meta({ id: 'PatchUser' });

export const userSchema = z
  .object({
    id: z.string(),
    plan: z.enum(plans).describe('That the tools of the user run under'),
    ...switchFields(() => z.boolean()),
    allowedTools: settings.allowedTools,
    deniedTools: settings.deniedTools,
    own: z
      .object(settings)
      .nullable()
      .describe('What is set for this user alone; null where nothing is'),
    changedAt: instantSchema.nullable(),
  })
  .meta({ id: 'User' });
export type UserView = z.infer<typeof userSchema>;

export const userListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Items in the answer'),
  cursor: z.string().optional().describe('`nextCursor` of the page before'),
});
export const userListSchema = listOf(userSchema, 'UserList');
