import { z } from 'zod';
import { batonContentSchema } from '../../contracts/api/gateway/index.ts';
import type { WireMessage } from '../../contracts/api/gateway/index.ts';
import { foreignJson } from '../../contracts/base/foreign-json.ts';
import type { GatewayChatAnswer } from '../../contracts/models/gateway-call.ts';

/**
 * What a provider wants back with its own words, in the one text that clients of other APIs than Chat Completions bring
 * back unchanged.
 */
const stateSchema = batonContentSchema.extend({
  /** By the ids of calls. */
  signatures: z.record(z.string(), z.string()).default({}),
});
export type KeptState = z.output<typeof stateSchema>;

const prefix = 'baton_';

/** Undefined where a provider wants nothing back. */
export function keepState({
  model,
  reasoning = [],
  toolCalls,
}: Pick<GatewayChatAnswer, 'model' | 'reasoning' | 'toolCalls'>): string | undefined {
  const signed = toolCalls.flatMap(({ id, signature }) =>
    signature === undefined ? [] : [[id, signature] as const],
  );
  if (signed.length === 0 && reasoning.every(({ opaque }) => !opaque)) return undefined;
  const state: KeptState = { model, reasoning, signatures: Object.fromEntries(signed) };
  return `${prefix}${Buffer.from(JSON.stringify(state)).toString('base64url')}`;
}

/** Undefined for a text that is not Baton's. */
export function readState(text: string): KeptState | undefined {
  if (!text.startsWith(prefix)) return undefined;
  const json = Buffer.from(text.slice(prefix.length), 'base64url').toString();
  return stateSchema.safeParse(foreignJson(json)).data;
}

type Assistant = Extract<WireMessage, { role: 'assistant' }>;

/** A message with what its provider wants back. */
export function withState(message: Assistant, { signatures, ...baton }: KeptState): Assistant {
  return {
    ...message,
    ...(baton.reasoning.length > 0 && { extra_content: { baton } }),
    ...(message.tool_calls && {
      tool_calls: message.tool_calls.map((call) => {
        const signature = Object.hasOwn(signatures, call.id) ? signatures[call.id] : undefined;
        return signature === undefined
          ? call
          : { ...call, extra_content: { google: { thought_signature: signature } } };
      }),
    }),
  };
}
