import type { ApprovalView, CreatedShare, RunView } from '../../../contracts/api/index.ts';
import type { Api } from '../support/api.ts';

/** What there is to be seen of runs beside their states. */
export type RunScene = {
  /** A run with an output of each kind. */
  outputs: RunView;
  /** A run whose order a person changed and approved, and the same one that was rejected. */
  changed: RunView;
  rejected: RunView;
  /** A run that has failed, with a tool's words. */
  broken: RunView;
  /** Links to runs, as they are given to others. */
  links: Record<'changed' | 'outputs' | 'broken', string>;
};

const report = `## SPX holds above its average

The index closed at **5,431.60**, 2.1 % above its 50 day average.

- Momentum is positive for the third week
- Volume was 8 % below the month's average

| day | close | change |
| --- | ---: | ---: |
| Mon | 5,380.10 | 0.4 % |
| Tue | 5,431.60 | 1.0 % |`;

const kinds = {
  name: 'weekly-review',
  title: 'Weekly review of the index',
  nodes: [
    {
      id: 'report',
      kind: 'transform',
      title: 'Write the report',
      value: { report, source: 'replay' },
    },
    {
      id: 'decide',
      kind: 'transform',
      title: 'Decide',
      value: { action: 'hold', reason: 'The trend is intact, but the volume does not confirm it.' },
    },
    {
      id: 'positions',
      kind: 'transform',
      title: 'List positions',
      value: [
        { symbol: 'SPX', side: 'long', quantity: 3, average: 5_210.5, result: 663.3 },
        { symbol: 'NDX', side: 'long', quantity: 1, average: 18_900, result: -120.75 },
        { symbol: 'BTC/USDT', side: 'short', quantity: 0.25, average: 61_200, result: 84 },
      ],
    },
    {
      id: 'curve',
      kind: 'transform',
      title: 'Chart the equity',
      value: [100_000, 100_240, 99_870, 100_410, 101_020, 100_730, 101_380, 101_950],
    },
    {
      id: 'settings',
      kind: 'transform',
      title: 'Keep the settings',
      value: { price: { of: 'close', days: 50 }, alerts: ['mail', 'webhook'], limit: 2.5 },
    },
  ],
  edges: [
    { from: 'report', to: 'decide' },
    { from: 'decide', to: 'positions' },
    { from: 'positions', to: 'curve' },
    { from: 'curve', to: 'settings' },
  ],
  output: {
    report: '{{ nodes.report.output }}',
    decision: '{{ nodes.decide.output }}',
    positions: '{{ nodes.positions.output }}',
    equity: '{{ nodes.curve.output }}',
  },
};

const night = {
  name: 'nightly-check',
  title: 'Nightly check of the desk',
  nodes: [
    { id: 'read', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } },
    { id: 'pause', kind: 'wait', title: 'Wait for the close', for: '8h' },
  ],
  edges: [{ from: 'read', to: 'pause' }],
  triggers: [{ id: 'evening', kind: 'schedule', cron: '30 17 * * 1-5', timeZone: 'Europe/Berlin' }],
};

const failures = 3;

/** Uses a Baton so that the pages of runs, of their costs and of what they tell are filled. */
export async function setRunScene(api: Api): Promise<RunScene> {
  const { ask, startRun, untilStatus } = api;
  const run = (document: object) => ask<RunView>('POST', '/api/v1/runs', { document, input: {} });
  const [outputs, changed, rejected] = await Promise.all([
    run(kinds),
    startRun('research-to-trading', { symbol: 'SPX' }),
    startRun('research-to-trading', { symbol: 'SPX' }),
  ]);
  await Promise.all([changed, rejected].map(({ id }) => untilStatus(id, 'waiting')));
  const asked = `/api/v1/approvals/${changed.id}.confirm`;
  const { args } = await ask<ApprovalView>('GET', asked);
  await ask('POST', asked, {
    decision: 'approve',
    args: { ...(args as object), quantity: 2 },
    comment: 'Half of it is enough before the numbers on Friday.',
  });
  await ask('POST', `/api/v1/approvals/${rejected.id}.confirm`, {
    decision: 'reject',
    comment: 'Not ahead of the rate decision.',
  });

  await ask('POST', '/api/v1/pipelines', night);
  await startRun(night.name, {});
  const broken = await startRun('price-of-nothing', {});
  for (let count = 1; count < failures; count += 1) await startRun('price-of-nothing', {});
  await untilStatus(broken.id, 'failed');
  const alert = (body: object) => ask('POST', '/api/v1/health-alerts', body);
  await alert({ kind: 'failure-rate', pipeline: 'price-of-nothing', percent: 50, runs: 2 });
  await alert({ kind: 'cost', usd: 5 });

  const ended = {
    outputs: await untilStatus(outputs.id, 'completed'),
    changed: await untilStatus(changed.id, 'completed'),
    broken: await untilStatus(broken.id, 'failed'),
  };
  const shared = async ({ id }: RunView) =>
    (await ask<CreatedShare>('POST', `/api/v1/runs/${id}/shares`, {})).link;
  return {
    ...ended,
    rejected: await untilStatus(rejected.id, 'completed'),
    links: {
      changed: await shared(ended.changed),
      outputs: await shared(ended.outputs),
      broken: await shared(ended.broken),
    },
  };
}
