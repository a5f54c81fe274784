/** A pipeline with a card of nearly every kind, notes, a frame, and triggers. */
export const morningDesk = {
  name: 'morning-desk',
  title: 'Morning desk',
  description:
    'Looks at the market before it opens, lets a bull and a bear argue, and asks twice before it buys.',
  inputs: {
    type: 'object',
    required: ['symbol'],
    properties: {
      symbol: { type: 'string', title: 'Symbol', default: 'SPX' },
      horizon: { type: 'string', enum: ['day', 'week', 'quarter'], default: 'week' },
      quantity: { type: 'number', title: 'Quantity', minimum: 0, default: 2 },
      dryRun: { type: 'boolean', title: 'Dry run', default: false },
    },
  },
  triggers: [
    {
      id: 'before_the_open',
      kind: 'schedule',
      title: 'Before the open',
      cron: '0 9 * * MON-FRI',
      timeZone: 'America/New_York',
      except: ['12-25', '01-01'],
    },
    { id: 'asked', kind: 'webhook', title: 'Asked by the chat' },
    {
      id: 'after_close',
      kind: 'market',
      title: 'SPX below 1',
      on: 'price-crosses',
      symbol: 'SPX',
      price: 1,
    },
  ],
  nodes: [
    {
      id: 'price',
      kind: 'tool',
      title: 'Price now',
      tool: 'get_price',
      args: { symbol: '{{ inputs.symbol }}' },
    },
    {
      id: 'history',
      kind: 'tool',
      title: 'A year of candles',
      tool: 'get_ohlcv',
      args: { symbol: '{{ inputs.symbol }}', timeframe: '1d' },
      retry: { maximumAttempts: 3 },
    },
    {
      id: 'news',
      kind: 'agent',
      title: 'What the news say about the symbol this week',
      agent: 'research',
      task: 'Report on the news around {{ inputs.symbol }} of the last {{ inputs.horizon }}.',
      onError: 'continue',
    },
    { id: 'views', kind: 'join', title: 'All views', mode: 'all' },
    {
      id: 'bull',
      kind: 'model',
      title: 'Bull',
      system: 'You argue for buying. Use figures, never adjectives.',
      prompt: 'Argue for buying {{ inputs.symbol }} at {{ nodes.price.output.price }}.',
      temperature: 0.4,
      maximumOutputTokens: 600,
    },
    {
      id: 'bear',
      kind: 'model',
      title: 'Bear',
      prompt: 'Argue against buying {{ inputs.symbol }}.',
    },
    { id: 'both', kind: 'join', title: 'Both sides' },
    {
      id: 'judge',
      kind: 'model',
      title: 'Judge',
      prompt: 'Weigh both sides:\n\n{{ nodes.both.output }}\n\nSay buy, hold or sell.',
      schema: {
        type: 'object',
        required: ['action', 'confidence'],
        properties: {
          action: { type: 'string', enum: ['buy', 'hold', 'sell'], description: 'What to do' },
          confidence: { type: 'number', minimum: 0, maximum: 1 },
          reason: { type: 'string', description: 'In one sentence' },
        },
      },
    },
    {
      id: 'way',
      kind: 'switch',
      title: 'Which way?',
      value: 'nodes.judge.output.action',
      cases: [
        { port: 'buy', is: 'buy' },
        { port: 'sell', is: 'sell' },
      ],
    },
    {
      id: 'confirm',
      kind: 'approval',
      title: 'Approve the order',
      show: { reason: '{{ nodes.judge.output.?reason.orValue("") }}' },
      tool: 'create_paper_order',
      args: {
        symbol: '{{ inputs.symbol }}',
        side: 'buy',
        quantity: '{{ inputs.quantity }}',
        referencePrice: '{{ nodes.price.output.price }}',
      },
      quorum: 2,
      remindAfter: '2h',
    },
    {
      id: 'order',
      kind: 'tool',
      title: 'Place the order',
      tool: 'create_paper_order',
      args: '{{ nodes.confirm.output.args }}',
    },
    { id: 'pause', kind: 'wait', title: 'Let it settle', for: '10m' },
    {
      id: 'told',
      kind: 'transform',
      title: 'What to say',
      value: 'Nothing was done about {{ inputs.symbol }}.',
    },
  ],
  edges: [
    { from: 'price', to: 'views' },
    { from: 'history', to: 'views' },
    { from: 'news', to: 'views' },
    { from: 'views', to: 'bull' },
    { from: 'views', to: 'bear' },
    { from: 'bull', to: 'both' },
    { from: 'bear', to: 'both' },
    { from: 'both', to: 'judge' },
    { from: 'judge', to: 'way' },
    { from: 'way', port: 'buy', to: 'confirm' },
    { from: 'way', port: 'default', to: 'told' },
    { from: 'confirm', port: 'approved', to: 'order' },
    { from: 'order', to: 'pause' },
  ],
  canvas: {
    notes: [
      { text: 'Ann owns the prompts of both sides.\nAsk her before they change.', x: 660, y: -190 },
    ],
    groups: [{ title: 'Debate', nodes: ['bull', 'bear', 'both'] }],
  },
};

