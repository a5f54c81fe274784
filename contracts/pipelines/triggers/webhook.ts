import { z } from 'zod';
import { defineTriggerKind, triggerBase } from './base.ts';

/** Fires when its address is called; the body is the input of the run. */
export const webhook = defineTriggerKind({
  title: 'Webhook',
  description: 'Starts a run when its address is called',
  schema: z.strictObject({
    ...triggerBase,
    kind: z.literal('webhook'),
    /** How callers prove who they are: they sign each request with the secret, or send it along as a key. */
    auth: z.enum(['signature', 'key']).default('signature'),
    /** Whether callers get an answer at once, or the result of the run. */
    respond: z.enum(['at-once', 'with-result']).default('at-once'),
    overlap: triggerBase.overlap.default('allowAll'),
  }),
  example: { id: 'webhook', kind: 'webhook' },
});
