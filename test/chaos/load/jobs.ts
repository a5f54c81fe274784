import { oneOf } from '../random.ts';
import type { Random } from '../random.ts';
import { markOf } from '../outside/provider.ts';

/** What a user wants to have done, and what must come of it. */
export type Job = {
  /** In every prompt and message of it, and its idempotency key. */
  key: string;
  kind: JobKind;
  /** Each has a user of its own, with an account and limits of its own. */
  user: string;
  path: '/api/v1/runs' | '/api/v1/tasks';
  body: object;
  orders: number;
  messages: 'none' | 'repeatable' | 'once';
};

/** Agents that every job can use, as they are sent to the API. */
export const agents = [
  {
    name: 'looker',
    role: 'Looker',
    instructions: 'Look at the price, and say what you see.',
    tools: ['get_price'],
    memory: { enabled: false },
    limits: { turns: 10, time: '1h' },
  },
  {
    name: 'buyer',
    role: 'Buyer',
    instructions: 'Look at the price, buy one, and say what you did.',
    tools: ['get_price', 'create_paper_order'],
    memory: { enabled: false },
    sideEffects: { policy: 'ask', approvers: ['operator'] },
    limits: { turns: 10, time: '1h' },
  },
];

const edges = (...ids: string[]) => ids.slice(1).map((to, index) => ({ from: ids[index], to }));
const look = (key: string, id = 'look') => ({
  id,
  kind: 'agent',
  agent: 'looker',
  task: `Look at it. ${markOf(key, id)}`,
  timeout: '1h',
});
const sum = (key: string) => ({
  id: 'sum',
  kind: 'model',
  prompt: `Say it in short. ${markOf(key, 'sum')}`,
  timeout: '1h',
});

/** Documents by what they are about; `receiver` is where messages go. */
const documents = {
  /** An agent, a model, a person, an order, a message that may be sent again. */
  order: (key, receiver) => ({
    nodes: [
      look(key),
      sum(key),
      { id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } },
      {
        id: 'confirm',
        kind: 'approval',
        show: '{{ nodes.sum.output }}',
        tool: 'create_paper_order',
        args: {
          symbol: 'SPX',
          side: 'buy',
          quantity: 1,
          type: 'market',
          referencePrice: '{{ nodes.price.output.price }}',
        },
        approvers: ['operator'],
        timeout: '24h',
      },
      {
        id: 'order',
        kind: 'tool',
        tool: 'create_paper_order',
        args: '{{ nodes.confirm.output.args }}',
        timeout: '1h',
      },
      message(key, receiver, { 'idempotency-key': key }),
    ],
    edges: edges('look', 'sum', 'price', 'confirm', 'order', 'message'),
  }),
  /** Three agents beside each other, then a model. */
  team: (key) => ({
    nodes: [
      look(key, 'look_1'),
      look(key, 'look_2'),
      look(key, 'look_3'),
      { id: 'views', kind: 'join' },
      sum(key),
    ],
    edges: [
      ...['look_1', 'look_2', 'look_3'].map((from) => ({ from, to: 'views' })),
      { from: 'views', to: 'sum' },
    ],
  }),
  /** A message that the receiver would not know again: at most once. */
  message: (key, receiver) => ({
    nodes: [look(key), message(key, receiver)],
    edges: edges('look', 'message'),
  }),
} satisfies Record<string, (key: string, receiver: string) => object>;

function message(key: string, receiver: string, headers?: Record<string, string>) {
  return {
    id: 'message',
    kind: 'tool',
    tool: 'http_post',
    args: { url: `${receiver}/message/${key}`, json: { key }, ...(headers && { headers }) },
    sideEffects: { policy: 'allow' },
    timeout: '1h',
  };
}

/** How often each kind is, compared with the others. */
const kinds = ['order', 'order', 'team', 'message', 'look', 'buy', 'buy'] as const;
type JobKind = (typeof kinds)[number];

/** @param number from 1; with the seed it names the job. */
export function createJob(random: Random, seed: number, number: number, receiver: string): Job {
  const kind = oneOf(random, kinds);
  const key = `chaos-${seed}-${number}`;
  const common = { key, kind, user: key };
  if (kind === 'look' || kind === 'buy') {
    const agent = kind === 'look' ? 'looker' : 'buyer';
    return {
      ...common,
      path: '/api/v1/tasks',
      body: { agent, task: `Do it. ${markOf(key, 'task')}`, user: key },
      orders: kind === 'buy' ? 1 : 0,
      messages: 'none',
    };
  }
  const document = { name: `chaos-${kind}`, ...documents[kind](key, receiver) };
  const messages = { order: 'repeatable', team: 'none', message: 'once' } as const;
  return {
    ...common,
    path: '/api/v1/runs',
    body: { document, user: key },
    orders: kind === 'order' ? 1 : 0,
    messages: messages[kind],
  };
}
