import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../contracts/base/json.ts';

type Message = { role: string; content?: unknown };

/** What the model is asked: as it would be by a provider. */
export type Asked = {
  /** What it is told of itself: the agent's role and instructions. */
  system: string;
  /** What was asked first: the task of an agent, or the prompt of a model node. */
  task: string;
  /** What tools have answered so far, as texts, in order. */
  results: string[];
  /** The names of the tools that it can call. */
  tools: string[];
  messages: Message[];
};

/** What the model answers: a text, calls of tools, or the result in the form that the agent has to give. */
export type Answer =
  | string
  | { calls: { tool: string; args: JsonObject }[] }
  | { result: JsonObject }
  /** The provider fails with a status, such as 500. */
  | { status: number };

/** The answers in their order, or a function that gives each. */
export type Script = Answer[] | ((asked: Asked) => Answer | Promise<Answer>);

type Body = { messages: Message[]; tools?: { function: { name: string } }[] };

/** A server that speaks OpenAI's Chat Completions by a script, and keeps what it was asked. */
export async function openScriptedModel(script: Script) {
  const asked: Asked[] = [];
  const next = Array.isArray(script) ? oneByOne(script) : script;
  const server = createServer((request, response) => {
    void (async () => {
      const { status, body } = await answerTo(request);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };

  async function answerTo(request: IncomingMessage): Promise<{ status: number; body: object }> {
    try {
      const question = readQuestion(await bodyOf(request));
      asked.push(question);
      const answer = await next(question);
      if (typeof answer === 'object' && 'status' in answer)
        return failure(answer.status, 'scripted');
      return { status: 200, body: completion(answer, question) };
    } catch (error) {
      // Not to be tried again: the script is wrong.
      return failure(400, `The script of the test has failed: ${(error as Error).message}`);
    }
  }
}

const failure = (status: number, message: string) => ({ status, body: { error: { message } } });

function oneByOne(answers: Answer[]) {
  let count = 0;
  return (): Answer => {
    const answer = answers[count];
    count += 1;
    if (answer !== undefined) return answer;
    throw new Error(`it has ${answers.length} answers, and this is question ${count}`);
  };
}

function readQuestion({ messages, tools = [] }: Body): Asked {
  const textsOf = (role: string) =>
    messages.filter((message) => message.role === role).map(({ content }) => textOf(content));
  return {
    system: textsOf('system').join('\n'),
    task: textsOf('user')[0] ?? '',
    results: textsOf('tool'),
    tools: tools.map((tool) => tool.function.name),
    messages,
  };
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}

let ids = 0;

function completion(answer: Exclude<Answer, { status: number }>, asked: Asked): object {
  const calls = callsOf(answer, asked)?.map(({ tool, args }) => ({
    id: `call_${(ids += 1)}`,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(args) },
  }));
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'scripted',
    choices: [
      {
        index: 0,
        finish_reason: calls ? 'tool_calls' : 'stop',
        message: {
          role: 'assistant',
          refusal: null,
          content: typeof answer === 'string' ? answer : null,
          ...(calls && { tool_calls: calls }),
        },
      },
    ],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  };
}

function callsOf(answer: Exclude<Answer, { status: number }>, { tools }: Asked) {
  if (typeof answer === 'string') return undefined;
  if ('calls' in answer) return answer.calls;
  const form = tools.find((name) => name.startsWith('submit_'));
  if (form) return [{ tool: form, args: answer.result }];
  throw new Error(`no result is asked for; the tools are ${tools.join(', ') || 'none'}`);
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Body;
}
