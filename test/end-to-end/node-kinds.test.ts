import { describe, expect, it } from 'vitest';
import { runOf, startBaton, untilStatus } from './support/baton.ts';
import type { Baton } from './support/baton.ts';
import { openaiServer } from './support/model-server.ts';
import type { Asked } from './support/model-server.ts';

const silentOllama = { OLLAMA_HOST: 'http://127.0.0.1:9' };

async function start(baton: Baton, body: object): Promise<string> {
  const answer = await baton.request('POST', '/api/v1/runs', body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
}

/** Tells of an event until a node waits for it: one that nothing waits for is kept nowhere. */
async function tell(baton: Baton, event: object): Promise<string[]> {
  let received: string[] = [];
  await expect
    .poll(
      async () => {
        received = (await baton.request('POST', '/api/v1/events', event)).body.received;
        return received.length;
      },
      { timeout: 30_000, interval: 100 },
    )
    .toBe(1);
  return received;
}

describe('the pipelines with a loop that come with Baton', { timeout: 180_000 }, () => {
  it('run to their end without a key or a network, and say why their loops ended', async () => {
    const baton = await startBaton(silentOllama);
    const debate = await start(baton, { pipeline: 'bull-and-bear', input: { symbol: 'SPX' } });
    const text = await start(baton, { pipeline: 'write-and-review', input: {} });
    await untilStatus(baton, text, 'completed');
    expect((await runOf(baton, text)).output).toMatchObject({
      text: expect.stringContaining('Demo model, no LLM'),
      approved: false,
      ended: 'rounds',
      rounds: 4,
    });
    await untilStatus(baton, debate, 'completed');
    const { output, nodes, startedAt, endedAt } = await runOf(baton, debate);
    // Run and nodes go by one clock: none begins before its run, or ends after it.
    const times = nodes.flatMap((node: { startedAt: string | null; endedAt: string | null }) =>
      [node.startedAt, node.endedAt].filter((at) => at !== null),
    );
    expect([startedAt, ...times, endedAt].toSorted()).toMatchObject({ 0: startedAt });
    expect([...times, endedAt].toSorted().at(-1)).toBe(endedAt);
    const { ended, rounds, last } = output.debate;
    expect(['condition', 'rounds']).toContain(ended);
    expect(last.said).toHaveLength(rounds);
    expect(output.decision).toMatchObject({ action: expect.stringMatching(/buy|sell|hold/) });
    const way = ended === 'condition' ? ['completed', 'skipped'] : ['skipped', 'completed'];
    const statuses = ['won', 'undecided'].map(
      (id) => nodes.find((node: { id: string }) => node.id === id).status,
    );
    expect(statuses).toEqual(way);
  });
});

describe('a loop', { timeout: 180_000 }, () => {
  it('survives the death of every process within a round: only the question without an answer is asked again', async () => {
    let hold = true;
    const question = ({ messages }: Asked) => String(messages.at(-1)?.content);
    const { url, asked } = await openaiServer((given) =>
      hold && question(given).includes('after 1')
        ? new Promise(() => undefined)
        : { text: String(Number(/after (\d)/.exec(question(given))?.[1]) + 1) },
    );
    const baton = await startBaton({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url });
    const round = {
      name: 'count-on',
      inputs: { type: 'object', properties: { n: { type: 'string', default: '0' } } },
      nodes: [{ id: 'say', kind: 'model', prompt: 'Say what comes after {{ inputs.n }}' }],
      output: { n: '{{ nodes.say.output.text }}' },
    };
    expect((await baton.request('POST', '/api/v1/pipelines', round)).status).toBe(201);
    const inputs = { n: "{{ round.?last.?n.orValue('0') }}" };
    const until = 'round.last.n == "3"';
    const loop = { id: 'count', kind: 'loop', pipeline: 'count-on', inputs, until };
    const id = await start(baton, { document: { name: 'counts', nodes: [loop] }, input: {} });
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(2);
    await baton.kill();
    hold = false;
    await baton.restart();
    await untilStatus(baton, id, 'completed');
    expect((await runOf(baton, id)).output).toEqual({
      count: { ended: 'condition', rounds: 3, last: { n: '3' } },
    });
    const asks = asked.map((one) => /after \d/.exec(question(one))?.[0]);
    expect(asks).toEqual(['after 0', 'after 1', 'after 1', 'after 2']);
  });
});

describe('a map and the switch after it', { timeout: 180_000 }, () => {
  it('survive the death of every process within an item: no item that is done is done again', async () => {
    let hold = true;
    const question = ({ messages }: Asked) => String(messages.at(-1)?.content);
    const { url, asked } = await openaiServer((given) =>
      hold && question(given).includes('ticket 2')
        ? new Promise(() => undefined)
        : { text: question(given).includes('ticket 3') ? 'urgent' : 'later' },
    );
    const baton = await startBaton({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url });
    const judge = {
      name: 'judge-ticket',
      inputs: { type: 'object', required: ['ticket'], properties: { ticket: { type: 'string' } } },
      nodes: [{ id: 'say', kind: 'model', prompt: 'How urgent is {{ inputs.ticket }}?' }],
      output: '{{ nodes.say.output.text }}',
    };
    expect((await baton.request('POST', '/api/v1/pipelines', judge)).status).toBe(201);
    const document = {
      name: 'judge-tickets',
      nodes: [
        {
          id: 'each',
          kind: 'map',
          pipeline: 'judge-ticket',
          items: [1, 2, 3].map((number) => ({ ticket: `ticket ${number}` })),
          concurrency: 1,
        },
        {
          id: 'way',
          kind: 'switch',
          cases: [{ port: 'urgent', when: "nodes.each.output.exists(one, one == 'urgent')" }],
        },
        { id: 'call', kind: 'transform', value: 'called somebody' },
        { id: 'note', kind: 'transform', value: 'wrote a note' },
      ],
      edges: [
        { from: 'each', to: 'way' },
        { from: 'way', port: 'urgent', to: 'call' },
        { from: 'way', port: 'default', to: 'note' },
      ],
      output: {
        answers: '{{ nodes.each.output }}',
        done: '{{ nodes.?call.?output.orValue(null) }}',
      },
    };
    const id = await start(baton, { document, input: {} });
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(2);
    await baton.kill();
    hold = false;
    await baton.restart();
    await untilStatus(baton, id, 'completed');
    expect((await runOf(baton, id)).output).toEqual({
      answers: ['later', 'later', 'urgent'],
      done: 'called somebody',
    });
    const asks = asked.map((one) => /ticket \d/.exec(question(one))?.[0]);
    expect(asks).toEqual(['ticket 1', 'ticket 2', 'ticket 2', 'ticket 3']);
  });
});

describe('a node that waits for an event', { timeout: 240_000 }, () => {
  it('gets it once, even if everything dies while it waits and after the event was sent', async () => {
    const baton = await startBaton(silentOllama);
    const waits = (id: string) => ({ id, kind: 'wait_for_event', event: 'order.paid' });
    const document = {
      name: 'waits',
      nodes: [waits('first'), waits('second')],
      edges: [{ from: 'first', to: 'second' }],
      output: ['first', 'second'].map(
        (node) => `{{ nodes.?${node}.?output.?data.?amount.orValue(null) }}`,
      ),
    };
    const id = await start(baton, { document, input: {} });
    const [one, two] = [
      { name: 'order.paid', id: 'payment 1', data: { amount: 1 } },
      { name: 'order.paid', id: 'payment 2', data: { amount: 2 } },
    ];
    const ship = await start(baton, { pipeline: 'ship-when-paid', input: { order: 'B-7' } });
    await baton.kill();
    await baton.restart();
    expect(await tell(baton, { ...one, data: { ...one.data, order: 'A-1' } })).toEqual([
      `${id}/first`,
    ]);
    await baton.kill();
    await baton.restart();
    expect(await tell(baton, one)).toEqual([`${id}/first`]);
    await expect
      .poll(async () => (await runOf(baton, id)).nodes[1].status, { timeout: 60_000 })
      .toBe('waiting');
    expect(await tell(baton, one)).toEqual([`${id}/first`]);
    expect(await tell(baton, two)).toEqual([`${id}/second`]);
    await untilStatus(baton, id, 'completed');
    expect((await runOf(baton, id)).output).toEqual([1, 2]);
    expect((await runOf(baton, ship)).status).toBe('waiting');
    await tell(baton, { name: 'order.paid', data: { order: 'B-7', amount: 9 } });
    await untilStatus(baton, ship, 'completed');
    expect((await runOf(baton, ship)).output).toEqual({
      ship: 'Order B-7 is paid (9): ship it.',
    });
  });
});
