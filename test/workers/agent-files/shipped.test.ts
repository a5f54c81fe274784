import { expect, it } from 'vitest';
import { plannersIn } from '../../../activities/planning/planners.ts';
import { allTools } from '../../../workers/compose/all-tools.ts';
import { readAgentFolder } from '../../../workers/agent-files/read-agent-folder.ts';

const shipped = await allTools();

it('the agents and planners that come with Baton have no mistakes', async () => {
  const planners = await plannersIn('extensions/agents').check();
  const { files, problems } = await readAgentFolder('extensions/agents', {
    tools: shipped.map(({ name }) => name),
    providers: [],
    planners: planners.names,
    storedAgents: [],
  });
  expect([...planners.problems, ...problems]).toEqual([]);
  expect(Object.keys(files)).toContain('crypto_watcher');
  expect(planners.names).toContain('quiet_or_not');
});
