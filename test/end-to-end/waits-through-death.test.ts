import { describe, expect, it } from 'vitest';
import { runOf, startBaton, untilStatus } from './support/baton.ts';
import { openaiServer } from './support/model-server.ts';
import type { Asked } from './support/model-server.ts';

describe('a run that waits in several ways at once', { timeout: 240_000 }, () => {
  it('survives the death of every process: each wait ends once, and no answer is asked for again', async () => {
    let hold = true;
    const question = ({ messages }: Asked) => String(messages.at(-1)?.content);
    const { url, asked } = await openaiServer((given) =>
      hold && question(given) === 'Say two' ? new Promise(() => undefined) : { text: 'said' },
    );
    const baton = await startBaton({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url });
    const inside = {
      name: 'says-two',
      nodes: [{ id: 'two', kind: 'model', prompt: 'Say two' }],
      output: '{{ nodes.two.output.text }}',
    };
    expect((await baton.request('POST', '/api/v1/pipelines', inside)).status).toBe(201);
    const parts = ['one', 'part', 'pause', 'ask'];
    const document = {
      name: 'waits-in-many-ways',
      nodes: [
        { id: 'one', kind: 'model', prompt: 'Say one' },
        { id: 'part', kind: 'pipeline', pipeline: 'says-two' },
        { id: 'pause', kind: 'wait', for: '30s' },
        { id: 'ask', kind: 'approval', show: 'Go on?', approvers: ['operator'] },
        { id: 'both', kind: 'join' },
        { id: 'good', kind: 'condition', when: "nodes.part.output == 'said'" },
        { id: 'note', kind: 'transform', value: '{{ nodes.pause.output.until }}' },
      ],
      edges: [
        ...parts.map((from) => ({ from, to: 'both' })),
        { from: 'both', to: 'good' },
        { from: 'good', port: 'yes', to: 'note' },
      ],
      output: '{{ nodes.?note.?output.orValue(null) }}',
    };
    const started = await baton.request('POST', '/api/v1/runs', { document, input: {} });
    expect([201, 202]).toContain(started.status);
    const { id } = started.body;
    const statuses = async (): Promise<string[]> => {
      const { nodes } = await runOf(baton, id);
      return parts.map((part) => nodes.find((node: { id: string }) => node.id === part).status);
    };
    await expect
      .poll(statuses, { timeout: 60_000, interval: 50 })
      .toEqual(['completed', 'running', 'running', 'waiting']);
    await expect.poll(() => asked.length, { timeout: 60_000 }).toBe(2);
    await baton.kill();
    hold = false;
    await baton.restart();
    const approved = await baton.request('POST', `/api/v1/approvals/${id}.ask`, {
      decision: 'approve',
    });
    expect(approved.status).toBe(200);
    await untilStatus(baton, id, 'completed');
    const { nodes, output } = await runOf(baton, id);
    const { startedAt } = nodes.find((node: { id: string }) => node.id === 'pause');
    // It ends when it was to end, not as long after the restart.
    expect(Date.parse(output) - Date.parse(startedAt)).toBeGreaterThanOrEqual(30_000);
    expect(Date.parse(output) - Date.parse(startedAt)).toBeLessThan(31_000);
    // The first two begin at once, in either order.
    expect(asked.map(question).toSorted()).toEqual(['Say one', 'Say two', 'Say two']);
  });
});
