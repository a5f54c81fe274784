import { expect, it } from 'vitest';
import { agentNamed, says, scriptedAgents } from './support/scripted-agents.ts';

it.each([
  ['NUL', String.raw`{{ "a\u0000b" }}`],
  ['half of a surrogate pair', '{{ inputs.half }}'],
])(
  'a task whose expressions give %s is stored without, runs and ends',
  async (_what, task) => {
    const agents = await scriptedAgents({
      agents: [agentNamed('surfer')],
      scripts: { surfer: () => says('up') },
    });
    const run = await agents.start({ task, input: { half: 'a\ud83db' } });
    expect(await run.result()).toEqual({ report: 'up' });
    const [, first] = await agents.conversations.ofTurn(`${run.workflowId}/look`, 0);
    expect(first).toMatchObject({ role: 'user', text: 'a\ufffdb' });
  },
  60_000,
);
