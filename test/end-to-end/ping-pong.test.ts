import { expect, onTestFinished, test } from 'vitest';
import { startGateway } from '../api/gateway/support/gateway.ts';
import { openaiServer } from './support/model-server.ts';
import type { Asked, Scripted } from './support/model-server.ts';

/** Each agent gives its task to the other at once, and reports, word for word, what it is told then. */
function passesOn({ messages, tools }: Asked): Scripted {
  const told = messages.findLast(({ role }) => role === 'tool');
  if (told) return { text: `I was told: ${String(told.content)}` };
  const [delegate = ''] = tools.filter((name) => name.startsWith('delegate_to_'));
  const asked = messages.findLast(({ role }) => role === 'user');
  return { calls: [{ name: delegate, args: { task: `Please: ${String(asked?.content)}` } }] };
}

const agent = (name: string, delegates: string[]) => ({
  name,
  role: name,
  instructions: `You are ${name}.`,
  delegates,
  limits: { turns: 5, time: '1m' },
  memory: { enabled: false },
});

test(
  'a task that two agents give back and forth ends by the guard within its limits, and its answer says so',
  { timeout: 90_000 },
  async () => {
    const { url, asked } = await openaiServer(passesOn);
    const baton = await startGateway({
      environment: {
        BATON_MODELS: 'openai:gpt-4o',
        OPENAI_API_KEY: 'a-key-for-tests',
        OPENAI_BASE_URL: url,
      },
      queues: ['workflows', 'models', 'tools'],
    });
    onTestFinished(() => baton.stop());
    // Neither can name the other before it is there.
    for (const [name, delegates] of [
      ['ping', []],
      ['pong', ['ping']],
    ] as const) {
      const made = await baton.request('POST', '/api/v1/agents', agent(name, [...delegates]));
      expect(made.status).toBe(201);
    }
    const changed = await baton.request('PUT', '/api/v1/agents/ping', agent('ping', ['pong']), {
      'if-match': '*',
    });
    expect(changed.body).toMatchObject({ delegates: ['pong'], ready: true });

    const task = { agent: 'ping', task: 'Look at SPX' };
    const { status, body } = await baton.request('POST', '/api/v1/tasks', task);
    expect(status).toBe(202);
    await baton.client.workflow.getHandle(body.id).result();
    const over = (await baton.request('GET', `/api/v1/tasks/${body.id}`)).body;
    expect(over.status).toBe('completed');
    expect(over.output.report).toContain('DelegationCycle');
    expect(over.output.report).toContain(
      'ping is waiting for this answer itself (ping → pong → ping)',
    );
    expect(asked).toHaveLength(4);
    const { items } = (await baton.request('GET', `/api/v1/runs/${body.id}/steps`)).body;
    expect(items.filter((step: { status: string }) => step.status === 'failed')).toMatchObject([
      {
        kind: 'tool',
        nodePath: 'task/turn-1-0-pong',
        label: 'delegate to ping',
        error: { type: 'DelegationCycle' },
      },
    ]);
  },
);
