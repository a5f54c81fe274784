import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accessLog } from '../../db/repositories/access/access-log.ts';
import { MemoryUnavailable } from '../../activities/memory/memory-unavailable.ts';
import { builtInAgents } from '../../contracts/agents/index.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { signedDecision } from '../../db/views/signed-decision.ts';
import { decisionSignatures } from '../../keys/decision-signatures.ts';
import { sealedResumption } from '../../contracts/runs/resume-claim.ts';
import type { ResumeClaim } from '../../contracts/runs/resume-claim.ts';
import { testKeyring } from '../support/keyring.ts';
import { everyDatabase } from '../support/databases.ts';
import { activitiesOver, storedRun } from './support/activities.ts';

const approval = {
  approvalId: 'run_1.confirm',
  runId: 'run_1',
  nodePath: 'confirm',
  workflowId: 'run_1',
  title: 'Confirm',
  show: { b: 1, a: 2 },
  approvers: ['operator'],
  expiresAt: Date.parse('2030-01-01T00:00:00Z'),
};

describe.each(everyDatabase)('the records on $name', ({ open }) => {
  let database: OpenDatabase;
  let activities: ReturnType<typeof activitiesOver>;
  beforeEach(async () => {
    database = await open();
    await storedRun(database.db);
    activities = activitiesOver(database.db);
  });
  afterEach(() => database.close());
  const tokenOf = async (id: string) => (await activities.approvals.tokenOf(id)) ?? '';

  it('take a run from pending to its end, and keep the first end', async () => {
    const { call, runs } = activities;
    expect((await runs.get('run_1'))?.status).toBe('pending');
    await call('startRun', { runId: 'run_1' });
    expect(await runs.get('run_1')).toMatchObject({
      status: 'in_progress',
      startedAt: expect.any(Date),
    });
    await call('finishRun', { runId: 'run_1', status: 'completed', output: { n: 1 }, nodes: [] });
    await call('finishRun', { runId: 'run_1', status: 'failed', nodes: [] });
    expect(await runs.get('run_1')).toMatchObject({
      status: 'completed',
      output: { n: 1 },
      endedAt: expect.any(Date),
    });
  });

  it('have a call paid that was in progress as the run ended, and none that waits or was answered', async () => {
    const { call, steps, paidLost } = activities;
    const inFlight = { at: new Date().toISOString(), model: 'openai:x', agent: 'a', budgets: [] };
    const begin = async (step: string) => {
      const key = { runId: 'run_1', nodePath: 'look', step };
      const start = { kind: 'model' as const, name: 'openai:x', label: step, attempt: 1 };
      await steps.start(key, { ...start, inFlight: { ...inFlight, id: step, inputTokens: 7 } });
      return key;
    };
    await steps.wait(await begin('turn-1'), 'The limit is used up.', 1);
    await steps.finish(await begin('turn-2'), { status: 'completed' });
    await begin('turn-3');
    await call('finishRun', { runId: 'run_1', status: 'failed', nodes: [] });
    // Made again, as after a failure in the midst of it, it pays under the same id.
    await call('finishRun', { runId: 'run_1', status: 'failed', nodes: [] });
    expect(paidLost.splice(1)).toEqual(paidLost);
    expect(paidLost).toMatchObject([
      [
        { callId: 'run_1/look#turn-3', user: 'local', agent: 'a' },
        { id: 'turn-3', inputTokens: 7 },
      ],
    ]);
  });

  it('say of a cancelled run what was done', async () => {
    const { call, runs } = activities;
    const tool = { runId: 'run_1', nodePath: 'look', step: 'tool', tool: 'get_price' };
    await call('runTool', { ...tool, args: { value: {} } });
    await call('finishRun', {
      runId: 'run_1',
      status: 'cancelled',
      nodes: [],
      partial: { nodes: {} },
      cancel: { by: 'operator', reason: 'enough' },
    });
    expect(await runs.get('run_1')).toMatchObject({
      partial: { nodes: {}, done: ['look · get_price SPX'] },
      cancel: { by: 'operator', reason: 'enough' },
    });
  });

  it('say of a run that was stopped what it had begun, and end its open steps', async () => {
    const { call, runs, steps } = activitiesOver(database.db, {
      tool: () => ({ status: 'waiting', retryAfterMs: 1, reason: 'order accepted' }),
    });
    const tool = { runId: 'run_1', nodePath: 'order', step: 'tool', tool: 'create_paper_order' };
    await call('runTool', { ...tool, args: { value: {} } });
    await call('finishRun', { runId: 'run_1', status: 'cancelled', nodes: [] });
    expect((await runs.get('run_1'))?.partial).toEqual({
      done: ['order · create_paper_order SPX · begun: order accepted'],
    });
    expect(await steps.list('run_1')).toMatchObject([
      { status: 'failed', error: { type: 'Stopped' }, endedAt: expect.any(Date) },
    ]);
  });

  it('have a run wait while an approval is pending', async () => {
    const { call, runs, approvals } = activities;
    await call('startRun', { runId: 'run_1' });
    const { hash, digest } = await call('requestApproval', approval);
    expect(await call('requestApproval', approval)).toEqual({ hash, digest });
    const token = await tokenOf(approval.approvalId);
    expect((await runs.get('run_1'))?.status).toBe('waiting');
    await call('closeApproval', {
      approvalId: approval.approvalId,
      runId: 'run_1',
      status: 'approved',
      by: 'operator',
      token,
      seenHash: hash,
    });
    expect((await runs.get('run_1'))?.status).toBe('in_progress');
    expect(await approvals.get('run_1.confirm')).toMatchObject({
      status: 'approved',
      decidedBy: 'operator',
      hash,
      seenHash: hash,
    });
  });

  it('keep a token for each approval, and tell the workflow its digest alone', async () => {
    const { call, approvals } = activities;
    const { digest } = await call('requestApproval', approval);
    const token = (await approvals.tokenOf(approval.approvalId)) ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(digest).toBe(createHash('sha256').update(token).digest('hex'));
    const other = await call('requestApproval', { ...approval, approvalId: 'run_1.other' });
    expect(other.digest).not.toBe(digest);
    const shown = [await approvals.get('run_1.other'), ...(await approvals.list({ limit: 10 }))];
    expect(shown).toHaveLength(3);
    expect(JSON.stringify(shown)).not.toContain(token);
  });

  it('keep a decision that did not count once, and only so many of them', async () => {
    const { call, approvals } = activities;
    await call('requestApproval', approval);
    const { approvalId } = approval;
    const at = '2030-01-01T00:00:00.000Z';
    const refusal = { number: 1, at, by: 'x', reason: 'no-token' } as const;
    await call('recordRefusal', { approvalId, ...refusal });
    await call('recordRefusal', { approvalId, ...refusal });
    expect((await approvals.get(approvalId))?.refusals).toEqual([refusal]);
    for (let number = 2; number < 30; number += 1) {
      await call('recordRefusal', { approvalId, ...refusal, number });
    }
    const { refusals, status } = (await approvals.get(approvalId))!;
    expect(refusals).toHaveLength(20);
    expect(refusals.at(-1)?.number).toBe(20);
    expect(status).toBe('pending');
  });

  it('tell no digest of an approval that an older version stored, and have it decided without a token', async () => {
    const { call, approvals } = activities;
    const { approvalId, expiresAt, ...rest } = approval;
    const requestedAt = new Date();
    const stored = { ...rest, id: approvalId, hash: 'h', requestedAt };
    await approvals.request({ ...stored, expiresAt: new Date(expiresAt) });
    expect(await call('requestApproval', approval)).toEqual({ hash: expect.any(String) });
    await call('closeApproval', { approvalId, runId: 'run_1', status: 'approved', by: 'operator' });
    expect(await approvals.get(approvalId)).toMatchObject({ status: 'approved', via: 'signal' });
  });

  it('raise a budget once by what a person approved, and close the approval', async () => {
    const { call, runs, approvals, budgets } = activities;
    await call('startRun', { runId: 'run_1' });
    await call('requestApproval', approval);
    const raise = {
      approvalId: approval.approvalId,
      runId: 'run_1',
      account: 'run:run_1',
      byUsd: 0.05,
      by: 'operator',
      comment: 'worth it',
      token: await tokenOf(approval.approvalId),
    };
    await expect(call('raiseBudget', { ...raise, token: 'guessed' })).rejects.toThrow('token');
    expect(Number((await budgets.states([raise.account]))[0]?.extraUsd ?? 0)).toBe(0);
    await call('raiseBudget', raise);
    await call('raiseBudget', raise);
    const [account] = await budgets.states(['run:run_1']);
    expect(Number(account?.extraUsd)).toBe(0.05);
    expect(await approvals.get('run_1.confirm')).toMatchObject({
      status: 'approved',
      decidedBy: 'operator',
      comment: 'worth it',
    });
    expect((await runs.get('run_1'))?.status).toBe('in_progress');
  });

  it('raise no budget by a decision that does not count', async () => {
    const { call, approvals, budgets, runs } = activities;
    await storedRun(database.db, 'run_2', { user: 'ann', retryOf: 'run_1' });
    await storedRun(database.db, 'run_3', { user: 'bob', retryOf: 'run_2' });
    await call('startRun', { runId: 'run_3' });
    const asked = { ...approval, approvalId: 'run_3.budget', runId: 'run_3', workflowId: 'run_3' };
    await call('requestApproval', asked);
    const token = await tokenOf(asked.approvalId);
    const { approvalId, runId } = asked;
    const raise = { approvalId, runId, account: 'run:run_3', byUsd: 0.05, token };
    // Whoever has the token may claim to be anybody, but not to have a role.
    expect(await call('raiseBudget', { ...raise, by: 'ceo', as: 'operator' })).toMatchObject({
      reason: 'not-proven',
    });
    for (const by of ['bob', 'ann']) {
      expect(await call('raiseBudget', { ...raise, by }), by).toMatchObject({
        reason: 'own-request',
      });
    }
    await accessLog(database.db).add({ by: 'eve', action: 'run.instructed', target: 'run_2' });
    expect(await call('raiseBudget', { ...raise, by: 'eve' })).toMatchObject({
      reason: 'own-request',
    });
    expect(Number((await budgets.states([raise.account]))[0]?.extraUsd ?? 0)).toBe(0);
    expect(await approvals.get(approvalId)).toMatchObject({ status: 'pending' });
    expect((await runs.get(runId))?.status).toBe('waiting');
  });

  it('have a run wait while an agent is interrupted, whatever is decided meanwhile', async () => {
    const { call, runs } = activities;
    await call('startRun', { runId: 'run_1' });
    await call('requestApproval', approval);
    const agent = { runId: 'run_1', nodePath: 'look' };
    await call('recordInterruption', { ...agent, by: 'operator', reason: 'wait' });
    const { approvalId } = approval;
    const token = await tokenOf(approvalId);
    await call('closeApproval', { approvalId, runId: 'run_1', status: 'approved', token });
    expect(await runs.get('run_1')).toMatchObject({
      status: 'waiting',
      interrupted: { look: { by: 'operator', reason: 'wait', at: expect.any(String) } },
    });
    await call('recordResumption', agent);
    expect(await runs.get('run_1')).toMatchObject({ status: 'in_progress', interrupted: {} });
  });

  it('put what an agent is told after the results of its turn, in order and once', async () => {
    const { call, conversations } = activities;
    const conversationId = 'run_1/look';
    const agent = builtInAgents['research']!;
    const opening = { runId: 'run_1', nodePath: 'look', conversationId, agent, task: 'Look' };
    await call('openConversation', { ...opening, delegates: {}, budgets: [] });
    for (const [earlier, text] of [
      [1, 'second'],
      [0, 'first'],
      [0, 'first again'],
    ] as const) {
      await call('addInstruction', { conversationId, turn: 0, earlier, text });
    }
    const told = (await conversations.messages(conversationId)).map(({ message }) => message.text);
    expect(told.slice(1)).toEqual(['Look', 'first', 'second']);
  });

  it('have an agent go on, and hear, only as the API says, and tell the access log of what else was tried', async () => {
    const { call, runs, conversations } = activities;
    await call('startRun', { runId: 'run_1' });
    const conversationId = 'run_1/look';
    const agent = builtInAgents['research']!;
    const opening = { runId: 'run_1', nodePath: 'look', conversationId, agent, task: 'Look' };
    await call('openConversation', { ...opening, delegates: {}, budgets: [] });
    await call('recordInterruption', { runId: 'run_1', nodePath: 'look', by: 'operator' });
    const said = { runId: 'run_1', workflowId: conversationId, by: 'operator', nonce: 'once' };
    const { seals } = decisionSignatures(testKeyring);
    const sealed = (claim: ResumeClaim) => ({
      ...claim,
      seal: seals.sign(sealedResumption(claim)),
    });
    const other = sealed({ ...said, workflowId: 'run_2/look' });
    const resume = (request: ResumeClaim) =>
      call('recordResumption', { runId: 'run_1', nodePath: 'look', request });
    const tell = (request: ResumeClaim) =>
      call('addInstruction', { conversationId, turn: 0, earlier: 0, text: 'Buy', request });
    const forged: ResumeClaim[] = [
      said,
      { ...said, seal: 'k:made-up' },
      { ...said, seal: other.seal },
      { ...sealed(said), by: 'ceo' },
      { ...said, refused: 10 },
    ];
    for (const request of forged) {
      expect(await resume(request)).toMatchObject({ refused: expect.any(String) });
    }
    // Sealed, but not with this instruction.
    expect(await tell(sealed(said))).toMatchObject({ refused: expect.any(String) });
    expect((await runs.get('run_1'))?.status).toBe('waiting');
    const events = await accessLog(database.db).list({ limit: 20, action: 'request.refused' });
    expect(events).toHaveLength(5);
    expect(events[0]).toMatchObject({
      by: null,
      target: 'run_1',
      detail: { why: 'signal', claims: 'operator', agent: conversationId },
    });
    expect(await tell(sealed({ ...said, instruction: 'Buy' }))).toBeUndefined();
    expect(await resume(sealed(said))).toBeUndefined();
    expect((await runs.get('run_1'))?.status).toBe('in_progress');
    const messages = await conversations.messages(conversationId);
    expect(messages.filter(({ message }) => message.text === 'Buy')).toHaveLength(1);
  });

  it('keep the changeable arguments of an approval, and those approved instead', async () => {
    const { call, approvals } = activities;
    const editable = { tool: 'get_price', args: { quantity: 5 } };
    const plain = await call('requestApproval', { ...approval, approvalId: 'plain' });
    const asked = await call('requestApproval', { ...approval, editable });
    expect(asked.hash).not.toBe(plain.hash);
    await call('closeApproval', {
      approvalId: approval.approvalId,
      runId: 'run_1',
      status: 'approved',
      by: 'operator',
      editedArgs: { quantity: 2 },
      token: await tokenOf(approval.approvalId),
    });
    expect(await approvals.get(approval.approvalId)).toMatchObject({
      ...editable,
      editedArgs: { quantity: 2 },
    });
  });

  it.each(['approved', 'rejected'] as const)(
    'are not %s without the token of the approval, whoever calls',
    async (status) => {
      const { call, approvals } = activities;
      const { digest } = await call('requestApproval', approval);
      const { approvalId } = approval;
      const close = { approvalId, runId: 'run_1', status, by: 'operator' };
      for (const token of [undefined, '', 'guessed', digest]) {
        await expect(call('closeApproval', { ...close, token })).rejects.toThrow('token');
      }
      expect((await approvals.get(approvalId))?.status).toBe('pending');
      await call('closeApproval', { ...close, token: await tokenOf(approvalId) });
      expect((await approvals.get(approvalId))?.status).toBe(status);
    },
  );

  it('sign a decision: who, what, how and when, and what was asked for', async () => {
    const { call, approvals } = activities;
    const { hash } = await call('requestApproval', approval);
    const { approvalId } = approval;
    const token = await tokenOf(approvalId);
    const { records, seals } = decisionSignatures(testKeyring);
    const by = 'operator';
    const seal = seals.sign({ approvalId, decision: 'approve', by, hash, token });
    const end = { approvalId, runId: 'run_1', status: 'approved', by, token } as const;
    await call('closeApproval', { ...end, seenHash: hash, seal });
    const row = (await approvals.get(approvalId))!;
    expect(row).toMatchObject({ via: 'api', seenHash: hash, decidedBy: by });
    const { signature } = row;
    expect(records.verify(signedDecision(row), signature!)).toBe('valid');
    const changes = [
      { decidedBy: 'ann' },
      { status: 'rejected' as const },
      { via: 'signal' as const },
      { seenHash: null },
      { comment: 'fine' },
      { editedArgs: {} },
      { show: { b: 1, a: 3 } },
      { approvers: ['ann'] },
      { decidedAt: new Date(row.decidedAt!.getTime() + 1) },
    ];
    for (const change of changes) {
      expect(records.verify(signedDecision({ ...row, ...change }), signature!)).toBe('wrong');
    }
  });

  it.each<[string, (seal: string) => string | undefined]>([
    ['without a seal', () => undefined],
    ['with a seal that somebody made up', (seal) => `${seal.slice(0, -2)}AA`],
    ['with a seal of a key that nobody has', (seal) => seal.replace('test:', 'other:')],
  ])('know a decision %s as one by a signal', async (_name, sealed) => {
    const { call, approvals } = activities;
    await call('requestApproval', approval);
    const { approvalId } = approval;
    const token = await tokenOf(approvalId);
    const by = 'operator';
    const { seals } = decisionSignatures(testKeyring);
    const seal = sealed(seals.sign({ approvalId, decision: 'reject', by, token }));
    await call('closeApproval', {
      approvalId,
      runId: 'run_1',
      status: 'rejected',
      by,
      token,
      seal,
    });
    expect(await approvals.get(approvalId)).toMatchObject({ status: 'rejected', via: 'signal' });
  });

  it('tell the access log of a decision by a signal, once', async () => {
    const { call } = activities;
    await call('requestApproval', approval);
    const { approvalId } = approval;
    const token = await tokenOf(approvalId);
    const decision = { approvalId, runId: 'run_1', status: 'rejected', by: 'ann', token } as const;
    await call('closeApproval', decision);
    await call('closeApproval', decision);
    const action = 'approval.decided';
    const detail = { decision: 'reject', via: 'signal' };
    expect(await accessLog(database.db).list({ action, limit: 9 })).toMatchObject([
      { by: 'ann', target: approvalId, detail, address: null },
    ]);
  });

  it('refuse changed arguments that do not fit the tool, and leave the approval pending', async () => {
    const { call, approvals } = activitiesOver(database.db, {
      parameters: {
        type: 'object',
        properties: { quantity: { type: 'integer' } },
        required: ['quantity'],
      },
    });
    const editable = { tool: 'get_price', args: { quantity: 5 } };
    await call('requestApproval', { ...approval, editable });
    const { approvalId } = approval;
    const close = {
      approvalId,
      runId: 'run_1',
      status: 'approved',
      by: 'operator',
      token: await tokenOf(approvalId),
    } as const;
    expect(await call('closeApproval', { ...close, editedArgs: { quantity: 'many' } })).toEqual({
      refused: expect.stringContaining('args.quantity'),
    });
    expect(await approvals.get(approvalId)).toMatchObject({ status: 'pending', editedArgs: null });
    expect(await call('closeApproval', { ...close, editedArgs: { quantity: 2 } })).toBeUndefined();
    expect((await approvals.get(approvalId))?.status).toBe('approved');
  });

  it('give equal content an equal hash, and other content another', async () => {
    const { call } = activities;
    const hashOf = async (approvalId: string, show: typeof approval.show) =>
      (await call('requestApproval', { ...approval, approvalId, show })).hash;
    const first = await hashOf('one', { a: 2, b: 1 });
    expect(await hashOf('two', { b: 1, a: 2 })).toBe(first);
    expect(await hashOf('three', { b: 1, a: 3 })).not.toBe(first);
  });

  it('refuse an agent that cannot do without its memory while that is not there', async () => {
    const message = 'The memory cannot be reached: start Qdrant';
    const { call, memory } = activitiesOver(database.db);
    const unavailable = new MemoryUnavailable(message, { retryable: true });
    vi.spyOn(memory.store, 'check').mockRejectedValue(unavailable);
    const research = builtInAgents['research'];
    if (!research) throw new Error('no agent');
    const place = { runId: 'run_1', nodePath: 'a', task: 't', delegates: {}, budgets: [] };
    const openAs = (conversationId: string, required: boolean) =>
      call('openConversation', {
        ...place,
        conversationId,
        agent: { ...research, memory: { ...research.memory, required } },
      });
    await expect(openAs('mindful', true)).rejects.toMatchObject({
      type: 'DependencyMissing',
      message: expect.stringContaining('start Qdrant'),
    });
    await openAs('forgetful', false);
  });

  it('refuse an agent that lacks something, with everything that is missing', async () => {
    const { call } = activitiesOver(database.db, { missing: 'set OPENAI_API_KEY' });
    const research = builtInAgents['research'];
    if (!research) throw new Error('no agent');
    const agent = { ...research, tools: ['get_price', 'no_such', 'nor_this'] };
    const input = {
      runId: 'run_1',
      nodePath: 'a',
      conversationId: 'c',
      task: 't',
      delegates: {},
      budgets: [],
    };
    await expect(call('openConversation', { ...input, agent })).rejects.toMatchObject({
      type: 'DependencyMissing',
      message: expect.stringMatching(/OPENAI_API_KEY.*no_such.*nor_this/),
    });
  });
});
