import { expect } from 'vitest';
import type { ChatDelta } from '../../../../contracts/models/messages.ts';
import type { ChatResponse } from '../../../../activities/models/provider.ts';
import { startMockServer } from '../mock-server.ts';
import { never, request } from '../requests.ts';
import type { Wire } from './wires/wire.ts';

/**
 * The answer to a stream, checked against what somebody has seen of it at the end who starts anew at each retry.
 */
export async function seenOf(wire: Wire, events: string): Promise<ChatResponse> {
  const server = await startMockServer({ events });
  let seen: ChatDelta[] = [];
  const answer = await wire.create(server.url).chat(request({ model: wire.model }), {
    ...never,
    onDelta: (part) => seen.push(part),
    onRetry: () => void (seen = []),
  });
  const text = seen.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');
  const calls = seen.filter(({ type }) => type === 'tool-call-start').length;
  expect({ text, calls }).toEqual({ text: answer.text, calls: answer.toolCalls.length });
  return answer;
}
