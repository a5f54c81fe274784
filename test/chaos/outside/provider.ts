import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { between } from '../random.ts';
import type { Random } from '../random.ts';
import { serveHttp } from './serve-http.ts';

type Message = { role: string; content?: unknown };
type Asked = { messages: Message[]; tools?: { function: { name: string } }[] };
type Answer = { text: string } | { name: string; args: object };

/** A request that the provider has seen. */
export type Question = {
  /** What is asked, in which turn: the same again is the same question. */
  id: string;
  /** Of the load: which item asked. */
  key: string;
  askedAt: number;
  /** When the first byte of the answer was sent: from then on it costs money. */
  begunAt?: number;
  /** When the last byte was sent. */
  endedAt?: number;
  /** Tokens that the whole answer is billed with. */
  tokens: { input: number; output: number };
};

/** In a prompt: who asks, so that each request is counted where it belongs. */
export const markOf = (key: string, node: string) => `[${key}/${node}]`;
const markPattern = /\[(chaos-\d+-\d+)\/([\w-]+)\]/;

/** The parts of an answer that are streamed one after the other. */
const parts = 5;
const slowestAnswerMs = 2_500;

/** A provider of OpenAI's wire that notes each request, and answers in its own time. */
export async function startProvider(random: Random) {
  const questions: Question[] = [];

  const { port, close } = await serveHttp(async (request, response) => {
    const asked = JSON.parse(await bodyOf(request)) as Asked;
    const users = asked.messages.filter(({ role }) => role === 'user');
    const [, key, node] = markPattern.exec(JSON.stringify(users)) ?? [];
    if (key === undefined) throw new Error(`A question without a mark: ${JSON.stringify(users)}`);
    const turn = asked.messages.filter(({ role }) => role === 'assistant').length;
    const question: Question = {
      id: `${key}/${node}#${turn}`,
      key,
      askedAt: Date.now(),
      // No two questions cost the same, so that sums tell them apart.
      tokens: { input: 1_000 + questions.length, output: 50 },
    };
    questions.push(question);
    await stream(response, question, answerOf(asked, turn), between(random, 50, slowestAnswerMs));
  });

  return { url: `http://127.0.0.1:${port}/v1`, port, questions, close };
}

async function stream(
  response: ServerResponse,
  question: Question,
  answer: Answer,
  takesMs: number,
): Promise<void> {
  const send = (chunk: object) => response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  const frame = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'gpt-5.2' };
  const delta = (change: object, finish: string | null = null) =>
    send({ ...frame, choices: [{ index: 0, delta: change, finish_reason: finish }] });
  await delay(takesMs / parts);
  if (response.destroyed) return;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  question.begunAt = Date.now();
  delta({ role: 'assistant', content: '' });
  for (const change of changesOf(answer)) {
    await delay(takesMs / parts);
    if (response.destroyed) return;
    delta(change);
  }
  delta({}, 'text' in answer ? 'stop' : 'tool_calls');
  const { input, output } = question.tokens;
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  send({ ...frame, choices: [], usage });
  response.end('data: [DONE]\n\n');
  question.endedAt = Date.now();
}

function changesOf(answer: Answer): object[] {
  if ('text' in answer) {
    return answer.text.match(/.{1,12}/gs)!.map((content) => ({ content }));
  }
  const { name, args } = answer;
  const call = {
    index: 0,
    id: `call_${name}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  };
  return [{ tool_calls: [call] }];
}

/** Looks at the price first where it can, then orders where it can, and then says something. */
function answerOf({ messages, tools = [] }: Asked, turn: number): Answer {
  const names = tools.map((tool) => tool.function.name);
  if (turn === 0 && names.includes('get_price'))
    return { name: 'get_price', args: { symbol: 'SPX' } };
  if (turn === 1 && names.includes('create_paper_order')) {
    const seen = messages.findLast(({ role }) => role === 'tool');
    const { price } = JSON.parse(String(seen?.content)) as { price: number };
    return {
      name: 'create_paper_order',
      args: { symbol: 'SPX', side: 'buy', quantity: 1, type: 'market', referencePrice: price },
    };
  }
  return { text: 'The trend is up, and nothing speaks against it.' };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
