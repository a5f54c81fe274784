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
const research = builtInAgents['research']!;

let database: OpenDatabase;
let baton: ReturnType<typeof activitiesOver>;
beforeEach(async () => {
  database = await openInMemory();
  baton = activitiesOver(database.db, {
    momentNamed: async (texts) => (texts.some((text) => /\bOLD\b/.test(text)) ? past : undefined),
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
