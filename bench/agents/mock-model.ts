import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../measurement.ts';

type Question = { messages: { role: string; content?: unknown }[]; stream?: boolean };

/** A model of OpenAI's wire whose answers take as long as it is told. */
export type MockModel = {
  url: string;
  /** Milliseconds that an answer takes. */
  answerMs: number;
  /** Characters of text that come with each call of the tool. */
  characters: number;
  /** How often it was asked. */
  asked: number;
  /** When a task was asked for first, in milliseconds of `performance.now()`, by its text. */
  firstAsked: Map<string, number>;
};

/** The task of an agent that takes so many turns; `mark` tells it from others. */
export function taskOf(turns: number, mark: string): string {
  return `Take ${turns} turns. ${mark}`;
}

/** Starts a model that calls one tool in every turn but the last that its task allows. */
export async function startMockModel(cleanup: Bench['cleanup']): Promise<MockModel> {
  const mock: MockModel = { url: '', answerMs: 0, characters: 0, asked: 0, firstAsked: new Map() };
  const server = createServer((request, response) => {
    void (async () => {
      const { messages, stream } = (await bodyOf(request)) as Question;
      mock.asked += 1;
      const task = textOf(messages.find(({ role }) => role === 'user')?.content);
      if (!mock.firstAsked.has(task)) mock.firstAsked.set(task, performance.now());
      const turn = messages.filter(({ role }) => role === 'assistant').length + 1;
      const isLast = turn >= Number(/^Take (\d+) turns/.exec(task)?.[1] ?? 1);
      await delay(mock.answerMs);
      const text = mock.characters > 0 && { content: 'x'.repeat(mock.characters) };
      const answer = isLast ? { content: 'Done.' } : { ...text, tool_calls: [callOf(turn)] };
      response.setHeader('content-type', stream ? 'text/event-stream' : 'application/json');
      // Some take messages of the same id for the same message.
      const id = `chatcmpl-${mock.asked}`;
      response.end(stream ? streamed(id, answer, isLast) : whole(id, answer, isLast));
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

const usage = { prompt_tokens: 400, completion_tokens: 20, total_tokens: 420 };

function whole(id: string, message: object, isLast: boolean): string {
  const finish = isLast ? 'stop' : 'tool_calls';
  return JSON.stringify({
    id,
    object: 'chat.completion',
    created: 0,
    model: 'mock',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: null, ...message },
        finish_reason: finish,
      },
    ],
    usage,
  });
}

function streamed(id: string, delta: object, isLast: boolean): string {
  const chunk = { id, object: 'chat.completion.chunk', created: 0, model: 'mock' };
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

/** Some clients send a text as parts. */
function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}
