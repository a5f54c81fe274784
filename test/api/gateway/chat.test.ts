import { describe, expect, it } from 'vitest';
import { openai as wire } from '../../activities/models/providers/wires/openai.ts';
import type { Parts } from '../../activities/models/providers/wires/wire.ts';
import { scriptAnswers } from './support/providers.ts';
import { serveGateway } from './support/serve-gateway.ts';

const served = serveGateway({
  environment: { BATON_MODELS: 'openai:gpt-5.2', BATON_PLAN: 'free' },
  queues: ['workflows', 'models', 'tools', 'memory'],
});

const script = (...answers: Parts[]) => scriptAnswers(served.upstream, wire, answers);
const chat = (body: object) => served.gateway.request('POST', '/chat', body);
const offered = () =>
  (served.upstream.asked[0]?.body.tools ?? []).map((tool: any) => tool.function.name) as string[];

describe('POST /chat', () => {
  it('answers in plain text', async () => {
    script({ text: 'Yes.' });
    const { status, headers, body } = await chat({ message: 'Well?', system: 'Be brief.' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      text: 'Yes.',
      model: 'openai:gpt-5.2',
      usage: { inputTokens: 100, outputTokens: 7 },
      toolCalls: [],
      runId: null,
    });
    expect(Number(body.costUsd)).toBeGreaterThan(0);
    expect(headers.get('x-baton-cost-usd')).toBe(body.costUsd);
    expect(served.upstream.asked[0]?.body.messages).toEqual([
      { role: expect.stringMatching(/system|developer/), content: 'Be brief.' },
      { role: 'user', content: 'Well?' },
    ]);
    expect(offered()).toEqual([]);
  });

  it('has an agent run the read-only tools of the plan, as a run', async () => {
    script(
      { calls: [{ id: 'call_1', name: 'get_price', args: '{"symbol":"SPX"}' }] },
      { text: 'SPX stands high.' },
    );
    const { status, body } = await chat({ message: 'SPX?', autoExecuteTools: true });
    expect(body).toMatchObject({
      text: 'SPX stands high.',
      model: 'openai:gpt-5.2',
      usage: { inputTokens: 200 },
      toolCalls: [{ name: 'get_price', arguments: { symbol: 'SPX' }, status: 'completed' }],
    });
    expect(status).toBe(200);
    expect(offered()).toContain('search_news');
    expect(offered()).not.toContain('get_portfolio');
    expect(offered()).not.toContain('create_paper_order');
    const { body: run } = await served.gateway.request('GET', `/api/v1/runs/${body.runId}`);
    expect(run).toMatchObject({ pipeline: 'chat', status: 'completed' });
    // Whoever asks next is told nothing of it.
    const { body: steps } = await served.gateway.request('GET', `/api/v1/runs/${body.runId}/steps`);
    const kinds = steps.items.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain('model');
    expect(kinds).not.toContain('memory');
  });

  it('offers the tools that read the web, and are set up, where that is allowed', async () => {
    script({ text: 'Yes.' });
    const { body } = await chat({ message: 'Well?', allowBrowsing: true });
    expect(offered().toSorted()).toEqual(['http_get', 'scrape_page']);
    expect(body.notice).toBeNull();
  });

  it('refuses an Idempotency-Key for a run, which would be paid twice', async () => {
    const asked = { message: 'Well?', autoExecuteTools: true };
    const { status, body } = await served.gateway.request('POST', '/chat', asked, {
      'idempotency-key': 'k',
    });
    expect(status).toBe(422);
    expect(body.errors[0].path).toBe('idempotency-key');
  });

  it('fails with a problem document', async () => {
    const { status, headers, body } = await chat({ message: 'Well?', model: 'nobody/none' });
    expect(status).toBe(404);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body.type).toBe('urn:baton:problem:unknown-model');
  });
});

describe('POST /chat where agents may use no tool that reads the web', () => {
  const narrow = serveGateway({
    environment: { BATON_MODELS: 'openai:gpt-5.2', BATON_ALLOWED_TOOLS: 'get_price' },
    queues: ['workflows', 'models', 'tools'],
  });

  it('says so', async () => {
    scriptAnswers(narrow.upstream, wire, [{ text: 'Yes.' }]);
    const asked = { message: 'Well?', allowBrowsing: true };
    const { body } = await narrow.gateway.request('POST', '/chat', asked);
    expect(body.notice).toContain('No web tool is set up');
  });
});

describe('POST /api/v1/llm-test/tool-calling', () => {
  const test = (body: object) =>
    served.gateway.request('POST', '/api/v1/llm-test/tool-calling', body);
  const called = (args: string) => ({ calls: [{ id: 'call_1', name: 'get_price', args }] });

  it('says that a model called the tool rightly', async () => {
    script(called('{"symbol":"SPX"}'));
    const { body } = await test({});
    expect(body).toMatchObject({
      ok: true,
      problems: [],
      calls: [{ name: 'get_price', arguments: { symbol: 'SPX' } }],
      model: 'openai:gpt-5.2',
      usage: { inputTokens: 100, outputTokens: 7 },
    });
    expect(body.latencyMs).toBeGreaterThan(0);
    expect(offered()).toEqual(['get_price']);
  });

  it.each([
    ['did not call it', { text: 'The price is high.' }, 'It did not call get_price.'],
    ['left an argument out', called('{}'), 'arguments.symbol'],
    ['wrote no JSON', called('{"symbol":'), 'not valid JSON'],
  ])('says that a model %s', async (_name, parts, problem) => {
    script(parts);
    const { body } = await test({});
    expect(body.ok).toBe(false);
    expect(body.problems.join()).toContain(problem);
  });

  it('refuses a tool that does not exist', async () => {
    const { status, body } = await test({ tool: 'get_prise' });
    expect(status).toBe(422);
    expect(body.detail).toContain('did you mean get_price?');
  });
});

describe('POST /api/v1/llm-test/character-autocomplete', () => {
  const test = (body: object) =>
    served.gateway.request('POST', '/api/v1/llm-test/character-autocomplete', body);
  const character = {
    name: 'sceptic',
    role: 'Risk analyst',
    instructions: 'Doubt every figure.',
    tone: 'dry',
  };

  it('completes a character from a few words', async () => {
    script({ text: JSON.stringify(character) });
    const { status, body } = await test({ description: 'a sceptical risk analyst' });
    expect(status).toBe(200);
    expect(body.character).toEqual(character);
    expect(served.upstream.asked[0]?.body.response_format).toMatchObject({ type: 'json_schema' });
  });

  it('fails where a model does not keep to the form', async () => {
    script({ text: '{"name":"sceptic"}' });
    const { status, body } = await test({ description: 'a sceptical risk analyst' });
    expect(status).toBe(422);
    expect(body.detail).toContain('form');
  });
});
