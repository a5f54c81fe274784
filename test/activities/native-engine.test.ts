import { MockActivityEnvironment } from '@temporalio/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AllModelsFailed } from '../../activities/models/router.ts';
import type { RouteOptions } from '../../activities/models/router.ts';
import { builtInAgents } from '../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { databases } from '../support/databases.ts';
import { activitiesOver, storedRun } from './support/activities.ts';

const conversationId = 'run_1/look';
const place = { runId: 'run_1', nodePath: 'look', conversationId };
const turn = (number: number) => ({
  ...place,
  step: `turn-${number}`,
  turn: number,
  toolChoice: 'auto' as const,
});
const agent: AgentDefinition = {
  ...(builtInAgents['research'] as AgentDefinition),
  engine: 'openai-responses',
  models: ['anthropic:a', 'openai:b', 'openai:c'],
};

const failed = (code: string, retryable = false) =>
  new AllModelsFailed('No model answered.', {
    attempts: [
      { model: 'openai:b', status: 'failed', error: { code, message: 'no' }, durationMs: 1 },
    ],
    retryable,
  });

describe.each(databases)('an agent whose conversation OpenAI keeps, on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await open();
    await storedRun(database.db);
  });
  afterEach(() => database.close());

  type Model = NonNullable<NonNullable<Parameters<typeof activitiesOver>[1]>['model']>;

  async function opened(model: Model, ofAgent = agent) {
    const activities = activitiesOver(database.db, { model });
    await activities.call('openConversation', {
      ...place,
      agent: ofAgent,
      task: 'Look at SPX',
      delegates: {},
      budgets: [],
    });
    return activities;
  }

  const storedOf = (asked: { 2: RouteOptions }[], index: number) => asked[index]?.[2].stored;

  it('sends what is new, after the response before, to models of OpenAI alone', async () => {
    const call = { id: 'x', name: 'get_price', args: { symbol: 'SPX' } };
    const activities = await opened((_chain, { messages }) =>
      messages.length > 1 && messages.at(-1)?.role === 'user'
        ? { toolCalls: [call], responseId: 'resp_1', model: 'openai:b' }
        : { text: 'up', responseId: 'resp_2', model: 'openai:b' },
    );
    await activities.call('callModel', turn(1));
    await activities.call('runTool', {
      ...place,
      step: 'turn-1.call-0',
      tool: 'get_price',
      args: { conversationId, turn: 1, call: 0 },
    });
    await activities.call('callModel', turn(2));
    const [first, second] = activities.asked;
    expect(first?.[0]).toEqual(['openai:b', 'openai:c']);
    expect(first?.[1].messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(first?.[2].stored?.previousResponseId).toBeUndefined();
    expect(second?.[1].messages.map(({ role }) => role)).toEqual(['system', 'tool']);
    expect(second?.[2].stored?.previousResponseId).toBe('resp_1');
  });

  it('that plans is asked for a plan first, and sends its marks with what is new', async () => {
    const steps = [{ text: 'Read' }, { text: 'Write' }];
    const activities = await opened(
      () => ({
        toolCalls: [{ id: 'x', name: 'set_plan', args: { steps } }],
        responseId: 'resp_1',
        model: 'openai:b',
      }),
      { ...agent, planning: 'model' },
    );
    const answer = await activities.call('callModel', { ...turn(1), toolChoice: 'plan' });
    expect(answer).toMatchObject({ calls: [], plan: { done: 0, steps: 2 } });
    await activities.call('callModel', turn(2));
    const [first, second] = activities.asked;
    expect(first?.[1].toolChoice).toBe('required');
    expect(second?.[1].toolChoice).toBe('auto');
    expect(second?.[1].messages.at(-1)).toMatchObject({
      role: 'tool',
      name: 'set_plan',
      text: 'Your plan now:\n[ ] 1 Read\n[ ] 2 Write',
    });
  });

  it('waits for the response that a try before a crash had begun', async () => {
    const activities = await opened(async (_chain, _request, { stored }) => {
      if (stored?.resumeResponseId !== undefined) {
        return { text: 'up', responseId: stored.resumeResponseId };
      }
      await stored?.onBegun('resp_1', 'openai:b');
      return new Error('the process died');
    });
    await expect(activities.call('callModel', turn(1))).rejects.toThrow('the process died');
    const again = new MockActivityEnvironment({ attempt: 2, startToCloseTimeoutMs: 60_000 });
    expect(await activities.call('callModel', turn(1), again)).toMatchObject({
      output: { report: 'up' },
    });
    expect(storedOf(activities.asked, 1)?.resumeResponseId).toBe('resp_1');
  });

  it('sends the whole conversation when the provider no longer has it', async () => {
    let gone = false;
    const activities = await opened((_chain, _request, { stored }) => {
      if (gone && stored?.previousResponseId) return failed('previous_response_not_found');
      return { text: gone ? 'up' : ' ', responseId: gone ? 'resp_2' : 'resp_1' };
    });
    await activities.call('callModel', turn(1));
    gone = true;
    await activities.call('callModel', turn(2));
    expect(activities.asked).toHaveLength(3);
    expect(activities.asked[2]?.[1].messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
    ]);
    expect(storedOf(activities.asked, 2)?.previousResponseId).toBeUndefined();
  });

  it('comes back later for an answer that takes longer than a try may', async () => {
    const activities = await opened(async (_chain, _request, { stored }) => {
      await stored?.onBegun('resp_1', 'openai:b');
      return failed('TIMEOUT', true);
    });
    expect(await activities.call('callModel', turn(1))).toMatchObject({
      status: 'waiting',
      reason: 'The answer is still being written.',
    });
    await activities.call('callModel', turn(1));
    expect(storedOf(activities.asked, 1)?.resumeResponseId).toBe('resp_1');
  });

  it('lets the response continue when the worker stops, and not when the run is cancelled', async () => {
    const environment = new MockActivityEnvironment({ attempt: 1, startToCloseTimeoutMs: 60_000 });
    const kept: (boolean | undefined)[] = [];
    const activities = await opened((_chain, _request, { stored }) => {
      kept.push(stored?.keepOnAbort?.());
      environment.cancel('CANCELLED');
      kept.push(stored?.keepOnAbort?.());
      return new Error('aborted');
    });
    await expect(activities.call('callModel', turn(1), environment)).rejects.toThrow();
    expect(kept).toEqual([true, false]);
  });

  it('cannot start without a model of OpenAI', async () => {
    const { call } = activitiesOver(database.db);
    const elsewhere = { ...agent, models: ['anthropic:a'] };
    const opening = { ...place, agent: elsewhere, task: 'Look', delegates: {}, budgets: [] };
    await expect(call('openConversation', opening)).rejects.toMatchObject({
      type: 'DependencyMissing',
      message: expect.stringContaining(
        'set OPENAI_API_KEY and name a model such as openai:gpt-5.2',
      ),
    });
  });
});
