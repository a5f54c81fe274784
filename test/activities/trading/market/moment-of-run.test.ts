import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtInAgents } from '../../../../contracts/agents/index.ts';
import { pipelineSchema } from '../../../../contracts/pipelines/pipeline.ts';
import type { PipelineDocument } from '../../../../contracts/pipelines/pipeline.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { runRepository } from '../../../../db/repositories/runs/runs.ts';
import { activitiesOver } from '../../support/activities.ts';
import { openInMemory } from '../../../support/databases.ts';

const past = { asOf: '2013-01-03T21:00:00.000Z', reason: 'OLD is a replay' };
const later = { ...past, asOf: '2013-03-01T21:00:00.000Z' };
const research = builtInAgents['research']!;

let database: OpenDatabase;
let baton: ReturnType<typeof activitiesOver>;
/** Where the clock of the replay stands. */
let clock = () => past;
beforeEach(async () => {
  database = await openInMemory();
  clock = () => past;
  baton = activitiesOver(database.db, {
    momentNamed: async (texts) =>
      texts.some((text) => /\bOLD\b/.test(text)) ? clock() : undefined,
  });
});
afterEach(() => database.close());

/** A stored run whose agent has been given its task, and has called a tool. */
async function runOf(given: {
  input?: JsonObject;
  nodes?: PipelineDocument['nodes'];
  child?: PipelineDocument['nodes'];
}) {
  const { input = {}, nodes, child } = given;
  const node = { id: 'n', kind: 'transform', value: 1 } as const;
  const pipelineOf = (name: string, own: PipelineDocument['nodes'] = [node]) =>
    pipelineSchema.parse({
      name,
      description: 'About an instrument such as OLD',
      inputs: { properties: { symbol: { default: 'OLD' } } },
      nodes: own,
    });
  const compiled = {
    hash: 'h',
    pipeline: pipelineOf('test', nodes),
    pipelines: { child: pipelineOf('child', child) },
    agents: {},
  };
  await runRepository(database.db).insert({ id: 'run', compiled, input });
  const at = { runId: 'run', nodePath: 'look', conversationId: 'run/look' };
  const opened = { ...at, agent: research, delegates: {}, budgets: [], task: 'Look' };
  await baton.call('openConversation', opened);
  const [system] = await baton.conversations.ofTurn('run/look', 0);
  const step = { runId: 'run', nodePath: 'look', step: 'a' };
  await baton.call('runTool', { ...step, tool: 'get_news', args: { value: {} } });
  return { system: system!.text, moment: baton.toolRequests[0]!.moment };
}

describe('a run that works on a replay, which', () => {
  test.each([
    ['its input names', { input: { symbol: 'OLD' } }],
    ['its input names inside', { input: { about: [{ text: 'Judge OLD for me' }] } }],
    [
      'the task of a node names',
      { nodes: [{ id: 'a', kind: 'agent', agent: 'research', task: 'Judge OLD' }] },
    ],
    [
      'the arguments of a node in a child pipeline name',
      { child: [{ id: 'a', kind: 'tool', tool: 'get_price', args: { symbol: 'OLD' } }] },
    ],
  ] as [string, Parameters<typeof runOf>[0]][])('%s, is as of then', async (_what, given) => {
    const { system, moment } = await runOf(given);
    expect(moment).toEqual(past);
    expect(system).toContain('For this task it is 2013-01-03: OLD is a replay');
  });
});

test('a run is as of now where only the description or a default of its pipeline names a replay', async () => {
  const { system, moment } = await runOf({ input: { symbol: 'NEW' } });
  expect(moment).toBeUndefined();
  expect(system).not.toContain('For this task it is');
});

const at = { runId: 'run', nodePath: 'look' };
const news = (step: string, args: JsonObject = {}) =>
  baton.call('runTool', { ...at, step, tool: 'get_news', args: { value: args } });
const moments = () => baton.toolRequests.map(({ moment }) => moment);

test('the moment of a run stays while the clock goes on', async () => {
  await runOf({ input: { symbol: 'OLD' } });
  clock = () => later;
  await news('b', { symbol: 'OLD' });
  const conversationId = 'run/again';
  const opened = { ...at, conversationId, agent: research, delegates: {}, budgets: [] };
  await baton.call('openConversation', { ...opened, task: 'Look again' });
  const [system] = await baton.conversations.ofTurn(conversationId, 0);
  expect(moments()).toEqual([past, past]);
  expect(system!.text).toContain('For this task it is 2013-01-03');
});

test('a run whose tool names a replay is as of then from that call on', async () => {
  await runOf({ input: { symbol: 'NEW' } });
  await news('b', { symbol: 'OLD' });
  clock = () => later;
  await news('c', { symbol: 'NEW' });
  expect(moments()).toEqual([undefined, past, past]);
});

test('a sentence that mentions a replay in a call of a tool leaves the run as of now', async () => {
  await runOf({ input: { symbol: 'NEW' } });
  await news('b', { query: 'NEW and OLD move together' });
  expect(moments()).toEqual([undefined, undefined]);
});

test('of parallel calls, all are as of one moment', async () => {
  await runOf({ input: { symbol: 'NEW' } });
  let day = 0;
  clock = () => ({ ...past, asOf: `2013-01-0${(day += 1)}T21:00:00.000Z` });
  await Promise.all(['b', 'c', 'd'].map((step) => news(step, { symbol: 'OLD' })));
  const [, ...named] = moments();
  expect(named).toHaveLength(3);
  expect(named[0]).toMatchObject({ reason: past.reason });
  expect(new Set(named.map((moment) => moment?.asOf)).size).toBe(1);
});
