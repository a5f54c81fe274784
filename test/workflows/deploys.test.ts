import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection } from '@temporalio/worker';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporalGateway } from '../../api/temporal/index.ts';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import { currentBuild } from '../../workers/current-build.ts';
import { replayOpenRuns } from '../../workers/replay-open-runs.ts';
import { bundleWorkflows } from '../../workers/workflow-bundle.ts';
import type { runPipeline } from '../../workflows/index.ts';
import { resolveApproval } from '../../workflows/messages.ts';
import { dataConverter, testKeys } from '../support/keys.ts';
import { temporalServer, workflowBundle } from '../support/temporal.ts';
import { fakeActivities } from './support/fake-activities.ts';
import { runInput } from './support/harness.ts';
import { startWorkersIn } from './support/own-workers.ts';

const breakingWorkflows = fileURLToPath(new URL('./support/breaking-build.ts', import.meta.url));
const patiently = { timeout: 20_000 };
const waiting = {
  nodes: [
    { id: 'confirm', kind: 'approval' as const, show: { buy: 1 } },
    { id: 'order', kind: 'tool' as const, tool: 'echo' },
  ],
};

/** A build whose workflows do not fit the histories of the others. */
let breaking: { code: string };
beforeAll(async () => {
  breaking = await bundleWorkflows(new DefaultLogger('ERROR'), breakingWorkflows);
}, 60_000);

/** A namespace for builds that come and go. */
async function openNamespace() {
  const address = temporalServer();
  const connection = await Connection.connect({ address });
  const native = await NativeConnection.connect({ address });
  const namespace = `test-${randomUUID()}`;
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
  const client = new Client({ connection, namespace, dataConverter });
  const { activities, recorded } = fakeActivities();
  const running = new Set<{ stop(): Promise<void> }>();
  onTestFinished(async () => {
    await Promise.all([...running].map((workers) => workers.stop()));
    await native.close();
    await connection.close();
  });
  return {
    client,
    namespace,
    gateway: temporalGateway(client),
    async startWorkers(options: { buildId?: string; bundle?: { code: string } } = {}) {
      const { bundle, ...rest } = options;
      const workers = await startWorkersIn(namespace, activities, {
        ...rest,
        ...(bundle && { bundle: Promise.resolve(bundle) }),
      });
      running.add(workers);
      return {
        stop() {
          running.delete(workers);
          return workers.stop();
        },
      };
    },
    current: (buildId: string) =>
      currentBuild({
        connection: native,
        namespace,
        buildId,
        signal: AbortSignal.timeout(20_000),
        onError: (error) => {
          throw error;
        },
      }),
    /** Starts a run, and waits until it waits for its approval. */
    async startRun() {
      const runId = `run_${randomUUID()}`;
      const run = await client.workflow.start<typeof runPipeline>('runPipeline', {
        workflowId: runId,
        taskQueue: taskQueues.workflows,
        args: [runInput(waiting, { runId })],
      });
      const asked = () => recorded.approvals.find((approval) => approval.runId === runId);
      await expect.poll(asked, patiently).toBeDefined();
      return {
        run,
        async approve() {
          const approvalId = asked()?.approvalId ?? '';
          await run.signal(resolveApproval, { approvalId, decision: 'approve', by: 'operator' });
          return run.result();
        },
        async build() {
          const { raw } = await run.describe();
          return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId;
        },
      };
    },
  };
}

