import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { searchAttributesOf } from '../../../api/temporal/search-attributes.ts';
import { temporalGateway } from '../../../api/temporal/index.ts';
import type { StartRun, TemporalClient } from '../../../api/temporal/index.ts';
import { trading } from '../../../api/trading/index.ts';
import {
  moreSearchAttributes,
  searchAttributes,
} from '../../../contracts/temporal/search-attributes.ts';
import { symbolAttribute } from '../../../contracts/trading/search-attributes.ts';
import { runInput, startHarness } from '../../workflows/support/harness.ts';

const approval = { id: 'ask', kind: 'approval' as const, show: 1, approvers: ['operator'] };

function newRun(): StartRun {
  const runId = `run_${randomUUID()}`;
  const input = runInput({ nodes: [approval] }, { runId, input: { symbol: 'SPX' } });
  const by = { user: 'ann', startedBy: 'desk-bot', trigger: 'desk.every_morning' };
  return { input, priority: 'high', ...by, agent: 'research', summary: 'run', details: '' };
}

async function openNamespace() {
  const harness = await startHarness({}, undefined, {});
  onTestFinished(harness.stop);
  const { client } = harness;
  /** The runs that Temporal finds by a query. */
  const found = async (query: string) => {
    const ids: string[] = [];
    for await (const { workflowId } of client.workflow.list({ query })) ids.push(workflowId);
    return ids;
  };
  return { client, found };
}

it('runs are found in Temporal by what they are, and by their status as it changes', async () => {
  const { client, found } = await openNamespace();
  // The server takes a moment to know new attributes.
  const { operatorService } = client.connection;
  const { namespace } = client.options;
  expect(await searchAttributesOf(operatorService, namespace).usable()).toContain('BatonPipeline');
  const gateway = temporalGateway(client, trading.searchAttributes);
  const run = newRun();
  await gateway.start(run);
  const { runId } = run.input;
  const about =
    `${searchAttributes.pipeline}="test" and ${searchAttributes.user}="ann" and ` +
    `${searchAttributes.agent}="research" and ${symbolAttribute}="SPX" and ` +
    `${searchAttributes.priority}="high" and ${moreSearchAttributes.startedBy}="desk-bot" and ` +
    `${moreSearchAttributes.trigger}="desk.every_morning" and ${moreSearchAttributes.version}="test"`;
  const isFoundAs = (status: string) =>
    expect
      .poll(() => found(`${about} and ${searchAttributes.status}="${status}"`), { timeout: 10_000 })
      .toEqual([runId]);
  await isFoundAs('waiting');
  const decision = { approvalId: `${runId}.ask`, decision: 'approve' as const, by: 'operator' };
  await gateway.resolveApproval(runId, decision);
  await isFoundAs('completed');
});

it('a run that failed is found by its node', async () => {
  const { client, found } = await openNamespace();
  const { operatorService } = client.connection;
  await searchAttributesOf(operatorService, client.options.namespace).usable();
  const run = newRun();
  const { runId } = run.input;
  const fails = { id: 'sum', kind: 'transform' as const, value: '{{ inputs.none }}' };
  const input = runInput({ nodes: [fails] }, { runId });
  await temporalGateway(client, trading.searchAttributes).start({ ...run, input });
  const about = `${searchAttributes.status}="failed" and ${moreSearchAttributes.failedNode}="sum"`;
  await expect.poll(() => found(about), { timeout: 10_000 }).toEqual([runId]);
});

