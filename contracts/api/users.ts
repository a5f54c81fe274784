import { z } from 'zod';
import { roles } from '../access/roles.ts';
import { switchFields } from '../tools/switches.ts';
import { plans } from '../tools/tools.ts';
import { ownWords } from '../base/own-words.ts';
import { userNameSchema } from '../base/user.ts';
import { instantSchema, listOf } from './values.ts';

export const userParams = z.object({ id: userNameSchema.describe('The user name that runs use') });

const rolesSchema = z.array(z.enum(roles)).max(roles.length);

const groupsSchema = z
  .array(
    z
      .string()
      .max(64)
      .regex(
        /^[a-z][a-z0-9_-]*$/,
        ownWords(
          'must be lowercase letters, digits, _ and -, starting with a letter',
          'write a name such as desk',
        ),
      ),
  )
  .max(50);

const settings = {
  plan: z.enum(plans).nullable(),
  ...switchFields(() => z.boolean().nullable()),
  allowedTools: z.array(z.string()).nullable(),
  deniedTools: z.array(z.string()),
};

const rolesText =
  'What the user may do in the app and with keys of their own. Empty: cannot sign in. A user who gets a first role ' +
  'without a plan gets the plan `free`, and all switches off';
const groupsText =
  'Groups that the user is in. `approvers` can name a group. A group cannot have the name of a role or a user';
const actsText = 'Whether requests may name another `user`, as a service does that serves many';

export const putUserSchema = z
  .strictObject({
    plan: settings.plan.default(null).describe('Null: BATON_PLAN'),
    ...switchFields(({ description, setting }) =>
      z.boolean().nullable().default(null).describe(`${description}. Null: ${setting}`),
    ),
    allowedTools: settings.allowedTools
      .default(null)
      .describe('The only tools that the user can use. Null: any'),
    deniedTools: settings.deniedTools.default([]).describe('Tools that the user cannot use'),
    roles: rolesSchema.default([]).describe(rolesText),
    groups: groupsSchema.default([]).describe(groupsText),
    actsForOthers: z.boolean().default(false).describe(actsText),
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
      'The full list of tools that the user can use. Null: any',
    ),
    deniedTools: settings.deniedTools
      .nullable()
      .describe('The full list of tools that the user cannot use. Null: none'),
    roles: rolesSchema.describe(rolesText),
    groups: groupsSchema.describe(groupsText),
    actsForOthers: z.boolean().describe(actsText),
  })
  .partial()
  .meta({ id: 'PatchUser' });

export const userSchema = z
  .object({
    id: z.string(),
    plan: z.enum(plans).describe('The plan that the tools of the user run under'),
    ...switchFields(() => z.boolean()),
    allowedTools: settings.allowedTools,
    deniedTools: settings.deniedTools,
    roles: z.array(z.enum(roles)),
    groups: z.array(z.string()),
    actsForOthers: z.boolean(),
    own: z.object(settings).nullable().describe("The user's own settings; null if there are none"),
    changedAt: instantSchema.nullable(),
  })
  .meta({ id: 'User' });
export type UserView = z.infer<typeof userSchema>;

export const userListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Maximum number of items'),
  cursor: z.string().optional().describe('The `nextCursor` of the previous page'),
});
export const userListSchema = listOf(userSchema, 'UserList');
