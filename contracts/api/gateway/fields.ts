import { z } from 'zod';
import { acting } from '../../base/acting-user.ts';
import { priorities } from '../../models/messages.ts';
import { userNameSchema } from '../../base/user.ts';

const modelForms =
  '`provider/model`, `provider:model`, an alias, `default`, the bare name of a model of a chain, or a model name together ' +
  'with `provider`; `provider` alone means its default model';

const nameForm = 'printable characters without spaces';
const nameSchema = (whenEmpty?: string) =>
  z
    .string()
    .min(1, whenEmpty)
    .regex(/^\S+$/u, { abort: true, error: nameForm })
    .refine((name) => !/[\p{C}\p{Z}]/u.test(name), nameForm);

/** Which model is asked. */
export const modelFields = {
  model: nameSchema(`write ${modelForms}`).describe(modelForms),
  provider: nameSchema().nullish().describe('The provider, if `model` does not name one'),
};

/** On whose account the call is. */
export const userField = {
  user: acting(
    z.preprocess((user) => (user === '' ? null : user), userNameSchema.nullish()),
    'missing',
  ),
};

/** Whether what the model does not take is refused, in place of being left out and named in a header. */
export const strictField = {
  strict: z
    .boolean()
    .nullish()
    .describe('Refuses the request instead of ignoring parameters that the model does not support'),
};

export const gatewayHeadersSchema = z.object({
  'x-baton-priority': z.enum(priorities).default('normal').describe('Priority in the queue'),
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('A repeated request with the same key within 24 hours returns the stored answer'),
});
export type GatewayHeaders = z.output<typeof gatewayHeadersSchema>;
