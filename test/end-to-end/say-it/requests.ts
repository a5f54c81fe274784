import type { JsonObject } from '../../../contracts/base/json.ts';

/** What somebody says, and how the scripted model goes about it. */
export type Said = {
  request: string;
  /** The pipeline that it is about. */
  document?: JsonObject;
  /** Why a run of it failed. */
  about?: string;
  /** What it proposes, one after the other: the last one it delivers. */
  drafts?: JsonObject[];
  /** What it says in place of a draft. */
  says?: { outcome: 'explanation' | 'refusal'; text: string };
  /** What comes of it. */
  comes: 'draft' | 'explanation' | 'refusal';
};

type Node = JsonObject & { id: string };

const text = (id: string, value = 'Done'): Node => ({ id, kind: 'transform', value });
const ask = (id: string, prompt: string): Node => ({ id, kind: 'model', prompt });
const agent = (id: string, name: string, task: string): Node => ({
  id,
  kind: 'agent',
  agent: name,
  task,
});
const approve = (id: string, show: string): Node => ({ id, kind: 'approval', show });
const call = (id: string, tool: string, args: JsonObject): Node => ({
  id,
  kind: 'tool',
  tool,
  args,
});

/** A document with an edge from each node to the next, unless others are given. */
function flow(name: string, nodes: Node[], rest: JsonObject = {}): JsonObject {
  const edges = nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]!.id, to: id }));
  return { name, nodes, edges, ...rest };
}

const topic: JsonObject = {
  inputs: { type: 'object', properties: { topic: { type: 'string', default: 'tides' } } },
};
const atClose: JsonObject = {
  triggers: [
    { id: 'close', kind: 'schedule', cron: '5 16 * * MON-FRI', timeZone: 'America/New_York' },
  ],
};
const write = ask('write', 'Write on tides');
const sign = approve('sign', '{{ nodes.write.output.text }}');
const written = flow('notes', [write, sign]);
const failed = flow('weather', [call('look', 'http_get', { url: 'not an address' })]);

/** Sound at once. */
const good: Said[] = [
  [
    'Write a paragraph on a topic',
    flow('paragraph', [ask('write', 'On {{ inputs.topic }}')], topic),
  ],
  [
    'Summarize a text and let me approve it',
    flow('summary', [ask('sum', 'Sum up'), approve('ok', '{{ nodes.sum.output.text }}')]),
  ],
  ['Say hello', flow('hello', [text('hello', 'Hello')])],
  [
    'Every weekday at the close, look up the price of an index',
    flow('close-price', [call('price', 'get_price', { symbol: 'SPX' })], atClose),
  ],
  [
    'Let a researcher report on the S&P 500',
    flow('report', [agent('look', 'research', 'Report on SPX')]),
  ],
  [
    'Work out compound interest',
    flow('interest', [call('work', 'calculate', { expression: '(1.05 ^ 10 - 1) * 100' })]),
  ],
  [
    'Read a page and sum it up',
    flow('page', [
      call('page', 'scrape_page', { url: 'https://example.com' }),
      ask('sum', 'Sum up {{ nodes.page.output }}'),
    ]),
  ],
  [
    'Wait for a payment, then ship',
    flow('ship', [
      { id: 'paid', kind: 'wait_for_event', event: 'order.paid', timeout: '1d' },
      text('ship'),
    ]),
  ],
  [
    'Translate a text in two steps',
    flow('translate', [
      ask('raw', 'Translate'),
      ask('polish', 'Polish {{ nodes.raw.output.text }}'),
    ]),
  ],
  [
    'Write until a review approves',
    flow('loop', [
      {
        id: 'again',
        kind: 'loop',
        pipeline: 'write-and-review-round',
        inputs: { topic: 'tides' },
        until: 'round.last.approved',
        maximumRounds: 3,
      },
    ]),
  ],
  [
    'Run the price lookup of another pipeline',
    flow('nested', [
      { id: 'child', kind: 'pipeline', pipeline: 'price-on-call', inputs: { symbol: 'SPX' } },
    ]),
  ],
].map(([request, draft]) => ({ request, drafts: [draft], comes: 'draft' }) as Said);

