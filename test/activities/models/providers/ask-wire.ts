import { expect } from 'vitest';
import type { ChatDelta, ChatMessage } from '../../../../contracts/models/messages.ts';
import { ProviderError } from '../../../../activities/models/provider.ts';
import type { ChatRequest, ChatResponse } from '../../../../activities/models/provider.ts';
import { createExchanges } from '../../../../activities/models/providers/wire/exchanges.ts';
import { startMockServer } from '../mock-server.ts';
import type { Reply } from '../mock-server.ts';
import { never, request } from '../requests.ts';
import { wireNamed } from './wires/index.ts';
import type { Wire } from './wires/wire.ts';

/** Ways to ask a provider whose server gives one reply, as within a call whose exchanges are kept. */
export function asking(wire: Wire) {
  return {
    async chat(reply: Reply, changes: Partial<ChatRequest> = {}): Promise<ChatResponse> {
      const server = await startMockServer(reply);
      const asked = request({ model: wire.model, ...changes });
      return createExchanges().during(() => wire.create(server.url).chat(asked, never));
    },

    async stream(reply: Reply, changes: Partial<ChatRequest> = {}) {
      const server = await startMockServer(reply);
      const deltas: ChatDelta[] = [];
      const asked = request({ model: wire.model, ...changes });
      const onDelta = (delta: ChatDelta) => void deltas.push(delta);
      const answer = await createExchanges().during(() =>
        wire.create(server.url).chat(asked, { ...never, onDelta }),
      );
      return { answer, deltas };
    },
  };
}

/** The body that a provider is sent. */
export async function sent(
  name: string,
  messages: ChatMessage[],
  model?: string,
  changes: Partial<ChatRequest> = {},
): Promise<any> {
  const wire = wireNamed(name);
  const server = await startMockServer({ body: wire.answer({ text: 'ok' }) });
  const asked = request({ model: model ?? wire.model, messages, ...changes });
  await wire.create(server.url).chat(asked, never);
  return server.received[0]!.body;
}

/** The error that a request ends with. */
export async function failure(answer: Promise<unknown>): Promise<ProviderError> {
  const error = await answer.then(
    () => expect.fail('answered'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}
