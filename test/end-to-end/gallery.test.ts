import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generalTemplates } from '../../web/src/pages/gallery/templates.ts';
import { templates as tradingTemplates } from '../../web/src/trading/templates.ts';
import { openBaton, runOf } from './support/baton.ts';
import type { Baton } from './support/baton.ts';

const label = expect.stringMatching(/Demo model, no LLM/);

/** What each template comes to with the demo model and without a network: its input is what its document has as defaults. */
const outputs: Record<string, unknown> = {
  'support-triage': {
    topic: 'billing',
    urgency: 'high',
    customer: 'Maria Keller',
    summary: label,
    on_duty: expect.stringContaining('Urgent, about billing, from Maria Keller'),
    reply: label,
  },
  'invoice-extraction': {
    invoice: {
      number: '2026-0417',
      supplier: 'Northlight Office Supplies GmbH',
      invoiceDate: '2026-11-03',
      dueDate: '2026-12-03',
      items: [expect.stringContaining('Desk lamp'), expect.stringContaining('Standing desk')],
      netAmount: 600,
      vatAmount: 114,
      totalAmount: 714,
      note: label,
    },
    adds_up: true,
    checked: null,
  },
  'code-review': {
    verdict: 'Do not merge yet',
    comment: expect.stringMatching(/TODO[\s\S]*SELECT \* FROM orders[\s\S]*Demo model/),
  },
  'incident-summary': {
    severity: 'major',
    report: expect.stringMatching(/could not pay[\s\S]*missing index[\s\S]*Ben will add a check/),
  },
  'meeting-notes': {
    mail: expect.stringMatching(/Decided[\s\S]*14th of December[\s\S]*still open[\s\S]*Demo model/),
    decisions: [expect.stringContaining('launch'), expect.stringContaining('free plan')],
    tasks: [expect.stringContaining('webinar'), expect.stringContaining('new prices')],
  },
  'committee-vote': {
    decision: expect.stringMatching(/^Accepted by [23] to 0\.$/),
    votes: expect.any(Object),
  },
  'write-and-review': { text: label, approved: false, ended: 'rounds', rounds: 4 },
  'ship-when-paid': { ship: 'Order A-1 is paid (9): ship it.' },
  'research-to-trading': { research: { report: label }, decision: expect.any(Object) },
  'bull-and-bear': { debate: expect.any(Object), decision: expect.any(Object) },
  'analyst-team': { decision: { action: expect.stringMatching(/^(buy|sell|hold)$/) } },
  'news-triage': {
    tone: expect.stringMatching(/good|bad|mixed/),
    matters: expect.arrayContaining([expect.stringMatching(/S&P 500/)]),
    report: label,
  },
  rebalance: {
    plan: { held: expect.any(Number) },
    order: { order: { symbol: 'SPX', status: 'filled' } },
  },
  'watch-positions': { positions: expect.any(Array) },
  'parameter-sweep': expect.any(Object),
};

/** The same of what comes with Baton to show a trigger or a kind of node. */
const shown: Record<string, unknown> = {
  'look-again': { symbol: 'SPX', from: expect.any(Number), percent: expect.any(Number) },
  'price-on-call': { symbol: 'SPX', price: expect.any(Number) },
  'look-into-move': expect.stringContaining('SPX moved by 0 %'),
  'look-at-crossing': expect.stringContaining('SPX went up through its average'),
};

const templates = [...generalTemplates, ...tradingTemplates];

describe('the templates of the gallery', { timeout: 240_000 }, () => {
  let baton: Baton;
  beforeAll(async () => {
    baton = await openBaton({ OLLAMA_HOST: 'http://127.0.0.1:9', BATON_MARKET_SOURCES: 'sample' });
  }, 120_000);
  afterAll(() => baton.close());

  it('are a dozen, and at least half have nothing to do with trading', () => {
    expect(templates.length).toBeGreaterThanOrEqual(12);
    expect(generalTemplates.length).toBeGreaterThanOrEqual(templates.length / 2);
    expect(Object.keys(outputs)).toEqual(templates.map(({ name }) => name));
  });

  it.each([...templates.map(({ name }) => name), ...Object.keys(shown)])(
    '%s runs without a key or a network, and gives what fits',
    async (name) => {
      const started = await baton.request('POST', '/api/v1/runs', { pipeline: name, input: {} });
      expect(started).toMatchObject({ status: 201 });
      const { id } = started.body;
      await expect
        .poll(() => move(baton, id, name), { timeout: 120_000, interval: 200 })
        .not.toMatch(/queued|progress|waiting/);
      const { status, output } = await runOf(baton, id);
      expect(status).toBe('completed');
      expect({ output }).toMatchObject({ output: outputs[name] ?? shown[name] });
    },
  );
});

/** Does what a run waits for: approves, and tells of the event. @returns its status. */
async function move(baton: Baton, id: string, name: string): Promise<string> {
  const { body } = await baton.request('GET', `/api/v1/approvals?status=pending&runId=${id}`);
  for (const { id: asked } of body.items) {
    await baton.request('POST', `/api/v1/approvals/${asked}`, { decision: 'approve' });
  }
  if (name === 'ship-when-paid') {
    const data = { order: 'A-1', amount: 9 };
    await baton.request('POST', '/api/v1/events', { name: 'order.paid', data });
  }
  return (await runOf(baton, id)).status;
}
