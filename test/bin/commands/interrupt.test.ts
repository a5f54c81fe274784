import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtInAgents } from '../../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../../contracts/agents/index.ts';
import { openTestServer } from './support.ts';
import type { TestServer } from './support.ts';

let server: TestServer;
let id: string;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  const document = {
    name: 'desk',
    nodes: [{ id: 'look', kind: 'agent', agent: 'research', task: 'Look' }],
  };
  id = (await server.post('/api/v1/runs', { document })).body.id;
  await server.services.runs.start(id);
  const conversation = {
    id: `${id}/look`,
    runId: id,
    nodePath: 'look',
    agent: builtInAgents['research'] as AgentDefinition,
    delegates: {},
    settings: {},
    budgets: [],
  };
  await server.services.conversations.open(conversation, [{ role: 'user', text: 'Look' }]);
  const { workflows } = server.temporal;
  workflows.set(conversation.id, workflows.get(id)!);
});

describe('baton interrupt', () => {
  it('interrupts an agent, with the reason', async () => {
    const { code, output } = await server.baton('interrupt', id, 'look', '-r', 'wait').ended;
    expect(code).toBe(0);
    expect(output).toContain('look pauses after its current turn.');
    expect(output).toContain(`npx baton resume ${id}`);
    expect(server.temporal.signals.at(-1)).toEqual({
      workflowId: `${id}/look`,
      name: 'interruptAgent',
      argument: { by: 'operator', reason: 'wait' },
    });
  });

  it('says which agent was meant', async () => {
    const { code, warnings } = await server.baton('interrupt', id, 'lok').ended;
    expect(code).toBe(1);
    expect(warnings).toContain('Did you mean look?');
  });
});

describe('baton resume', () => {
  it('lets agents continue with an instruction', async () => {
    const { code, output } = await server.baton('resume', id, '-i', 'mind the gap').ended;
    expect(code).toBe(0);
    expect(output).toContain('look resumed');
    expect(server.temporal.signals.at(-1)).toMatchObject({
      name: 'resumeAgent',
      argument: { by: 'operator', instruction: 'mind the gap' },
    });
  });
});

describe('baton show', () => {
  it('says which agent is interrupted, and how to resume it', async () => {
    await server.services.runs.interrupt(id, 'look', { by: 'operator', reason: 'wait' });
    await server.services.runs.settleWaiting(id);
    const { output } = await server.baton('show', id).ended;
    expect(output).toContain('? look was interrupted by operator: wait');
    expect(output).toContain(`npx baton resume ${id} look`);
  });
});
