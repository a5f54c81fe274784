import { isJsonObject } from '../../../../../contracts/base/json.ts';
import type { JsonObject } from '../../../../../contracts/base/json.ts';
import type { ChatBody } from '../../../../../contracts/models/model-request.ts';

/** A message of a draft: one that is written here, or one that is sent as it was. */
export type DraftMessage =
  | { kind: 'written'; role: 'user' | 'assistant'; text: string }
  | { kind: 'kept'; message: JsonObject };

/** A request as it is written in the playground; its fields are texts, as people type them. */
export type Draft = {
  model: string;
  system: string;
  messages: DraftMessage[];
  temperature: string;
  /** What else is sent, as it was. */
  rest: JsonObject;
};

export const emptyDraft: Draft = {
  model: 'default',
  system: '',
  messages: [{ kind: 'written', role: 'user', text: '' }],
  temperature: '',
  rest: {},
};

/** How each answer is sent is chosen here. */
const ofForm = ['stream', 'stream_options'];

/** A request to be written on. */
export function draftOf({ model, messages, temperature, ...fields }: ChatBody): Draft {
  const [first, ...others] = messages;
  const system = first?.['role'] === 'system' && isPlain(first) ? first['content'] : undefined;
  const shown = system === undefined ? messages : others;
  return {
    model,
    system: typeof system === 'string' ? system : '',
    messages: shown.map(toDraftMessage),
    temperature: typeof temperature === 'number' ? String(temperature) : '',
    rest: Object.fromEntries(Object.entries(fields).filter(([name]) => !ofForm.includes(name))),
  };
}

/** The request that a draft is: messages without a text are left out. */
export function bodyOf({ model, system, messages, temperature, rest }: Draft): ChatBody {
  return {
    ...rest,
    model: model.trim(),
    messages: [
      ...(system.trim() === '' ? [] : [{ role: 'system', content: system }]),
      ...messages.flatMap((message): JsonObject[] => {
        if (message.kind === 'kept') return [message.message];
        const { role, text } = message;
        return text.trim() === '' ? [] : [{ role, content: text }];
      }),
    ],
    ...(temperature.trim() !== '' && { temperature: Number(temperature) }),
  };
}

/** Whether a temperature is one, or none. */
export function isTemperature(text: string): boolean {
  const value = Number(text);
  return text.trim() === '' || (value >= 0 && value <= 2);
}

function toDraftMessage(message: JsonObject): DraftMessage {
  const { role, content } = message;
  const isWritten = role === 'user' || role === 'assistant';
  return isWritten && isPlain(message) && typeof content === 'string'
    ? { kind: 'written', role, text: content }
    : { kind: 'kept', message };
}

/** Whether a message says nothing but a text, and whose it is. */
function isPlain(message: JsonObject): boolean {
  return Object.entries(message).every(
    ([name, value]) => name === 'role' || name === 'content' || isOfBaton(name, value),
  );
}

/** Who answered matters only for thoughts that go back. */
function isOfBaton(name: string, value: unknown): boolean {
  if (name !== 'extra_content' || !isJsonObject(value)) return false;
  const baton = isJsonObject(value['baton']) ? value['baton'] : {};
  return Array.isArray(baton['reasoning']) && baton['reasoning'].length === 0;
}