it('runs start with those that the namespace has room for', async () => {
  const { client, found } = await openNamespace();
  const { operatorService } = client.connection;
  const { namespace } = client.options;
  const others = ['one', 'two', 'three'].map((name) => [`Others${name}`, 2]);
  await operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(others),
  });
  const usable = await searchAttributesOf(operatorService, namespace, [symbolAttribute]).usable();
  const names = Object.values(searchAttributes);
  expect([...(usable ?? [])]).toEqual(expect.arrayContaining([...names, symbolAttribute]));
  const all = [...names, symbolAttribute, ...Object.values(moreSearchAttributes)];
  expect(usable?.size).toBeLessThan(all.length);
  const run = newRun();
  await temporalGateway(client, trading.searchAttributes).start(run);
  const about = `${searchAttributes.pipeline}="test" and ${searchAttributes.user}="ann"`;
  await expect.poll(() => found(about), { timeout: 10_000 }).toEqual([run.input.runId]);
});

it('the agents of a run are found in Temporal too, each by its name', async () => {
  const { client, found } = await openNamespace();
  const { operatorService } = client.connection;
  await searchAttributesOf(operatorService, client.options.namespace).usable();
  const run = newRun();
  const agentNode = { id: 'look', kind: 'agent' as const, agent: 'trading', task: 'Look' };
  const { runId } = run.input;
  const input = runInput({ nodes: [agentNode] }, { runId });
  await temporalGateway(client, trading.searchAttributes).start({ ...run, input, agent: null });
  const about = `${searchAttributes.agent}="trading" and ${searchAttributes.user}="ann"`;
  await expect.poll(() => found(about), { timeout: 10_000 }).toEqual([`${runId}/look`]);
});

it.each(['S', '€', '😀'])(
  'a value of 2,100 times %s is cut, and costs no other run its own',
  async (symbol) => {
    const { client } = await openNamespace();
    const { operatorService } = client.connection;
    await searchAttributesOf(operatorService, client.options.namespace).usable();
    const gateway = temporalGateway(client, trading.searchAttributes);
    const long = newRun();
    long.input.input = { symbol: symbol.repeat(2_100) };
    const next = newRun();
    for (const run of [long, next]) await gateway.start(run);
    const symbolOf = async ({ input }: StartRun) => {
      const { typedSearchAttributes } = await client.workflow.getHandle(input.runId).describe();
      return typedSearchAttributes.get({ name: symbolAttribute, type: 'KEYWORD' });
    };
    const most = Math.floor(255 / Buffer.byteLength(symbol));
    expect(await symbolOf(long)).toBe(symbol.repeat(most));
    expect(await symbolOf(next)).toBe('SPX');
  },
);

it('runs start without them where the server does not let them be made', async () => {
  const { client } = await openNamespace();
  const denied = Object.assign(new Error('denied'), { code: 7, details: 'denied', metadata: {} });
  const listSearchAttributes = vi.fn(() => Promise.reject(denied));
  const restricted = {
    workflow: client.workflow,
    options: client.options,
    connection: { operatorService: { listSearchAttributes } },
  } as unknown as TemporalClient;
  const gateway = temporalGateway(restricted, trading.searchAttributes);
  const runs = [newRun(), newRun()];
  for (const run of runs) await gateway.start(run);
  for (const { input } of runs) {
    const { typedSearchAttributes } = await client.workflow.getHandle(input.runId).describe();
    expect(
      typedSearchAttributes.getAll().filter(({ key }) => key.name.startsWith('Baton')),
    ).toEqual([]);
    expect(await gateway.execution(input.runId)).toEqual({ status: 'RUNNING' });
  }
  expect(listSearchAttributes).toHaveBeenCalledTimes(1);
});

it('runs start without them for a while where the server does not know them after all', async () => {
  const { client } = await openNamespace();
  const { namespace } = client.options;
  const customAttributes = Object.fromEntries(
    Object.values(searchAttributes).map((name) => [name, 2]),
  );
  // It says that it knows them, and does not.
  const gateway = temporalGateway({
    workflow: client.workflow,
    options: { namespace },
    connection: { operatorService: { listSearchAttributes: async () => ({ customAttributes }) } },
  } as unknown as TemporalClient);
  const run = newRun();
  await gateway.start(run);
  expect(await gateway.execution(run.input.runId)).toEqual({ status: 'RUNNING' });
});
