import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestBaton } from '../../../bin/testing/index.ts';
import type { Answer, TestBaton } from '../../../bin/testing/index.ts';
import { RunEnded } from '../../../code/client/index.ts';
import { defineAgent, definePipeline } from '../../../code/index.ts';

const writer = defineAgent({
  name: 'writer',
  role: 'Writer',
  instructions: 'You calculate, then write.',
  tools: ['calculate'],
});
const slow = definePipeline({
  name: 'slow',
  nodes: [{ id: 'pause', kind: 'wait', for: '2d' }],
});
const write = definePipeline({
  name: 'write',
  nodes: [{ id: 'text', kind: 'agent', agent: writer.name, task: 'Write.' }],
});

let baton: TestBaton;
/** What the model answers, and then fails. */
let answers: Answer[] = [];
beforeAll(async () => {
  baton = await openTestBaton({
    agents: [writer],
    pipelines: [slow],
    model() {
      const answer = answers.shift();
      if (answer === undefined) throw new Error('no more answers');
      return answer;
    },
  });
}, 150_000);
afterAll(() => baton.close(), 60_000);

describe('the test kit', { timeout: 90_000 }, () => {
  it('plays the model by a script, and tells which tools were called', async () => {
    answers = [{ calls: [{ tool: 'calculate', args: { expression: '6 * 7' } }] }, 'It is 42.'];
    const run = await baton.start(write);
    expect(await run.result()).toEqual({ text: { report: 'It is 42.' } });
    expect((await baton.outcomeOf(run)).tools).toMatchObject([
      { tool: 'calculate', args: { expression: '6 * 7' }, status: 'completed' },
    ]);
    expect(baton.asked.at(-1)).toMatchObject({
      system: expect.stringContaining('You calculate, then write.'),
      results: [expect.stringContaining('42')],
    });
  });

  it('fails a run whose script fails, and says so', async () => {
    answers = [];
    const run = await baton.start(write);
    const error: unknown = await run.result().catch((failed: unknown) => failed);
    expect(error).toBeInstanceOf(RunEnded);
    expect((error as RunEnded).message).toContain(
      'The script of the test has failed: no more answers',
    );
  });

  it('lets time jump, for what a run waits for and for its children, to the moment and no further', async () => {
    const parent = definePipeline({
      name: 'parent',
      nodes: [
        { id: 'child', kind: 'pipeline', pipeline: 'slow' },
        { id: 'own', kind: 'wait', for: '2d' },
      ],
    });
    const run = await baton.start(parent);
    const running = async () => (await baton.outcomeOf(run)).nodes;
    await expect.poll(running).toMatchObject({ child: 'running', own: 'running' });
    const children = async () => (await run.get()).nodes.map(({ startedAt }) => startedAt);
    await expect.poll(children).not.toContain(null);
    await baton.skipTime(run, '1d');
    expect(await running()).toMatchObject({ child: 'running', own: 'running' });
    await baton.skipTime(run, '25h');
    expect(await run.result()).toMatchObject({ child: {}, own: {} });
  });
});
