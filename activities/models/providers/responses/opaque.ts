import type {
  ResponseInputItem,
  ResponseReasoningItem,
} from 'openai/resources/responses/responses';
import { z } from 'zod';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { Reasoning } from '../../../../contracts/models/messages.ts';

/** What a model says between calls of tools is commentary; the rest is its answer. */
const phases = ['commentary', 'final_answer'] as const;
export type Phase = (typeof phases)[number];

const reasoningOpaque = z.looseObject({
  id: z.string(),
  encrypted_content: z.string(),
  callsBefore: z.number().default(0),
});
const messageOpaque = z.looseObject({
  phase: z.enum(phases),
  callsBefore: z.number().default(0),
});

/**
 * A reasoning item as it is kept, to be given back in its place.
 *
 * @param callsBefore how many calls of tools the answer had before it.
 */
export function keepReasoning(
  { id, text, encryptedContent }: { id: string; text: string; encryptedContent: string },
  callsBefore: number,
): Reasoning {
  return { text, opaque: { id, encrypted_content: encryptedContent, ...place(callsBefore) } };
}

/** A commentary is kept as reasoning; of the answer itself, only that it was marked as such. */
export function keepPhase(phase: Phase, text: string, callsBefore: number): Reasoning {
  return { text, opaque: { phase, ...place(callsBefore) } };
}

function place(callsBefore: number): JsonObject {
  return callsBefore > 0 ? { callsBefore } : {};
}

type KeptItem = { item: ResponseInputItem; callsBefore: number };

/** The items that were kept, each with the number of calls before it, and how the answer's text was marked. */
export function readOpaque(reasoning: readonly Reasoning[]): {
  items: KeptItem[];
  phase?: Phase;
} {
  const items = reasoning.flatMap(({ text, opaque }): KeptItem[] => {
    const thought = reasoningOpaque.safeParse(opaque);
    if (thought.success) {
      const { id, encrypted_content, callsBefore } = thought.data;
      const summary: ResponseReasoningItem['summary'] = text
        ? [{ type: 'summary_text', text }]
        : [];
      return [{ item: { type: 'reasoning', id, summary, encrypted_content }, callsBefore }];
    }
    const message = messageOpaque.safeParse(opaque);
    if (!message.success || text === '') return [];
    const { phase, callsBefore } = message.data;
    return [{ item: { role: 'assistant', content: text, phase }, callsBefore }];
  });
  const isMarked = reasoning.some(({ opaque }) => opaque?.['phase'] === 'final_answer');
  return { items, ...(isMarked && { phase: 'final_answer' as const }) };
}