/** The versions of a pipeline, the first one first, with what was said of each. */
export const priceCheck = [
  { note: 'Read the price', nodes: ['price'] },
  { note: 'Say whether it is high', nodes: ['price', 'high'] },
  {
    note: 'Write a sentence that a person reads without knowing what the figure means',
    nodes: ['price', 'high', 'say'],
  },
].map(({ note, nodes }) => ({
  note,
  document: {
    name: 'price-check',
    title: 'Price check',
    nodes: [
      { id: 'price', kind: 'tool', title: 'Price', tool: 'get_price', args: { symbol: 'SPX' } },
      { id: 'high', kind: 'condition', title: 'High?', when: 'nodes.price.output.price > 900' },
      {
        id: 'say',
        kind: 'transform',
        title: 'In words',
        value: 'SPX is high: {{ nodes.price.output.price }}',
      },
    ].filter(({ id }) => nodes.includes(id)),
    edges: [
      { from: 'price', to: 'high' },
      { from: 'high', port: 'yes', to: 'say' },
    ].filter(({ to }) => nodes.includes(to)),
  },
}));

/** A pipeline that runs one version of it, whatever is saved later. */
export const pinned = {
  name: 'twice-a-day',
  title: 'Twice a day',
  triggers: [{ id: 'noon_and_night', kind: 'schedule', cron: '0 12,22 * * *' }],
  nodes: [
    {
      id: 'check',
      kind: 'pipeline',
      title: 'Check the price',
      pipeline: 'price-check',
      version: 2,
    },
  ],
  edges: [],
};

/** What a model would write. */
export const draft = {
  name: 'three-indices',
  title: 'Three indices, argued over',
  triggers: [
    { id: 'close', kind: 'schedule', cron: '5 16 * * MON-FRI', timeZone: 'America/New_York' },
  ],
  nodes: [
    {
      id: 'compare',
      kind: 'tool',
      title: 'Compare the indices',
      tool: 'get_ohlcv',
      args: { symbol: 'SPX' },
    },
    { id: 'bull', kind: 'model', title: 'Bull', prompt: 'Argue for buying.' },
    { id: 'bear', kind: 'model', title: 'Bear', prompt: 'Argue against it.' },
    { id: 'both', kind: 'join', title: 'Both sides' },
    { id: 'ask', kind: 'approval', title: 'Buy?', show: '{{ nodes.both.output }}' },
  ],
  edges: [
    { from: 'compare', to: 'bull' },
    { from: 'compare', to: 'bear' },
    { from: 'bull', to: 'both' },
    { from: 'bear', to: 'both' },
    { from: 'both', to: 'ask' },
  ],
};
