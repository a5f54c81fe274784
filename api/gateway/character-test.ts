import { z } from 'zod';
import { characterSchema } from '../../contracts/api/gateway/index.ts';
import type { GatewayChatAnswer } from '../../contracts/models/gateway-call.ts';
import type { ChatQuestion } from '../../contracts/models/messages.ts';
import type { JsonSchema } from '../../contracts/base/json.ts';
import { Problem } from '../base/problem.ts';
import { foreignJson } from '../../contracts/base/foreign-json.ts';

const schema = z.toJSONSchema(characterSchema, { io: 'input' }) as JsonSchema;
const instructions =
  'You complete the character of an AI agent from a few words about it. Keep to what they say, and ' +
  'fill in the rest so that it fits.';

/** Asks for the fields of a character, in their form. */
export function characterQuestion(description: string): ChatQuestion {
  return {
    messages: [
      { role: 'system', text: instructions },
      { role: 'user', text: description },
    ],
    tools: [],
    toolChoice: 'auto',
    responseFormat: { name: 'character', schema },
  };
}

/** @throws {Problem} when the answer is no character after all. */
export function readCharacter({
  text,
  model,
}: GatewayChatAnswer): z.output<typeof characterSchema> {
  const { success, data } = characterSchema.safeParse(foreignJson(text));
  if (success) return data;
  throw new Problem('answer-does-not-fit', `${model} did not answer in the required format.`);
}
