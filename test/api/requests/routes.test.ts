import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestRow } from '../../support/model-request.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
const at = (minute: number) => new Date(`2026-11-21T12:0${minute}:00Z`);

beforeAll(async () => {
  test = await openTestApp();
  await test.ask('PUT', '/api/v1/users/ann', { payload: { roles: ['operator'] } });
  await test.services.modelRequests.put([
    requestRow({ id: 'req_a', at: at(1), user: 'ann', costUsd: '0.0125', keyId: 'key_1' }),
    requestRow({ id: 'req_b', at: at(2), user: 'bob', model: 'anthropic:claude-sonnet-5' }),
    requestRow({
      id: 'req_c',
      at: at(3),
      user: 'bob',
      door: 'run',
      runId: 'run_1',
      nodePath: 'look',
      callId: 'run_1/look#turn-1',
      agent: 'analyst',
      status: 'failed',
      tries: 2,
      content: {
        question: {
          messages: [
            { role: 'system', text: 'You are an analyst.' },
            { role: 'user', text: 'What is it?' },
            {
              role: 'assistant',
              text: '',
              toolCalls: [{ id: 'c1', name: 'look', args: { at: 'it' } }],
            },
            { role: 'tool', callId: 'c1', name: 'look', text: 'a cat', isError: false },
          ],
          tools: [{ name: 'look', description: 'Looks', parameters: { type: 'object' } }],
          toolChoice: 'auto',
          temperature: 0.2,
        },
        exchanges: [
          {
            attempt: 0,
            at: at(3).toISOString(),
            method: 'POST',
            url: 'https://api.openai.com/v1/chat/completions',
            sent: { text: '{"model":"gpt-5.2"}', characters: 19 },
            status: 500,
            received: { text: 'broken', characters: 6 },
            endMs: 12,
          },
        ],
      },
    }),
  ]);
});
afterAll(() => test.close());

const ids = async (query: string): Promise<string[]> =>
  (await test.get(`/api/v1/requests?${query}`)).body.items.map(({ id }: { id: string }) => id);

describe('GET /api/v1/requests', () => {
  it('lists calls newest first, page by page', async () => {
    const { body } = await test.get('/api/v1/requests?limit=2');
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(['req_c', 'req_b']);
    expect(await ids(`limit=2&cursor=${body.nextCursor}`)).toEqual(['req_a']);
    expect(body.items[0]).not.toHaveProperty('content');
  });

  it.each([
    ['provider=anthropic', ['req_b']],
    ['model=openai:gpt-5.2', ['req_c', 'req_a']],
    ['status=failed', ['req_c']],
    ['door=gateway', ['req_b', 'req_a']],
    ['run=run_1', ['req_c']],
    ['call=run_1/look%23turn-1', ['req_c']],
    ['agent=analyst', ['req_c']],
    ['user=ann&key=key_1', ['req_a']],
    ['minCostUsd=0.01', ['req_a']],
    ['retried=true', ['req_c']],
    ['from=2026-11-21T12:02:00Z&to=2026-11-21T12:03:00Z', ['req_b']],
    ['text=A%20CAT', ['req_c', 'req_b', 'req_a']],
    ['text=analyst', ['req_c']],
    ['text=no%20such%20text', []],
  ])('lists those of %s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it('shows people their own calls of the gateway, and those of runs', async () => {
    const key = await test.ownKey('ann');
    const asAnn = { headers: { authorization: `Bearer ${key}` } };
    const { body } = await test.ask('GET', '/api/v1/requests', asAnn);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(['req_c', 'req_a']);
    const searched = await test.ask('GET', '/api/v1/requests?text=cat', asAnn);
    expect(searched.body.items).toHaveLength(2);
    expect((await test.ask('GET', '/api/v1/requests/req_b', asAnn)).status).toBe(404);
    expect((await test.ask('GET', '/api/v1/requests/req_c', asAnn)).status).toBe(200);
  });
});

describe('GET /api/v1/requests/:id', () => {
  it.each([
    ['no message', 'openai:gpt-5.2', []],
    ['a very long name of a model', `ollama:${'x'.repeat(600)}`, [{ role: 'user', text: 'Hi' }]],
  ] as const)('gives one with %s as it was', async (_what, model, messages) => {
    const question = { messages: [...messages], tools: [], toolChoice: 'auto' as const };
    const content = { question, chain: [model], exchanges: [] };
    await test.services.modelRequests.put([
      requestRow({ id: 'req_odd', at: at(0), user: 'ann', model, content }),
    ]);
    const { status, body } = await test.get('/api/v1/requests/req_odd');
    expect({ status, body }).toMatchObject({ status: 200, body: { request: { model } } });
    expect(body.request.messages).toHaveLength(messages.length);
    await test.services.modelRequests.prune(at(1));
  });

  it('gives what was asked as a request that can be sent again, and what went over the wire', async () => {
    const { body } = await test.get('/api/v1/requests/req_c');
    expect(body).toMatchObject({
      id: 'req_c',
      costUsd: null,
      request: {
        model: 'openai:gpt-5.2',
        temperature: 0.2,
        messages: [
          { role: 'system', content: 'You are an analyst.' },
          { role: 'user', content: 'What is it?' },
          { role: 'assistant', tool_calls: [{ function: { arguments: '{"at":"it"}' } }] },
          { role: 'tool', tool_call_id: 'c1', content: 'a cat' },
        ],
        tools: [{ type: 'function', function: { name: 'look' } }],
      },
      answer: { text: 'It is a cat.', toolCalls: [], finish: 'stop' },
      exchanges: [{ status: 500, sent: { text: '{"model":"gpt-5.2"}' }, endMs: 12 }],
      exchangesLeftOut: 0,
    });
    const { body: own } = await test.get('/api/v1/requests/req_a');
    expect(own.costUsd).toBe('0.0125');
  });

  it('says of one that is gone how long they are kept', async () => {
    const { status, body } = await test.get('/api/v1/requests/req_zzz');
    expect(status).toBe(404);
    expect(body.detail).toContain('BATON_KEEP_REQUESTS_DAYS');
  });
});
