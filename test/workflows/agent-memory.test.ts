import { WorkflowFailedError } from '@temporalio/client';
import { afterEach, describe, expect, it } from 'vitest';
import { builtInAgents } from '../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import { permanent } from './support/fake-activities.ts';
import type { Scripts } from './support/fake-activities.ts';
import { startHarness } from './support/harness.ts';
import { asks, delivers } from './support/model-answers.ts';

let harness: Awaited<ReturnType<typeof startHarness>>;
afterEach(() => harness.stop());

const research = builtInAgents['research']!;

const lookTwice: Scripts['model'] = ({ turn }) => (turn === 1 ? asks('get_price') : delivers('up'));

/** Starts an agent with a memory as given. */
async function look(scripts: Scripts, memory: Partial<AgentDefinition['memory']> = {}) {
  harness = await startHarness({ model: lookTwice, ...scripts });
  const agent = { ...research, memory: { ...research.memory, ...memory } };
  return harness.start(
    {
      nodes: [{ id: 'look', kind: 'agent', agent: 'research', task: 'Look' }],
      output: '{{ nodes.look.output }}',
    },
    { agents: { research: agent } },
  );
}

describe("an agent's memory", () => {
  it('is asked before the first turn, and told each finished step', async () => {
    let askedBefore = true;
    const run = await look({
      recall: () => (askedBefore &&= harness.recorded.models.length === 0),
    });
    expect(await run.result()).toBe('up');
    expect(askedBefore).toBe(true);
    expect(harness.recorded.recalled).toMatchObject([{ nodePath: 'look', step: 'memory' }]);
    expect(harness.recorded.remembered).toMatchObject([
      { step: 'turn-1.memory', turn: 1, of: 'observations' },
      { step: 'turn-2.memory-result', turn: 2, of: 'result' },
    ]);
  });

  it('does not hold up the next turn, and is waited for at the end', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let stored = 0;
    const run = await look({
      async remember() {
        await released;
        stored += 1;
      },
    });
    await expect.poll(() => harness.recorded.models.length, { timeout: 10_000 }).toBe(2);
    expect(stored).toBe(0);
    release();
    await run.result();
    expect(stored).toBe(2);
  });

  it('fails no agent that can do without', async () => {
    const down = () => {
      throw permanent('MemoryUnavailable', 'Qdrant at qdrant:6333 does not respond.');
    };
    const run = await look({ recall: down, remember: down });
    expect(await run.result()).toBe('up');
    // The activities have said it themselves.
    expect(harness.recorded.unremembered).toEqual([]);
  });

  it('that could not even say why it failed is on record all the same', async () => {
    const broken = () => {
      throw permanent('RecordsUnavailable', 'the database went');
    };
    const run = await look({ recall: broken, remember: broken });
    expect(await run.result()).toBe('up');
    const error = { type: 'RecordsUnavailable', message: 'the database went' };
    expect(harness.recorded.unremembered).toMatchObject([
      { step: 'memory', label: 'memory · recall', error },
      { step: 'turn-1.memory', label: 'memory · turn 1', error },
      { step: 'turn-2.memory-result', label: 'memory · turn 2', error },
    ]);
  });

  it('stops an agent that cannot, and says why', async () => {
    const run = await look(
      {
        recall() {
          throw permanent('MemoryUnavailable', 'Qdrant at qdrant:6333 does not respond.');
        },
      },
      { required: true },
    );
    const error = await run.result().catch((failed: unknown) => failed);
    expect(error).toBeInstanceOf(WorkflowFailedError);
    expect(harness.recorded.finished?.error).toMatchObject({
      type: 'MemoryUnavailable',
      message: expect.stringMatching(/research requires its memory.*qdrant:6333/),
    });
    expect(harness.recorded.models).toEqual([]);
  });

  it('is left alone where it is off', async () => {
    const run = await look({}, { enabled: false });
    await run.result();
    expect(harness.recorded).toMatchObject({ recalled: [], remembered: [] });
  });
});
