import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { earlierCall } from '../../../activities/tools/earlier-call.ts';
import { callHash } from '../../../activities/tool-kit/agent-asking.ts';
import type { Json, JsonObject } from '../../../contracts/base/json.ts';
import { approvalRepository } from '../../../db/repositories/runs/approvals.ts';
import { conversationRepository } from '../../../db/repositories/runs/conversations.ts';
import { runRepository } from '../../../db/repositories/runs/runs.ts';
import { stepRepository } from '../../../db/repositories/runs/steps.ts';
import { openTestDatabase } from '../../support/databases.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const tool = 'place_bid';
const asked = { amount: 1 };

/** Runs that retry each other, the first one first, and the calls that they made. */
function records() {
  const { db } = database;
  const [runs, steps] = [runRepository(db), stepRepository(db)];
  const [approvals, conversations] = [approvalRepository(db), conversationRepository(db)];
  const compiled = { pipeline: { name: 'test', nodes: [], edges: [] } } as never;
  const ids: string[] = [];
  return {
    async run() {
      const id = `run_${crypto.randomUUID()}`;
      await runs.insert({
        id,
        compiled,
        input: {},
        ...(ids.length > 0 && { retryOf: ids.at(-1)! }),
      });
      ids.push(id);
      return id;
    },
    /** A call of the latest run that its end has stopped, or that ended in another way. */
    async called(input: Json, end?: Parameters<typeof steps.finish>[1] | 'waits in doubt') {
      const runId = ids.at(-1)!;
      const key = { runId, nodePath: 'bid', step: 'tool' };
      await steps.start(key, { kind: 'tool', name: tool, label: 'bid', attempt: 1, input });
      if (end === undefined) await steps.wait(key, 'The bid waits', 1);
      else if (end === 'waits in doubt') {
        await steps.wait(key, 'The bid waits', 1, { mayHaveRun: true });
      } else await steps.finish(key, end);
      await steps.endOpen(runId);
    },
    async approved(editedArgs?: JsonObject) {
      const runId = ids.at(-1)!;
      const id = `${runId}.bid.tool`;
      await approvals.request({
        id,
        runId,
        nodePath: 'bid',
        workflowId: runId,
        title: 'Allow it?',
        show: {},
        hash: callHash(tool, asked),
        approvers: ['operator'],
        expiresAt: new Date(),
        token: 'token',
      } as never);
      await approvals.close(id, {
        status: 'approved',
        by: 'ann',
        ...(editedArgs && { editedArgs }),
      } as never);
    },
    /** What is found for the call when the latest run is retried. */
    found(args: Json = asked) {
      const continues = ids.at(-1)!;
      return earlierCall(
        { runId: 'run_new', nodePath: 'bid', step: 'tool', tool, args: { value: args }, continues },
        { args, conversation: undefined },
        { approvals, conversations, runs, steps },
      );
    },
  };
}

describe('a call that is made again', () => {
  it('is known by the run that first made it, however often that was retried', async () => {
    const { run, called, found } = records();
    const first = await run();
    await called(asked);
    await run();
    await called(asked);
    await run();
    expect(await found()).toMatchObject({ first: { runId: first }, mayHaveRun: false });
  });

  it('is given its answer where it had one', async () => {
    const { run, called, found } = records();
    await run();
    await called(asked, { status: 'completed', output: { won: true } });
    expect(await found()).toMatchObject({ answered: { output: { won: true } } });
  });

  it('is a new call with other arguments, and after an answer that it failed', async () => {
    const { run, called, found } = records();
    await run();
    await called(asked);
    expect((await found({ amount: 2 })).first).toBeUndefined();
    await run();
    await called(asked, { status: 'failed', error: { type: 'EXECUTION_ERROR', message: 'lost' } });
    expect((await found()).first).toBeUndefined();
  });

  it('learns about a call with other arguments that may have had its effect', async () => {
    const { run, called, found } = records();
    const changed = { amount: 2 };
    const runId = await run();
    await called(asked);
    expect((await found(changed)).other).toBeUndefined();
    await called(asked, 'waits in doubt');
    expect(await found(changed)).toMatchObject({ other: { runId }, mayHaveRun: false });
    await run();
    await called(asked, { status: 'failed', error: { type: 'EXECUTION_ERROR', message: 'no' } });
    expect((await found(changed)).other).toBeUndefined();
    await run();
    await called(asked, { status: 'completed', output: 1 });
    expect(await found(changed)).toMatchObject({ other: { status: 'completed' } });
  });

  it('is the same where a person approved other arguments instead', async () => {
    const { run, called, approved, found } = records();
    const runId = await run();
    await approved({ amount: 3 });
    await called({ amount: 3 });
    expect(await found()).toMatchObject({ first: { runId, input: { amount: 3 } } });
  });

  it('is the one that a person approved last', async () => {
    const { run, called, approved, found } = records();
    await run();
    await called(asked);
    const second = await run();
    await approved();
    await called(asked);
    expect(await found()).toMatchObject({ first: { runId: second } });
  });

  it('keeps its first key where it may have arrived, however often a person approves it again', async () => {
    const { run, called, approved, found } = records();
    const first = await run();
    await called(asked, 'waits in doubt');
    await run();
    await approved();
    await called(asked, 'waits in doubt');
    expect(await found()).toMatchObject({ first: { runId: first }, mayHaveRun: true });
    await run();
    await approved();
    await called(asked, 'waits in doubt');
    expect(await found()).toMatchObject({ first: { runId: first }, mayHaveRun: true });
  });

  it('has a key of its own where a person approved other arguments after it', async () => {
    const { run, called, approved, found } = records();
    await run();
    await called(asked, 'waits in doubt');
    const second = await run();
    await approved({ amount: 3 });
    await called({ amount: 3 }, 'waits in doubt');
    expect(await found()).toMatchObject({ first: { runId: second }, mayHaveRun: true });
  });

  it('may have run where it waited after a try that broke off', async () => {
    const { run, called, found } = records();
    await run();
    await called(asked, 'waits in doubt');
    expect(await found()).toMatchObject({ mayHaveRun: true });
  });

  it('is the same where its failure leaves its effect in doubt, and may have run', async () => {
    const { run, called, found } = records();
    const runId = await run();
    const error = { type: 'EXECUTION_ERROR', message: 'lost', doubt: true as const };
    await called(asked, { status: 'failed', error });
    expect(await found()).toMatchObject({ first: { runId }, mayHaveRun: true });
  });

  it('may have run where nothing says that it waited', async () => {
    const { run, called, found } = records();
    await run();
    await called(asked, { status: 'failed', error: { type: 'Stopped', message: 'stopped' } });
    expect(await found()).toMatchObject({ mayHaveRun: true });
  });
});
