import { describe, expect, test } from 'vitest';
import { listBuildingBlocks } from '../../../../activities/catalog/pipelines/list-building-blocks.ts';
import { proposePipeline } from '../../../../activities/catalog/pipelines/propose-pipeline.ts';
import { createAuthoring } from '../../../../activities/services/authoring/authoring.ts';
import type { PublishedCatalog } from '../../../../db/repositories/catalog/catalog.ts';
import { toolSpecOf } from '../../../../activities/tool-kit/tool.ts';
import { calculate } from '../../../../activities/catalog/calculate/calculate.ts';
import { builtInAgents } from '../../../../contracts/agents/index.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { pipelineSchema } from '../../../../contracts/pipelines/pipeline.ts';
import { toolOf } from '../../tools/outside.ts';

const sum = { id: 'sum', kind: 'tool', tool: 'calculate', args: { expression: '1 + 1' } };
const stored = pipelineSchema.parse({ name: 'kept', nodes: [sum] });

/** What is there: one tool, the agents that ship, one pipeline. @param isThere whether a worker has started yet. */
function authoring(isThere = true) {
  const published = {
    tools: [toolSpecOf(calculate, {})],
    toolProblems: [],
    agents: builtInAgents,
  } as unknown as PublishedCatalog;
  return createAuthoring({
    catalog: { get: async () => (isThere ? published : undefined) },
    agents: { list: async () => [] },
    pipelines: { list: async () => [{ name: 'kept', document: stored }] as never },
    users: { groups: async () => ['desk'] },
  });
}

describe('propose_pipeline', () => {
  const propose = async (document: JsonObject) =>
    (await toolOf(proposePipeline, { services: { authoring: authoring() } })).run({ document });

  test('says that a document is sound, and gives it back', async () => {
    const document = { name: 'sum', nodes: [sum], edges: [] };
    expect(await propose(document)).toMatchObject({ valid: true, problems: [], document });
  });

  test('gives every problem with its place and a fix', async () => {
    const nodes = [{ ...sum, tool: 'multiply' }];
    const edges = [{ from: 'sum', to: 'nowhere' }];
    const answer = await propose({ name: 'sum', nodes, edges });
    expect(answer).toMatchObject({ valid: false });
    const { problems } = answer as { problems: { path: string; message: string; fix: string }[] };
    expect(problems.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['nodes[0].tool', 'edges[0].to']),
    );
    for (const { message, fix } of problems) expect(`${message} ${fix}`).toMatch(/\w{3}/);
  });

  test('gives no more problems than one can mend, and says how many there are besides', async () => {
    const nodes = Array.from({ length: 20 }, (_, index) => ({
      ...sum,
      id: `n${index}`,
      tool: 'no',
    }));
    expect(await propose({ name: 'many', nodes })).toMatchObject({ valid: false, more: 5 });
  });
});

describe('list_building_blocks', () => {
  const list = async (names: string[] = [], isThere = true) =>
    (await toolOf(listBuildingBlocks, { services: { authoring: authoring(isThere) } })).run({
      names,
    });

  test('lists kinds, tools, agents and pipelines', async () => {
    const answer = JSON.stringify(await list());
    for (const name of ['wait_for_event', 'schedule', 'calculate', 'research', 'kept']) {
      expect(answer).toContain(`"${name}"`);
    }
  });

  test('describes what is named in full, and says what is not there', async () => {
    expect(await list(['approval', 'calculate', 'research', 'kept', 'wish'])).toMatchObject([
      { kind: 'approval', fields: { properties: { show: {} } } },
      { tool: 'calculate', parameters: { properties: { expression: {} } } },
      { agent: 'research', output: 'report' },
      { pipeline: 'kept', inputs: { type: 'object' } },
      { name: 'wish', problem: expect.stringContaining('not found') },
    ]);
  });

  test('fails, to be tried again, while no worker has said what there is', async () => {
    await expect(list([], false)).rejects.toThrow('No worker has said yet');
  });
});
