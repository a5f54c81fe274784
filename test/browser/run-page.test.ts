import { beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { runPage } from './support/run-page.ts';
import { visit } from './support/visit.ts';

const { ask, approve, startRun, untilStatus } = api;

const spx = { symbol: 'SPX' };

/** A run that waits for somebody to approve its order. */
async function waitingRun(): Promise<string> {
  const { id } = await startRun(buy.name, spx);
  await untilStatus(id, 'waiting');
  return id;
}

async function openRun(id: string, search = '') {
  const page = await openSignedIn(`/runs/${id}${search}`);
  return { page, ...runPage(page) };
}

describeInBrowser('the page of a run', () => {
  beforeAll(() => store(buy));

  it('leads from the start form to a filled order, and a reload loses nothing', async () => {
    const page = await openSignedIn(`/pipelines/${buy.name}`);
    await page.getByRole('button', { name: 'Start run' }).click();
    await page.waitForURL(/\/runs\/run_/);
    const { details, status, nodeThatIs, line } = runPage(page);
    await status.getByText('Waiting').waitFor();

    await line(/get_indicators SPX 1d/)
      .first()
      .click();
    await details.getByRole('heading', { name: 'Arguments' }).waitFor();
    await details.getByRole('heading', { name: 'Result' }).waitFor();
    await line(/turn 1 · model call/)
      .first()
      .click();
    await details
      .getByText(/Calling .*get_price/)
      .first()
      .waitFor();
    await page.reload();
    await details
      .getByText(/Calling .*get_price/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Approve the order' }).click();

    await details.getByRole('button', { name: 'Edit' }).click();
    await details.getByLabel('Quantity').fill('3.5');
    await details.getByRole('button', { name: 'Approve with changes' }).click();
    await status.getByText('Completed').waitFor();
    await nodeThatIs('order', 'Completed').waitFor();

    await details.getByRole('navigation').getByRole('button', { name: 'Run' }).click();
    await expectFilled(page);
    await page.reload();
    await expectFilled(page);
    await page.getByRole('link', { name: 'Run again' }).click();
    await page.getByLabel('Symbol').waitFor();
    expect(await page.getByLabel('Symbol').inputValue()).toBe('SPX');
  });

  /** Expects candles with what was decided and filled on them. */
  async function expectFilled(page: Page): Promise<void> {
    const market = page.getByRole('figure').filter({ hasText: 'SPX 1d' }).first();
    await market.getByRole('listitem').filter({ hasText: 'Decision: ' }).first().waitFor();
    await market
      .getByRole('listitem')
      .filter({ hasText: / 3\.5 at / })
      .first()
      .waitFor();
    const candles = market.getByRole('group', { name: /candles of SPX.*(Bought|Sold) 3\.5 at/ });
    await candles.locator('canvas').first().waitFor();
  }

  it('says the same in two tabs at once', async () => {
    const id = await waitingRun();
    const [one, other] = [await openRun(id), await openRun(id)];
    await other.details.getByRole('button', { name: 'Reject' }).waitFor();
    await one.details.getByRole('button', { name: 'Reject' }).click();
    for (const { status, nodeThatIs, details } of [one, other]) {
      await status.getByText('Completed').waitFor();
      await nodeThatIs('order', 'Skipped').waitFor();
      await details.getByRole('article').waitFor({ state: 'detached' });
    }
  });

  it('opens the step of the timeline that is clicked after scrolling to it', async () => {
    const id = await waitingRun();
    const { page, timeline, details, node, line } = await openRun(id);
    await line(/get_indicators/)
      .first()
      .waitFor();
    await timeline.hover();
    await page.mouse.wheel(0, 5_000);
    const scrolled = () => timeline.evaluate((element) => element.scrollTop);
    await expect.poll(scrolled).toBeGreaterThan(100);
    const before = await scrolled();
    await line(/get_price SPX/)
      .last()
      .click();
    await page.waitForURL(/[?&]at=.*[?&]step=/);
    expect(await scrolled()).toBe(before);

    await details.evaluate((element) => element.scrollTo(0, 300));
    await expect.poll(() => details.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    await node('research').click();
    await details.getByRole('heading', { name: 'Research' }).waitFor();
    await expect.poll(() => details.evaluate((element) => element.scrollTop)).toBe(0);
  });

  it('fades the way that was not taken', async () => {
    const id = await waitingRun();
    await ask('POST', `/api/v1/approvals/${id}.confirm`, {
      decision: 'reject',
      comment: 'Too dear',
    });
    await untilStatus(id, 'completed');
    const { page, status, nodeThatIs } = await openRun(id);
    await nodeThatIs('order', 'Skipped').waitFor();
    await nodeThatIs('confirm', 'Rejected by operator: Too dear').waitFor();
    await status.getByText('Rejected by operator: Too dear').waitFor();
    const opacity = (edge: string) =>
      page
        .locator(`.react-flow__edge.${edge}`)
        .first()
        .evaluate((element) => Number(getComputedStyle(element).opacity));
    expect(await opacity('is-untaken')).toBeLessThan(0.5);
    expect(await opacity('is-taken')).toBe(1);
  });

  it('leads into what an agent asked another', async () => {
    const { id } = await startRun('delegated-trading', spx);
    const { page, details, node } = await openRun(id);
    await node('trade').click();
    await details.getByRole('button', { name: 'research, turn 1' }).click();
    await details.getByRole('heading', { name: 'research (delegated in turn 1)' }).waitFor();
    await details.getByRole('tab', { name: 'Conversation' }).click();
    await details
      .getByText(/Calling .*get_price/)
      .first()
      .waitFor();
    await page.reload();
    await details.getByRole('heading', { name: 'research (delegated in turn 1)' }).waitFor();
  });

  it('leads into a child pipeline, whose nodes stand there as they came out', async () => {
    await store(priceCheck);
    await store(desk);
    const { id } = await startRun(desk.name, {});
    await untilStatus(id, 'completed');
    const { page, details, node, nodeThatIs, line } = await openRun(id);
    await line(/Get the price/).waitFor();
    await node('check').click();
    await details.getByRole('button', { name: 'Open price-check on the canvas' }).click();
    await nodeThatIs('price', 'Completed').waitFor();
    await nodeThatIs('cheap', 'Skipped').waitFor();
    await node('price').click();
    await details.getByRole('heading', { name: 'Get the price' }).waitFor();
    await page.reload();
    await nodeThatIs('price', 'Completed').waitFor();
    await details.getByRole('heading', { name: 'Get the price' }).waitFor();
  });

  it('lets a phone approve', async () => {
    const id = await waitingRun();
    const page = await openSignedIn(`/runs/${id}`, phone);
    const { details, status } = runPage(page);
    await details.getByRole('button', { name: 'Approve' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(page);
    await details.getByRole('button', { name: 'Approve' }).tap();
    await status.getByText('Completed').waitFor();
    await page.getByRole('tab', { name: 'Timeline' }).tap();
    await runPage(page)
      .line(/create_paper_order/)
      .waitFor();
  });
});

describeInBrowser('the page of a run in each state', () => {
  const runs: Record<string, string> = {};
  beforeAll(async () => {
    await Promise.all([store(failing), store(buy)]);
    const [waiting, filled, cancelled, { id: failed }] = await Promise.all([
      waitingRun(),
      waitingRun(),
      waitingRun(),
      startRun(failing.name, {}),
    ]);
    await approve(filled, 'confirm');
    await ask('POST', `/api/v1/runs/${cancelled}/cancel`, { reason: 'Too late in the day' });
    await Promise.all([
      untilStatus(filled, 'completed'),
      untilStatus(cancelled, 'cancelled'),
      untilStatus(failed, 'failed'),
    ]);
    Object.assign(runs, { waiting, filled, cancelled, failed });
  });

  const states = [
    { run: 'waiting', search: '', shows: 'Approve the order' },
    { run: 'filled', search: '?at=research', shows: 'Research' },
    { run: 'filled', search: '?at=research&step=turn-1', shows: 'turn 1 · model call' },
    { run: 'failed', search: '', shows: 'Completed before the run failed' },
    { run: 'cancelled', search: '', shows: 'Completed before the run was cancelled' },
  ];
  it('has no faults that axe finds', async () => {
    const page = await openSignedIn('/runs');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    for (const { run, search, shows } of states) {
      await visit(page, `/runs/${runs[run]}${search}`);
      await runPage(page).details.getByRole('heading', { name: shows }).first().waitFor();
      await page.locator('.react-flow__node').first().waitFor();
      await expectAccessibleInBothSchemes(page, `${run} ${search}`);
    }
  });
});

const stored = new Map<string, Promise<unknown>>();

/** Stores a pipeline, once. */
function store(document: { name: string }): Promise<unknown> {
  const { name } = document;
  const storing = stored.get(name) ?? ask('POST', '/api/v1/pipelines', document);
  stored.set(name, storing);
  return storing;
}

/** Researches, decides to buy whatever comes of it, asks, and orders. */
const buy = {
  name: 'buy-some',
  title: 'Buy some',
  inputs: {
    type: 'object',
    required: ['symbol'],
    properties: { symbol: { type: 'string', title: 'Symbol', default: 'SPX' } },
  },
  nodes: [
    {
      id: 'bars',
      kind: 'tool',
      tool: 'get_ohlcv',
      args: { symbol: '{{ inputs.symbol }}', timeframe: '1d' },
    },
    {
      id: 'research',
      kind: 'agent',
      title: 'Research',
      agent: 'research',
      task: 'Analyse {{ inputs.symbol }}.',
    },
    { id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: '{{ inputs.symbol }}' } },
    {
      id: 'decide',
      kind: 'transform',
      value: {
        action: 'buy',
        symbol: '{{ inputs.symbol }}',
        order: {
          symbol: '{{ inputs.symbol }}',
          side: 'buy',
          quantity: 2,
          type: 'market',
          referencePrice: '{{ nodes.price.output.price }}',
        },
      },
    },
    {
      id: 'confirm',
      kind: 'approval',
      title: 'Approve the order',
      show: '{{ nodes.decide.output }}',
      tool: 'create_paper_order',
      args: '{{ nodes.decide.output.order }}',
    },
    {
      id: 'order',
      kind: 'tool',
      tool: 'create_paper_order',
      args: '{{ nodes.confirm.output.args }}',
    },
  ],
  edges: [
    { from: 'bars', to: 'research' },
    { from: 'research', to: 'price' },
    { from: 'price', to: 'decide' },
    { from: 'decide', to: 'confirm' },
    { from: 'confirm', port: 'approved', to: 'order' },
  ],
};

const price = { id: 'price', kind: 'tool', title: 'Get the price', tool: 'get_price', args: spx };

const priceCheck = {
  name: 'price-check',
  nodes: [
    price,
    { id: 'is_dear', kind: 'condition', when: 'nodes.price.output.price > 1' },
    { id: 'dear', kind: 'transform', value: 'dear' },
    { id: 'cheap', kind: 'transform', value: 'cheap' },
  ],
  edges: [
    { from: 'price', to: 'is_dear' },
    { from: 'is_dear', port: 'yes', to: 'dear' },
    { from: 'is_dear', port: 'no', to: 'cheap' },
  ],
};

const desk = {
  name: 'desk',
  nodes: [{ id: 'check', kind: 'pipeline', pipeline: priceCheck.name }],
};

/** A pipeline whose tool fails. */
const failing = {
  name: 'price-of-what-is-not-there',
  nodes: [{ ...price, args: { symbol: 'NOTHING' } }],
};
