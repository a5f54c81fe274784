import { expect, it } from 'vitest';
import { keepRequests } from '../../../../activities/models/requests/keep-requests.ts';
import type { ModelAnswer, ModelCall } from '../../../../activities/models/model-caller.ts';
import type { ModelRequestRow } from '../../../../db/repositories/models/model-requests.ts';
import { noUsage } from '../../../../contracts/models/messages.ts';
import type { ChatMessage } from '../../../../contracts/models/messages.ts';
import { startMockServer } from '../mock-server.ts';
import { never, request } from '../requests.ts';
import { openai as wire } from '../providers/wires/openai.ts';

const said = { text: 'Yes.', toolCalls: [], finish: 'stop' as const };
const answer: ModelAnswer = {
  ...said,
  usage: noUsage,
  model: 'openai:gpt-5.2',
  attempts: [{ model: 'openai:gpt-5.2', status: 'answered', durationMs: 1 }],
  costUsd: null,
};

/** What is kept of a call with so many characters of conversation. */
async function keptOf(source: 'run' | 'gateway', characters: number): Promise<ModelRequestRow> {
  return keptMessages(source, [{ role: 'user', text: 'x'.repeat(characters) }]);
}

async function keptMessages(
  source: 'run' | 'gateway',
  messages: ChatMessage[],
): Promise<ModelRequestRow> {
  const server = await startMockServer({ body: wire.answer({ text: 'Yes.' }) });
  const provider = wire.create(server.url);
  const rows: ModelRequestRow[] = [];
  const asked = request({ messages });
  const call: ModelCall = {
    caller: { callId: 'call', source, user: 'ann', priority: 'normal', budgets: [] },
    chain: ['openai:gpt-5.2'],
    request: asked,
  };
  const kept = keepRequests(
    async () => {
      await provider.chat({ ...asked, model: wire.model }, never);
      return answer;
    },
    (row) => rows.push(row),
  );
  await kept(call, { signal: new AbortController().signal });
  expect(server.received).toHaveLength(1);
  return rows[0]!;
}

const sizeOf = ({ content }: ModelRequestRow) => JSON.stringify(content).length;

it.each([
  ['run', 64 * 1024],
  ['gateway', 256 * 1024],
] as const)(
  'of a call of the %s, so much of a body is kept, and how long it was',
  async (source, most) => {
    const { content } = await keptOf(source, 900_000);
    expect(content.exchanges[0]?.sent?.text).toHaveLength(most);
    expect(content.exchanges[0]?.sent?.characters).toBeGreaterThan(900_000);
  },
);

it('what is kept of a turn does not grow with its conversation', async () => {
  const [long, longer] = [await keptOf('run', 200_000), await keptOf('run', 2_000_000)];
  expect(long.content.question).toBeNull();
  expect(sizeOf(longer)).toBeLessThan(sizeOf(long) + 1_000);
});

it('a question of usual length is kept whole', async () => {
  for (const source of ['run', 'gateway'] as const) {
    const { content } = await keptOf(source, 50_000);
    expect(content.question?.messages).toEqual([{ role: 'user', text: 'x'.repeat(50_000) }]);
  }
});

it('a question is told from others by its task, and not by what the agent remembers', async () => {
  const memory = 'Your memory: what you found.\n<memory>\n1. [run run_1] It rose.\n</memory>';
  const messages: ChatMessage[] = [
    { role: 'user', text: 'Analyse SPX.' },
    { role: 'user', text: memory },
  ];
  expect(await keptMessages('run', messages)).toMatchObject({ preview: 'Analyse SPX.' });
  expect((await keptMessages('run', messages.slice(1))).preview).toContain('Your memory');
});
