import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtInAgents } from '../../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../../contracts/agents/index.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { unreachable } from '../support/fake-temporal.ts';

let test: TestApp;
let id: string;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

beforeEach(async () => {
  test.temporal.failure = undefined;
  test.temporal.signals.length = 0;
  const document = {
    name: 'desk',
    nodes: [
      { id: 'research', kind: 'agent', agent: 'research', task: 'Look' },
      { id: 'decide', kind: 'agent', agent: 'trading', task: 'Decide' },
    ],
  };
  id = (await test.post('/api/v1/runs', { document })).body.id;
  await test.services.runs.start(id);
});

/** An agent of the run that has begun; it is at work unless said otherwise. */
async function agentAt(nodePath: string, status = 'RUNNING'): Promise<void> {
  const conversation = {
    id: `${id}/${nodePath}`,
    runId: id,
    nodePath,
    agent: builtInAgents['research'] as AgentDefinition,
    delegates: {},
    settings: {},
    budgets: [],
  };
  await test.services.conversations.open(conversation, [{ role: 'user', text: 'Look' }]);
  const { workflows } = test.temporal;
  const { options } = workflows.get(id)!;
  workflows.set(conversation.id, { status, input: undefined, options });
}

const steer = (how: 'interrupt' | 'resume', body: object = {}) =>
  test.post(`/api/v1/runs/${id}/${how}`, body);
const told = () => test.temporal.signals.map(({ workflowId }) => workflowId.slice(id.length + 1));

describe('POST /api/v1/runs/:id/interrupt', () => {
  it('tells every agent that is at work, and no other', async () => {
    await agentAt('research', 'COMPLETED');
    await agentAt('decide');
    await agentAt('decide/turn-1-0-research');
    const { status, body } = await steer('interrupt', { reason: 'wait' });
    expect(status).toBe(202);
    expect(body.agents.toSorted()).toEqual(['decide', 'decide/turn-1-0-research']);
    expect(test.temporal.signals).toContainEqual({
      workflowId: `${id}/decide`,
      name: 'interruptAgent',
      argument: { by: 'operator', reason: 'wait' },
    });
  });

  it('tells one agent and those that it delegated to', async () => {
    await agentAt('research');
    await agentAt('decide.try-2');
    await agentAt('decide.try-2/turn-1-0-research');
    await steer('interrupt', { nodePath: 'decide' });
    expect(told().toSorted()).toEqual(['decide.try-2', 'decide.try-2/turn-1-0-research']);
  });

  it('needs no body', async () => {
    await agentAt('research');
    expect((await test.ask('POST', `/api/v1/runs/${id}/interrupt`)).status).toBe(202);
  });

  it('says which agents there are when it does not know one', async () => {
    await agentAt('research');
    const { status, body } = await steer('interrupt', { nodePath: 'reserch' });
    expect(status).toBe(404);
    expect(body.detail).toContain('no agent at reserch. Did you mean research?');
  });

  it.each([
    ['has not begun', async () => undefined],
    ['has ended', () => agentAt('research', 'COMPLETED')],
  ])('refuses an agent that %s', async (_what, prepare) => {
    await prepare();
    const { status, body } = await steer('interrupt', { nodePath: 'research' });
    expect(status).toBe(409);
    expect(body.detail).toBe(
      'Agent research is not running: it has not started yet, or it has ended.',
    );
  });

  it('refuses a run that has ended', async () => {
    await agentAt('research');
    await test.services.runs.finish(id, { status: 'completed', nodes: [] });
    const { status, body } = await steer('interrupt');
    expect(status).toBe(409);
    expect(body.detail).toContain('has ended');
  });

  it('says so when Temporal is unavailable', async () => {
    await agentAt('research');
    test.temporal.failure = unreachable;
    expect((await steer('interrupt')).status).toBe(503);
  });
});

describe('POST /api/v1/runs/:id/resume', () => {
  it('gives the instruction to the agent, and lets those that it delegated to go on', async () => {
    await agentAt('decide');
    await agentAt('decide/turn-1-0-research');
    const { status } = await steer('resume', { instruction: 'mind the gap' });
    expect(status).toBe(202);
    const argumentOf = (path: string) =>
      test.temporal.signals.find(({ workflowId }) => workflowId === `${id}/${path}`)?.argument;
    const proof = { nonce: expect.any(String), seal: expect.any(String) };
    expect(argumentOf('decide')).toEqual({ by: 'operator', instruction: 'mind the gap', ...proof });
    expect(argumentOf('decide/turn-1-0-research')).toEqual({ by: 'operator', ...proof });
  });
});

