import { z } from 'zod';
import { acting } from '../../base/acting-user.ts';
import { userNameSchema } from '../../base/user.ts';
import { listOf } from '../../api/values.ts';
import { deskAccountId } from '../accounts.ts';

const user = acting(
  userNameSchema.optional().describe('The user who makes the request. Default: yourself'),
);

/** The query parameters that every route of an account takes. */
export const accountQuery = {
  user,
  account: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .optional()
    .describe("An account of GET /api/v1/accounts. Default: the user's own"),
};

export const accountEntrySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['own', 'desk']).describe('`desk`: shared by its members'),
    members: z.array(z.string()).describe('Who can see it and trade on it'),
  })
  .meta({ id: 'AccountEntry' });
export type AccountEntry = z.infer<typeof accountEntrySchema>;
export const accountEntriesQuery = z.object({ user });
export const accountEntriesSchema = listOf(accountEntrySchema, 'AccountEntryList');

export const deskAccountParams = z.object({
  id: z
    .string()
    .regex(deskAccountId, 'must be lowercase letters, digits and hyphens, and not `paper`'),
});
export const putDeskAccountSchema = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('Default: the current name, or the id for a new account'),
    members: z
      .array(userNameSchema)
      .min(1)
      .max(100)
      .describe('All members. Users who are not listed lose access'),
    reason: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe('The reason, stored with the change'),
  })
  .meta({ id: 'PutDeskAccount' });
