import { jsonServer } from './json-server.ts';

type WireMessage = {
  role: string;
  content?: unknown;
  tool_calls?: unknown[];
};

/** What was asked: the messages, the tools by name, and what was said of them. */
export type Asked = { messages: WireMessage[]; tools: string[]; toolChoice?: unknown };

type Answer = { text: string } | { calls: { name: string; args: object }[] };
export type Scripted = Answer | { status: number; message?: string };

/** A first answer that sets a plan, and begins with it at once. */
export function planAndCall(name: string, args: object): Scripted {
  const steps = [{ text: 'Look', status: 'active' }, { text: 'Say what is seen' }];
  return {
    calls: [
      { name: 'set_plan', args: { steps } },
      { name, args },
    ],
  };
}

/** An answer that sets a plan of one step. */
export const planOf = (text: string): Scripted => ({
  calls: [{ name: 'set_plan', args: { steps: [{ text }] } }],
});

/** What the tools gave that a plan is not made with. */
export function resultsIn({ messages }: Pick<Asked, 'messages'>): WireMessage[] {
  return messages.filter(
    ({ role, content }) => role === 'tool' && !String(content).startsWith('Your plan now'),
  );
}

/** What the two agents of `research-to-trading` would answer: a plan with one tool each, then their result. */
export function traderScript(asked: Asked): Scripted {
  const results = resultsIn(asked);
  if (!asked.tools.includes('submit_trade_decision')) {
    return results.length === 0
      ? planAndCall('get_indicators', { symbol: 'SPX' })
      : { text: 'The trend is up.' };
  }
  if (results.length === 0) return planAndCall('get_price', { symbol: 'SPX' });
  const { price } = JSON.parse(String(results[0]?.content)) as { price: number };
  const order = { symbol: 'SPX', side: 'buy', quantity: 2, type: 'market', referencePrice: price };
  const decision = { action: 'buy', symbol: 'SPX', confidence: 0.9, reason: 'The trend is up.' };
  return { calls: [{ name: 'submit_trade_decision', args: { ...decision, order } }] };
}

type Script = (asked: Asked) => Scripted | Promise<Scripted>;

/** A server that speaks OpenAI's Chat Completions by a script, and notes what it was asked. */
export async function openaiServer(script: Script) {
  type Body = {
    messages: WireMessage[];
    tools?: { function: { name: string } }[];
    tool_choice?: unknown;
  };
  const { url, asked } = await scriptedServer(script, {
    read: ({ messages, tools = [], tool_choice: toolChoice }: Body) => ({
      messages,
      tools: tools.map((tool) => tool.function.name),
      toolChoice,
    }),
    write: completion,
  });
  return { url: `${url}/v1`, asked };
}

/** A server that speaks Anthropic's Messages by the same scripts. */
export async function anthropicServer(script: Script) {
  type Body = { messages: WireMessage[]; tools?: { name: string }[] };
  return scriptedServer(script, {
    read: ({ messages, tools = [] }: Body) => ({
      messages: messages.flatMap(toolResultsApart),
      tools: tools.map(({ name }) => name),
    }),
    write: message,
  });
}

async function scriptedServer<Body>(
  script: Script,
  wire: { read: (body: Body) => Asked; write: (answer: Answer) => object },
) {
  const asked: Asked[] = [];
  const url = await jsonServer(async (body) => {
    const question = wire.read(body as Body);
    asked.push(question);
    const answer = await script(question);
    return 'status' in answer
      ? { status: answer.status, body: failed(answer.message) }
      : { body: wire.write(answer) };
  });
  return { url, asked };
}

const failed = (why = 'broken on purpose') => ({
  type: 'error',
  error: { type: 'api_error', message: why },
});

let ids = 0;

function completion(answer: Answer): object {
  const toolCalls =
    'calls' in answer
      ? answer.calls.map(({ name, args }) => ({
          id: `call_${(ids += 1)}`,
          type: 'function',
          function: { name, arguments: JSON.stringify(args) },
        }))
      : undefined;
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'scripted',
    choices: [
      {
        index: 0,
        finish_reason: toolCalls ? 'tool_calls' : 'stop',
        message: {
          role: 'assistant',
          refusal: null,
          content: 'text' in answer ? answer.text : null,
          ...(toolCalls && { tool_calls: toolCalls }),
        },
      },
    ],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  };
}

function message(answer: Answer): object {
  const content =
    'calls' in answer
      ? answer.calls.map(({ name, args }) => ({
          type: 'tool_use',
          id: `toolu_${(ids += 1)}`,
          name,
          input: args,
        }))
      : [{ type: 'text', text: answer.text }];
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content,
    stop_reason: 'calls' in answer ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  };
}

/** Anthropic keeps tool results inside user turns; the scripts want them as messages of their own. */
function toolResultsApart({ role, content }: WireMessage): WireMessage[] {
  if (!Array.isArray(content)) return [{ role, content }];
  const blocks = content as { type: string; content?: unknown }[];
  const results = blocks.filter(({ type }) => type === 'tool_result');
  return [
    ...results.map((block) => ({ role: 'tool', content: textOf(block.content) })),
    ...(results.length < blocks.length ? [{ role, content }] : []),
  ];
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return (content as { text: string }[]).map(({ text }) => text).join('');
}
