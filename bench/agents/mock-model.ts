import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../measurement.ts';

type Question = { messages: { role: string; content?: unknown }[] };

/** A model of OpenAI's wire whose answers take as long as it is told. */
export type MockModel = {
  url: string;
  /** Milliseconds that an answer takes. */
  answerMs: number;
  /** When a task was asked for first, in milliseconds of `performance.now()`, by its text. */
  firstAsked: Map<string, number>;
};

/** The task of an agent that takes so many turns; `mark` tells it from others. */
export function taskOf(turns: number, mark: string): string {
  return `Take ${turns} turns. ${mark}`;
}

/** Starts a model that calls one tool in every turn but the last that its task allows. */
export async function startMockModel(cleanup: Bench['cleanup']): Promise<MockModel> {
  const mock: MockModel = { url: '', answerMs: 0, firstAsked: new Map() };
  const server = createServer((request, response) => {
    void (async () => {
      const { messages } = (await bodyOf(request)) as Question;
      const task = String(messages.find(({ role }) => role === 'user')?.content);
      if (!mock.firstAsked.has(task)) mock.firstAsked.set(task, performance.now());
      const turn = messages.filter(({ role }) => role === 'assistant').length + 1;
      const isLast = turn >= Number(/^Take (\d+) turns/.exec(task)?.[1] ?? 1);
      await delay(mock.answerMs);
      response.setHeader('content-type', 'text/event-stream');
      response.end(
        streamed(isLast ? { content: 'Done.' } : { tool_calls: [callOf(turn)] }, isLast),
      );
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  cleanup.add(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  mock.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`;
  return mock;
}

function callOf(turn: number): object {
  const prices = { entryPrice: 100 + turn, stopPrice: 99, targetPrice: 200 };
  const args = JSON.stringify({ side: 'long', ...prices });
  return {
    index: 0,
    id: `call_${turn}`,
    type: 'function',
    function: { name: 'calculate_risk_reward', arguments: args },
  };
}

function streamed(delta: object, isLast: boolean): string {
  const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'mock' };
  const usage = { prompt_tokens: 400, completion_tokens: 20, total_tokens: 420 };
  const events = [
    {
      ...chunk,
      choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }],
    },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: isLast ? 'stop' : 'tool_calls' }] },
    { ...chunk, choices: [], usage },
  ];
  return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}