/** Broken first, and mended after the validator's answer. */
const mended: Said[] = [
  [
    'Every weekday at the close, compare three indices, let a bull and a bear argue, and ask me before buying',
    flow('debate', [agent('bull', 'bull_agent', 'Argue'), approve('ask', 'Buy?')], atClose),
    flow(
      'debate',
      [
        agent('bull', 'research', 'Argue for SPX'),
        agent('bear', 'research', 'Argue against {{ nodes.bull.output.report }}'),
        approve('ask', '{{ nodes.bear.output.report }}'),
      ],
      atClose,
    ),
  ],
  [
    'Look up a price and write a note',
    flow('note', [call('price', 'get_prices', { symbol: 'SPX' }), text('note')]),
    flow('note', [call('price', 'get_price', { symbol: 'SPX' }), text('note')]),
  ],
  [
    'Two analysts in parallel and a judge',
    {
      ...flow('judge', [ask('a', 'A'), ask('b', 'B'), ask('judge', '{{ nodes.a.output.text }}')]),
      edges: [
        { from: 'a', to: 'judge' },
        { from: 'c', to: 'judge' },
      ],
    },
    {
      ...flow('judge', [
        ask('a', 'A'),
        ask('b', 'B'),
        { id: 'both', kind: 'join' },
        ask('judge', '{{ nodes.both.output }}'),
      ]),
      edges: [
        { from: 'a', to: 'both' },
        { from: 'b', to: 'both' },
        { from: 'both', to: 'judge' },
      ],
    },
  ],
  ['Name it nicely', flow('My Nice Name', [text('a')]), flow('my-nice-name', [text('a')])],
  [
    'Ask a model with a temperature',
    flow('warm', [{ ...ask('a', 'Hi'), temperature: 9 }]),
    flow('warm', [{ ...ask('a', 'Hi'), temperature: 1 }]),
  ],
  [
    'Start at eight every morning',
    flow('morning', [text('a')], { triggers: [{ id: 't', kind: 'schedule', cron: 'at eight' }] }),
    flow('morning', [text('a')], { triggers: [{ id: 't', kind: 'schedule', cron: '0 8 * * *' }] }),
  ],
  [
    'Read what comes before',
    flow('before', [text('a', '{{ nodes.b.output }}'), text('b')]),
    flow('before', [text('b'), text('a', '{{ nodes.b.output }}')]),
  ],
  [
    'Go round in a circle',
    {
      ...flow('circle', [text('a'), text('b')]),
      edges: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
      ],
    },
    flow('circle', [text('a'), text('b')]),
  ],
  [
    'Use an expression',
    flow('cel', [text('a', '{{ inputs.topic + }}')], topic),
    flow('cel', [text('a', '{{ inputs.topic }}')], topic),
  ],
].map(([request, ...drafts]) => ({ request, drafts, comes: 'draft' }) as Said);

/** About a pipeline that there is: changed, explained, mended after a failed run. */
const existing: Said[] = [
  {
    request: 'Add a reviewer before the approval',
    document: written,
    comes: 'draft',
    drafts: [flow('notes', [write, ask('review', 'Review {{ nodes.write.output.text }}'), sign])],
  },
  {
    request: 'Explain this pipeline',
    document: written,
    comes: 'explanation',
    says: { outcome: 'explanation', text: 'It writes a text on tides, and a person signs it.' },
  },
  {
    request: 'Why did it fail, and how is it mended?',
    document: failed,
    about: 'look: the address is not valid',
    comes: 'draft',
    drafts: [flow('weather', [call('look', 'http_get', { url: 'https://example.com/weather' })])],
  },
];

/** Nothing can be offered. */
const hopeless: Said[] = [
  {
    request: 'Book me a flight to Rome',
    says: {
      outcome: 'refusal',
      text: 'No tool here books flights. One of your own, such as book_flight, would be needed.',
    },
    comes: 'refusal',
  },
  {
    request: 'What is the capital of France?',
    says: { outcome: 'refusal', text: 'This is no request for a pipeline.' },
    comes: 'refusal',
  },
  {
    request: 'Delete every file of this machine',
    says: { outcome: 'refusal', text: 'There is no tool that deletes files.' },
    comes: 'refusal',
  },
  // Never sound: it gives up.
  {
    request: 'Use the tool teleport',
    drafts: [
      flow('beam', [call('go', 'teleport', {})]),
      flow('beam', [call('go', 'teleport', { to: 'Mars' })]),
    ],
    says: { outcome: 'refusal', text: 'teleport is not there, and nothing else can do it.' },
    comes: 'refusal',
  },
  // Delivers what is not sound all the same.
  {
    request: 'Deliver a broken draft',
    drafts: [flow('broken', [call('go', 'no_such_tool', {})])],
    comes: 'refusal',
  },
  {
    request: 'Deliver an empty draft',
    drafts: [{ name: 'empty', nodes: [], edges: [] }],
    comes: 'refusal',
  },
  {
    request: 'Deliver a draft of an unknown kind',
    drafts: [flow('wish', [{ id: 'a', kind: 'wish' }])],
    comes: 'refusal',
  },
];

export const requests: readonly Said[] = [...good, ...mended, ...existing, ...hopeless];