describe('builds of the workers', { timeout: 90_000 }, () => {
  it('a run ends on the build that it began with, also where the next one breaks its history', async () => {
    const { gateway, startWorkers, startRun, current } = await openNamespace();
    await startWorkers({ buildId: 'one' });
    expect(await current('one')).toBe('one');
    const before = await startRun();

    await startWorkers({ buildId: 'two', bundle: breaking });
    expect(await current('two')).toBe('one');
    await expect.poll(() => gateway.promote('two', 'ann'), patiently).toBe('current');
    expect(await current('one')).toBe('two');
    const after = await startRun();
    expect(await before.approve()).toMatchObject({ confirm: { decision: 'approved' } });
    expect(await after.approve()).toMatchObject({ confirm: { decision: 'approved' } });
    expect([await before.build(), await after.build()]).toEqual(['one', 'two']);
  });

  it('tells what waits for workers, of all builds together', async () => {
    const { client, gateway, startWorkers, startRun, current } = await openNamespace();
    const one = await startWorkers({ buildId: 'one' });
    await current('one');
    const before = await startRun();
    const two = await startWorkers({ buildId: 'two' });
    await expect.poll(() => gateway.promote('two', 'ann'), patiently).toBe('current');
    const tasks = async () =>
      (await gateway.backlogs()).find(({ type }) => type === 'workflow')?.tasks;
    expect(await tasks()).toBe(0);
    await Promise.all([one.stop(), two.stop()]);
    const approved = before.approve();
    for (const workflowId of ['first', 'second']) {
      await client.workflow.start('runPipeline', { workflowId, taskQueue: taskQueues.workflows });
    }
    await expect.poll(tasks, patiently).toBe(3);
    await startWorkers({ buildId: 'one' });
    await approved;
    await expect.poll(tasks, patiently).toBe(2);
  });

  it('shows which builds there are, and which have open runs', async () => {
    const { gateway, startWorkers, startRun, current } = await openNamespace();
    expect(await gateway.deploys()).toEqual({
      current: null,
      builds: [],
      withoutBuild: { openWorkflows: 0, workers: [] },
    });
    expect(await gateway.promote('one', 'ann')).toBe('not-found');
    await startWorkers({ buildId: 'one' });
    await current('one');
    const before = await startRun();
    await startWorkers({ buildId: 'two', bundle: breaking });
    await expect.poll(() => gateway.promote('two', 'ann'), patiently).toBe('current');
    await expect
      .poll(async () => (await gateway.deploys()).builds.map((build) => ({ ...build })), patiently)
      .toMatchObject([
        { build: 'two', status: 'current', openWorkflows: 0, workers: [expect.any(String)] },
        { build: 'one', status: 'draining', openWorkflows: 1, workers: [expect.any(String)] },
      ]);
    expect((await gateway.deploys()).current).toBe('two');
    await before.approve();
    await expect
      .poll(async () => (await gateway.deploys()).builds.at(-1)?.openWorkflows, patiently)
      .toBe(0);
  });

  it('a person can go back to workers without a build, and a worker that starts leaves it so', async () => {
    const { gateway, startWorkers, startRun, current } = await openNamespace();
    await startWorkers({ buildId: 'one' });
    await current('one');
    await expect.poll(() => gateway.unserved(), patiently).toEqual([]);
    await expect.poll(() => gateway.promote(null, 'ann'), patiently).toBe('current');
    await expect.poll(() => current('one'), patiently).toBeUndefined();
    await expect.poll(() => gateway.unserved(), patiently).toContain('workflows');
    await startWorkers();
    expect(await gateway.deploys()).toMatchObject({ current: null });
    await expect.poll(() => gateway.unserved(), patiently).toEqual([]);
    const after = await startRun();
    expect(await after.approve()).toMatchObject({ confirm: { decision: 'approved' } });
    expect(await after.build()).toBeUndefined();
  });

  it('a worker asks again where Temporal answers with an error', async () => {
    const failure = Object.assign(new Error('the namespace is not ready'), { code: 13 });
    const seen: unknown[] = [];
    const stopping = new AbortController();
    const describeWorkerDeployment = async () => {
      if (seen.length > 1) stopping.abort();
      throw failure;
    };
    const asked = currentBuild({
      connection: { workflowService: { describeWorkerDeployment } } as never,
      namespace: 'any',
      buildId: 'one',
      signal: stopping.signal,
      onError: (error) => seen.push(error),
    });
    expect(await asked).toBeUndefined();
    expect(seen).toEqual([failure, failure]);
  });

  it('a replay before the deploy names the runs that a build cannot continue', async () => {
    const { client, namespace, startWorkers, startRun } = await openNamespace();
    await startWorkers();
    const { run } = await startRun();
    const replay = (bundle: { code: string }) =>
      replayOpenRuns({ client, dataConverter, workflowBundle: bundle, most: 10 });
    await expect
      .poll(async () => replay(await workflowBundle()), patiently)
      .toEqual({ replayed: 1, hasMore: false, broken: [] });
    await startRun();
    const one = { client, dataConverter, workflowBundle: await workflowBundle(), most: 1 };
    await expect
      .poll(() => replayOpenRuns(one), patiently)
      .toEqual({ replayed: 1, hasMore: true, broken: [] });
    const { broken } = await replay(breaking);
    expect(broken).toHaveLength(2);
    expect(broken).toContainEqual({
      workflowId: run.workflowId,
      problem: expect.stringContaining('Nondeterminism'),
    });
    const env = {
      ...process.env,
      TEMPORAL_ADDRESS: temporalServer(),
      TEMPORAL_NAMESPACE: namespace,
      BATON_KEYS: testKeys,
    };
    const check = spawn(process.execPath, ['workers/check.ts'], { env });
    let said = '';
    for (const stream of [check.stdout, check.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    }
    expect((await once(check, 'close'))[0], said).toBe(0);
    expect(said).toBe('Replayed 2 open workflows without a build of their own.\n');
  });
});