describe('who gives an agent an instruction', () => {
  it('does not approve what it asks for, and is on the access log', async () => {
    for (const name of ['ann', 'bob']) {
      const payload = { roles: ['admin'] };
      await test.ask('PUT', `/api/v1/users/${name}`, { payload });
    }
    await agentAt('decide');
    const [ann, bob] = [await test.visit('ann'), await test.visit('bob')];
    const resumed = await test.app.inject({
      method: 'POST',
      url: `/api/v1/runs/${id}/resume`,
      headers: ann,
      payload: { instruction: 'buy more' },
    });
    expect(resumed.statusCode).toBe(202);
    const approvalId = `${id}.decide`;
    await test.services.approvals.request({
      id: approvalId,
      runId: id,
      nodePath: 'decide',
      workflowId: id,
      title: 'Allow the order?',
      show: {},
      hash: 'abc',
      approvers: ['operator'],
      requestedAt: new Date(),
      expiresAt: new Date(Date.now() + 60_000),
    });
    const approve = (headers: Record<string, string>) =>
      test.app.inject({
        method: 'POST',
        url: `/api/v1/approvals/${approvalId}`,
        headers,
        payload: { decision: 'approve' },
      });
    const refused = await approve(ann);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().detail).toContain(
      'ann cannot approve this after giving an instruction to an agent of this run',
    );
    expect((await approve(bob)).statusCode).toBe(202);
    const { body } = await test.get('/api/v1/access-log?action=run.instructed');
    expect(body.items[0]).toMatchObject({ by: 'ann', target: id, detail: { agents: ['decide'] } });
  });
});

describe('an instruction', () => {
  it('is on the access log before an agent can hear it', async () => {
    await agentAt('decide');
    test.temporal.failure = unreachable;
    expect((await steer('resume', { instruction: 'mind the gap' })).status).toBe(503);
    const { body } = await test.get('/api/v1/access-log?action=run.instructed');
    expect(body.items[0]).toMatchObject({ target: id, detail: { agents: ['decide'] } });
  });
});

describe('POST /api/v1/runs/:id/resume of one agent', () => {
  it('lets those go on that delegated to it, which else would stand still next', async () => {
    await agentAt('research');
    await agentAt('decide');
    await agentAt('decide/turn-1-0-research');
    const nodePath = 'decide/turn-1-0-research';
    const { status, body } = await steer('resume', { nodePath, instruction: 'mind the gap' });
    expect(status).toBe(202);
    expect(body.agents).toEqual([nodePath, 'decide']);
    expect(test.temporal.signals).toMatchObject([
      { workflowId: `${id}/${nodePath}`, argument: { instruction: 'mind the gap' } },
      { workflowId: `${id}/decide`, argument: { by: 'operator' } },
    ]);
    expect(test.temporal.signals[1]?.argument).not.toHaveProperty('instruction');
  });
});

describe('a run with an interrupted agent', () => {
  it('waits, and says who interrupted it and how it goes on', async () => {
    await test.services.runs.interrupt(id, 'research', { by: 'operator', reason: 'wait' });
    await test.services.runs.settleWaiting(id);
    const { body } = await test.get(`/api/v1/runs/${id}`);
    expect(body).toMatchObject({
      status: 'waiting',
      interrupted: [{ nodePath: 'research', by: 'operator', reason: 'wait' }],
      nodes: [
        { id: 'research', status: 'waiting' },
        { id: 'decide', status: 'pending' },
      ],
      notice: `research was interrupted by operator: wait. Resume it with POST /api/v1/runs/${id}/resume.`,
    });
    await test.services.runs.resume(id, 'research');
    await test.services.runs.settleWaiting(id);
    const after = await test.get(`/api/v1/runs/${id}`);
    expect(after.body).toMatchObject({ status: 'in_progress', interrupted: [] });
  });
});
