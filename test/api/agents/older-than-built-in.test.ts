import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentSchema, builtInAgents } from '../../../contracts/agents/index.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

it('an agent of a user stays theirs when an update brings a built-in one of its name', async () => {
  const name = 'pipeline-author';
  const { instructions: shipped } = builtInAgents[name]!;
  const instructions = 'Write about our pipelines.';
  const definition = agentSchema.parse({ name, role: 'Writer', instructions, planning: 'none' });
  // As an earlier version stored it, which had no built-in agent of that name.
  await test.services.agents.put({ definition, hash: 'h', by: 'ann' }, null);
  const path = `/api/v1/agents/${name}`;
  expect((await test.get(path)).body).toMatchObject({ instructions, source: 'api' });
  const document = {
    name: 'writes',
    nodes: [{ id: 'write', kind: 'agent', agent: name, task: 'Write' }],
  };
  const { body: run } = await test.post('/api/v1/runs', { document, input: {} });
  expect((await test.services.runs.get(run.id))?.compiled.agents[name]).toMatchObject({
    instructions,
  });
  expect((await test.ask('DELETE', path, { headers: { 'if-match': '*' } })).status).toBe(204);
  expect((await test.get(path)).body).toMatchObject({ instructions: shipped, source: 'built-in' });
  const again = await test.ask('PUT', path, { payload: definition });
  expect(again.status).toBe(409);
});
