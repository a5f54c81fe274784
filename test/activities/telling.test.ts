import { afterAll, beforeAll, expect, it } from 'vitest';
import { allRunsChannel, runChannel } from '../../contracts/runs/events.ts';
import type { RunNotice, StreamEvent } from '../../contracts/runs/events.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { agentSchema } from '../../contracts/agents/index.ts';
import { activitiesOver, storedRun } from './support/activities.ts';
import { openTestDatabase } from '../support/databases.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** What is told on a channel, in short. */
async function hear(activities: ReturnType<typeof activitiesOver>, channel: string) {
  const heard: string[] = [];
  await activities.bus.subscribe<RunNotice | StreamEvent>(channel, (event) => {
    const { type } = event;
    if (type !== 'step-written') heard.push(type);
    else
      heard.push(`${event.step.label}: ${event.step.status} ${JSON.stringify(event.step.output)}`);
  });
  return heard;
}

it('a tool run is told as it begins, waits and ends, to those who watch its run alone', async () => {
  const runId = await storedRun(database.db, 'run_tool');
  let isReady = false;
  const activities = activitiesOver(database.db, {
    tool: () =>
      isReady
        ? { status: 'completed', output: { price: 1 }, metadata: { executionMs: 1, cached: false } }
        : { status: 'waiting', retryAfterMs: 5, reason: 'the next bar' },
  });
  // Its first activity begins a run, and that is told to all.
  await activities.call('startRun', { runId });
  const [ofRun, ofAll] = [
    await hear(activities, runChannel(runId)),
    await hear(activities, allRunsChannel),
  ];
  const input = { runId, nodePath: 'n', step: 'tool', tool: 'get_price', args: { value: {} } };
  await activities.call('runTool', input);
  isReady = true;
  await activities.call('runTool', input);
  expect(ofRun).toEqual([
    'get_price SPX: running null',
    expect.stringMatching(/^get_price SPX: running {"waiting":"the next bar","since":"[^"]+"}$/),
    // The next try begins: it still says what was waited for.
    expect.stringMatching(/^get_price SPX: running {"waiting":"the next bar","since":"[^"]+"}$/),
    'get_price SPX: completed {"price":1}',
  ]);
  expect(ofAll).toEqual([]);
});

it("a run's beginning and end are told to all, with the steps that it left open", async () => {
  const runId = await storedRun(database.db, 'run_end');
  const activities = activitiesOver(database.db);
  const [ofRun, ofAll] = [
    await hear(activities, runChannel(runId)),
    await hear(activities, allRunsChannel),
  ];
  await activities.call('startRun', { runId });
  const key = { runId, nodePath: 'n', step: 'turn-1' };
  await activities.steps.start(key, { kind: 'model', name: 'm', label: 'turn 1', attempt: 1 });
  await activities.call('finishRun', { runId, status: 'failed', nodes: [] });
  expect(ofRun).toEqual([
    'run-written',
    'turn 1: running null',
    'run-written',
    'turn 1: failed null',
  ]);
  expect(ofAll).toEqual(['run-written', 'run-written']);
});

it('an approval is told when it is asked for and once when it is decided', async () => {
  const runId = await storedRun(database.db, 'run_approval');
  const activities = activitiesOver(database.db);
  const ofAll = await hear(activities, allRunsChannel);
  const approvalId = `${runId}/confirm`;
  await activities.call('requestApproval', {
    approvalId,
    runId,
    nodePath: 'confirm',
    workflowId: runId,
    title: 'May it?',
    show: 'this',
    approvers: ['operator'],
    expiresAt: Date.now() + 60_000,
  });
  const token = (await activities.approvals.tokenOf(approvalId)) ?? '';
  const decision = { approvalId, runId, status: 'approved', by: 'ada', token } as const;
  await activities.call('closeApproval', decision);
  await activities.call('closeApproval', decision);
  expect(ofAll.filter((type) => type === 'approval-written')).toHaveLength(2);
});

it('each revision of a plan is told once, to those who watch its run alone', async () => {
  const runId = await storedRun(database.db, 'run_plan');
  const steps = [{ text: 'Read' }];
  const activities = activitiesOver(database.db, {
    model: () => ({ toolCalls: [{ id: 'x', name: 'set_plan', args: { steps } }] }),
  });
  const place = { runId, nodePath: 'n', conversationId: `${runId}/n` };
  await activities.call('openConversation', {
    ...place,
    agent: agentSchema.parse({ name: 'a', role: 'a', instructions: 'Plan.', planning: 'model' }),
    task: 'Look',
    delegates: {},
    budgets: [],
  });
  const heard: string[] = [];
  await activities.bus.subscribe<RunNotice>(runChannel(runId), (event) => {
    if (event.type === 'plan-written') heard.push(`${event.plan.nodePath} ${event.plan.revision}`);
  });
  const ofAll = await hear(activities, allRunsChannel);
  const turn = { ...place, step: 'turn-1', turn: 1, toolChoice: 'plan' as const };
  await activities.call('callModel', turn);
  await activities.call('callModel', turn);
  expect(heard).toEqual(['n 1']);
  expect(ofAll).not.toContain('plan-written');
});
