import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cacheFolder } from '../../bin/temporal/cache.ts';
import { findTemporal } from '../../bin/temporal/find.ts';
import { temporalSources } from '../../bin/temporal/sources/index.ts';
import type { PlanView } from '../../contracts/api/plans.ts';
import { isOpen } from '../../contracts/agents/plan.ts';
import {
  approve,
  bookOf,
  runOf,
  startBaton,
  startRun,
  stepsOf,
  untilStatus,
} from './support/baton.ts';
import type { Baton } from './support/baton.ts';
import { anthropicServer, openaiServer, traderScript } from './support/model-server.ts';

const run = promisify(execFile);

/** A signal as a person sends it with Temporal's own command. */
async function signalByCommand(baton: Baton, workflowId: string, name: string, input: object) {
  const binary = await findTemporal(temporalSources, {
    cacheFolder: cacheFolder(process.env),
    say: () => undefined,
    platform: `${process.platform}-${process.arch}`,
  });
  await run(binary, [
    'workflow',
    'signal',
    '--address',
    baton.temporalAddress,
    '--workflow-id',
    workflowId,
    '--name',
    name,
    '--input',
    JSON.stringify(input),
  ]);
}

const silentOllama = { OLLAMA_HOST: 'http://127.0.0.1:9' };

describe('research hands over to trading', { timeout: 120_000 }, () => {
  it('without a key: the demo model researches and decides, and says that it is no LLM', async () => {
    const baton = await startBaton(silentOllama);
    const id = await startRun(baton);
    await expect
      .poll(async () => (await runOf(baton, id)).status, { timeout: 30_000 })
      .toMatch(/waiting|completed/);
    const { nodes } = await runOf(baton, id);
    const research = nodes.find((node: { id: string }) => node.id === 'research');
    expect(research.output.report).toContain('Demo model, no LLM');
    expect(research.output.report).toContain('vega-datasets');
    const tools = (await stepsOf(baton, id)).filter(({ kind }) => kind === 'tool');
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['get_price', 'get_indicators', 'search_news', 'get_portfolio']),
    );
    const plans: PlanView[] = (await baton.request('GET', `/api/v1/runs/${id}/plans`)).body.items;
    expect(plans.map(({ nodePath }) => nodePath).toSorted()).toEqual(['decide', 'research']);
    for (const { steps } of plans) {
      expect(steps.filter(isOpen)).toEqual([]);
      expect(steps.find(({ id: step }) => step === 'market')).toMatchObject({ status: 'done' });
      expect(steps.at(-1)).toMatchObject({ id: 'result', status: 'done' });
    }
  });

  it('approved by the API or by a signal of the temporal command: the orders fill on a later bar, and the record holds all of it', async () => {
    const { url } = await openaiServer(traderScript);
    const baton = await startBaton({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url });
    const [byApi, bySignal] = [await startRun(baton), await startRun(baton)];
    await untilStatus(baton, byApi, 'waiting');
    expect((await approve(baton, byApi)).body).toMatchObject({ status: 'approved' });
    await untilStatus(baton, bySignal, 'waiting');
    const approvalId = `${bySignal}.confirm`;
    const { token } = (await baton.request('GET', `/api/v1/approvals/${approvalId}/token`)).body;
    await signalByCommand(baton, bySignal, 'resolveApproval', {
      approvalId,
      decision: 'approve',
      by: 'operator',
      token,
    });
    for (const id of [byApi, bySignal]) {
      await untilStatus(baton, id, 'completed');
      const { output } = await runOf(baton, id);
      expect(output.order.order).toMatchObject({ status: 'filled', symbol: 'SPX', quantity: 2 });
      expect(Date.parse(output.order.fill.bar.time)).toBeGreaterThan(
        Date.parse(output.order.acceptedBar.time),
      );
      expect((await approve(baton, id)).status).toBe(409);
      const { decision } = (await baton.request('GET', `/api/v1/approvals/${id}.confirm`)).body;
      expect(decision).toMatchObject({ by: 'operator', via: id === byApi ? 'api' : 'signal' });
    }
    const { orders, fills } = await bookOf(baton);
    expect(orders.map(({ runId, status }) => [runId, status]).toSorted()).toEqual(
      [
        [byApi, 'filled'],
        [bySignal, 'filled'],
      ].toSorted(),
    );
    expect(fills).toHaveLength(2);
  });

  it('cancelled by a signal while the order waits for its bar: it ends as cancelled and lists what was done', async () => {
    const { url } = await openaiServer(traderScript);
    const baton = await startBaton({
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: url,
      BATON_MARKET_BARS_PER_MINUTE: '1',
    });
    const id = await startRun(baton);
    await untilStatus(baton, id, 'waiting');
    await approve(baton, id);
    const orderStep = async () =>
      (await stepsOf(baton, id)).find(({ name }) => name === 'create_paper_order');
    await expect.poll(orderStep, { timeout: 30_000 }).toMatchObject({
      status: 'running',
      output: { waiting: expect.stringContaining('accepted') },
    });
    await signalByCommand(baton, id, 'requestCancel', { by: 'operator', reason: 'enough' });
    await untilStatus(baton, id, 'cancelled');
    const { partial, cancel } = await runOf(baton, id);
    expect(cancel).toEqual({ by: 'operator', reason: 'enough' });
    expect(partial.done).toContain('research · get_indicators SPX 1d');
    expect(partial.done.at(-1)).toMatch(
      /^order · create_paper_order buy 2 SPX · begun: .*accepted/,
    );
    expect(await orderStep()).toMatchObject({ status: 'failed', error: { type: 'Stopped' } });
    expect(partial.nodes.research).toEqual({ report: 'The trend is up.' });
  });
});

