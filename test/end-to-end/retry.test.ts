import { describe, expect, it, onTestFinished } from 'vitest';
import { startGateway } from '../api/gateway/support/gateway.ts';
import type { Gateway } from '../api/gateway/support/gateway.ts';
import { openaiServer, resultsIn } from './support/model-server.ts';
import type { Asked, Scripted } from './support/model-server.ts';

async function openGateway(script: (asked: Asked) => Scripted, environment = {}) {
  const { url, asked } = await openaiServer(script);
  const baton = await startGateway({
    environment: {
      BATON_MODELS: 'openai:gpt-4o',
      OPENAI_API_KEY: 'a-key-for-tests',
      OPENAI_BASE_URL: url,
      ...environment,
    },
    queues: ['workflows', 'models', 'tools', 'memory'],
  });
  onTestFinished(() => baton.stop());
  return { baton, asked };
}

async function end(baton: Gateway, id: string) {
  await baton.client.workflow
    .getHandle(id)
    .result()
    .catch(() => undefined);
  return (await baton.request('GET', `/api/v1/runs/${id}`)).body;
}

const stepsOf = async (baton: Gateway, id: string) =>
  (await baton.request('GET', `/api/v1/runs/${id}/steps`)).body.items as {
    nodePath: string;
    step: string;
    status: string;
    output: { waiting?: string };
  }[];

const agent = (name: string, rest: object = {}) => ({
  name,
  role: name,
  instructions: `You are ${name}.`,
  tools: ['get_price'],
  memory: { enabled: false },
  ...rest,
});

async function publish(baton: Gateway, ...agents: object[]) {
  for (const one of agents) {
    expect((await baton.request('POST', '/api/v1/agents', one)).status).toBe(201);
  }
}

async function start(baton: Gateway, document: object, input = {}) {
  const { status, body } = await baton.request('POST', '/api/v1/runs', { document, input });
  expect(body.detail).toBeUndefined();
  expect(status).toBe(201);
  return body.id as string;
}

const isOf = ({ messages }: Asked, name: string) =>
  String(messages[0]?.content).startsWith(`You are ${name}.`);

describe('retrying a run whose agent failed at its third turn', { timeout: 90_000 }, () => {
  const document = {
    name: 'read-and-write',
    nodes: [
      { id: 'read', kind: 'agent', agent: 'reader', task: 'Read' },
      {
        id: 'write',
        kind: 'agent',
        agent: 'writer',
        task: 'Write: {{ nodes.read.output.report }}',
      },
    ],
    edges: [{ from: 'read', to: 'write' }],
    output: '{{ nodes.write.output.report }}',
  };

  it('keeps what completed, and asks a model for that turn alone', async () => {
    let isDown = true;
    const { baton, asked } = await openGateway((question) => {
      if (isOf(question, 'reader')) return { text: 'All is calm.' };
      const { length } = resultsIn(question);
      if (length < 2) return { calls: [{ name: 'get_price', args: { symbol: 'SPX' } }] };
      return isDown
        ? { status: 400, message: 'down' }
        : { text: `Written after ${length} prices.` };
    });
    await publish(baton, agent('reader'), agent('writer'));
    const first = await end(baton, await start(baton, document));
    expect(first).toMatchObject({ status: 'failed', error: { node: 'write' } });
    isDown = false;
    const before = asked.length;

    const retry = (body: object) => baton.request('POST', `/api/v1/runs/${first.id}/retry`, body);
    const dry = await retry({ dryRun: true });
    expect(dry.status).toBe(200);
    expect(dry.body).toMatchObject({
      run: first.id,
      nodes: [
        { id: 'read', action: 'kept', keptFrom: first.id },
        { id: 'write', action: 'continues', keptFrom: null },
      ],
      // The reader's turn, two turns of the writer, and its two calls.
      saved: { steps: 5, inputTokens: 30, outputTokens: 15 },
      effects: [],
    });
    expect(asked.length).toBe(before);

    const started = await retry({});
    expect(started.status).toBe(201);
    const again = await end(baton, started.body.id);
    expect(again).toMatchObject({
      status: 'completed',
      output: 'Written after 2 prices.',
      retryOf: first.id,
      nodes: [
        { id: 'read', keptFrom: first.id },
        { id: 'write', status: 'completed' },
      ],
    });
    expect(asked.length).toBe(before + 1);
    expect((await stepsOf(baton, again.id)).map(({ step }) => step)).toEqual(['turn-3']);
    const { retriedAs } = (await baton.request('GET', `/api/v1/runs/${first.id}`)).body;
    expect(retriedAs).toEqual([again.id]);
  });

  it('runs a completed node again when it is named, and uses an output that is given', async () => {
    const { baton, asked } = await openGateway((question) =>
      isOf(question, 'reader')
        ? { text: 'All is calm.' }
        : { text: `From ${String(question.messages.at(-1)?.content)}` },
    );
    await publish(baton, agent('reader'), agent('writer'));
    const first = await end(baton, await start(baton, document));
    const retry = async (body: object) => {
      const path = `/api/v1/runs/${first.id}/retry`;
      const answer = await baton.request('POST', path, { ...body, again: true });
      return answer.status === 201 ? end(baton, answer.body.id) : answer;
    };
    expect(await retry({})).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('`from`') },
    });
    const before = asked.length;
    expect(await retry({ from: 'write' })).toMatchObject({ status: 'completed' });
    expect(asked.length).toBe(before + 1);
    const pinned = await retry({ outputs: { read: { report: 'a given report' } } });
    expect(pinned.output).toContain('a given report');
    expect(pinned.nodes[0]).toMatchObject({ id: 'read', pinned: true });
    expect(asked.length).toBe(before + 2);
    expect(await retry({ from: 'wrote' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'from', fix: 'did you mean write?' }] },
    });
  });
});

describe('retrying a run that was cancelled while its order waited', { timeout: 90_000 }, () => {
  it('waits for the same order, and places no second one', async () => {
    const { baton } = await openGateway(() => ({ text: '' }), {
      BATON_MARKET_BARS_PER_MINUTE: '12',
    });
    const order = {
      symbol: 'SPX',
      side: 'buy',
      quantity: 1,
      type: 'market',
      referencePrice: '{{ nodes.price.output.price }}',
    };
    const id = await start(baton, {
      name: 'buy-one',
      nodes: [
        { id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } },
        {
          id: 'buy',
          kind: 'tool',
          tool: 'create_paper_order',
          args: order,
          sideEffects: { policy: 'allow' },
        },
      ],
      edges: [{ from: 'price', to: 'buy' }],
    });
    const buying = async () =>
      (await stepsOf(baton, id)).find(({ nodePath }) => nodePath === 'buy');
    await expect
      .poll(async () => (await buying())?.output?.waiting, { timeout: 30_000 })
      .toContain('Order accepted');
    await baton.request('POST', `/api/v1/runs/${id}/cancel`, {});
    expect(await end(baton, id)).toMatchObject({ status: 'cancelled' });

    const forecast = await baton.request('POST', `/api/v1/runs/${id}/retry`, { dryRun: true });
    expect(forecast.body.effects).toMatchObject([
      { nodePath: 'buy', tool: 'create_paper_order', status: 'unfinished', mayRepeat: false },
    ]);
    const { body } = await baton.request('POST', `/api/v1/runs/${id}/retry`, {});
    const again = await end(baton, body.id);
    expect(again.nodes.at(-1)).toMatchObject({ output: { order: { status: 'filled' } } });
    const orders = (await baton.request('GET', '/api/v1/account/orders')).body.items;
    expect(orders).toMatchObject([{ runId: id, status: 'filled' }]);
  });
});