describe('failover', { timeout: 180_000 }, () => {
  const keys = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' };
  const chain = { BATON_MODELS: 'openai:gpt-5.2,anthropic:claude-sonnet-5' };

  it('goes to the next provider when one is broken, and the record says so', async () => {
    const broken = await openaiServer(() => ({ status: 500 }));
    const working = await anthropicServer(traderScript);
    const baton = await startBaton({
      ...keys,
      ...chain,
      OPENAI_BASE_URL: broken.url,
      ANTHROPIC_BASE_URL: working.url,
    });
    const id = await startRun(baton);
    await untilStatus(baton, id, 'waiting');
    const { failovers } = await runOf(baton, id);
    const [call] = (await stepsOf(baton, id)).filter(({ kind }) => kind === 'model');
    expect(call.name).toBe('anthropic:claude-sonnet-5');
    const { nodePath, step } = call;
    const moved = { from: 'openai:gpt-5.2', to: 'anthropic:claude-sonnet-5', code: '500' };
    expect(failovers).toContainEqual(expect.objectContaining({ nodePath, step, ...moved }));
    expect(call.attempts).toMatchObject([
      { model: 'openai:gpt-5.2', status: 'failed', error: { code: '500' } },
      { model: 'openai:gpt-5.2', status: 'failed', error: { code: '500' } },
      { model: 'anthropic:claude-sonnet-5', status: 'answered' },
    ]);
  });

  it('waits while every provider is broken, says what was tried, and continues when one is back', async () => {
    let isBroken = true;
    const openai = await openaiServer((asked) =>
      isBroken ? { status: 500 } : traderScript(asked),
    );
    const anthropic = await anthropicServer(() => ({ status: 503 }));
    const baton = await startBaton({
      ...keys,
      ...chain,
      OPENAI_BASE_URL: openai.url,
      ANTHROPIC_BASE_URL: anthropic.url,
    });
    const id = await startRun(baton);
    const firstCall = async () =>
      (await stepsOf(baton, id)).find(({ kind }) => kind === 'model') ?? {};
    await expect
      .poll(async () => String((await firstCall()).output?.waiting), { timeout: 30_000 })
      .toMatch(/openai:gpt-5\.2.*500.*anthropic:claude-sonnet-5.*503/s);
    isBroken = false;
    await untilStatus(baton, id, 'waiting');
    expect(await firstCall()).toMatchObject({ status: 'completed', error: null });
  });
});
