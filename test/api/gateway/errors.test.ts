import { beforeEach, describe, expect, it } from 'vitest';
import { budgets } from '../../../db/schema/index.ts';
import { openai as wire } from '../../activities/models/providers/wires/openai.ts';
import {
  createOpenAICheck,
  descriptions,
} from '../../activities/models/providers/api-description.ts';
import { apiKey } from './support/gateway.ts';
import { serveGateway } from './support/serve-gateway.ts';

const served = serveGateway({
  environment: {
    XAI_API_KEY: '',
    BATON_MODELS: 'openai:gpt-5.2',
    BATON_MODEL_ALIASES: 'fast=openai:gpt-5.2,qwen:qwen-plus',
  },
});
beforeEach(() => served.upstream.script(() => ({ body: wire.answer({ text: 'Yes.' }) })));

const body = { model: 'openai/gpt-5.2', messages: [{ role: 'user', content: 'Well?' }] };
const path = '/v1/chat/completions';
const ask = (changes: object, headers = {}) =>
  served.gateway.request('POST', path, { ...body, ...changes }, headers);

const isErrorResponse = descriptions ? await createOpenAICheck('ErrorResponse') : () => [];

describe('errors of /v1 have the form of OpenAI', () => {
  it.each([
    ['a wrong key', { authorization: 'Bearer nothing' }, 401, 'invalid_api_key'],
    ['another kind of body', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['an unknown priority', { 'x-baton-priority': 'at once' }, 400, 'invalid_value'],
  ])('for %s', async (_name, headers, status, code) => {
    const answer = await ask({}, headers);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', code });
    expect(isErrorResponse(answer.body)).toEqual([]);
  });

  it('for a body that is no JSON', async () => {
    const response = await fetch(`${served.gateway.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: '{"model":',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_json', param: null } });
  });

  it.each([
    ['/v1/completions', 'POST /v1/chat/completions'],
    ['/v1/moderations', 'response_format'],
  ])('for %s, with what to use instead', async (other, hint) => {
    const { status, body: answer } = await served.gateway.request('POST', other, { input: 'x' });
    expect(status).toBe(404);
    expect(answer.error).toMatchObject({ code: 'not_offered', type: 'invalid_request_error' });
    expect(answer.error.message).toContain(hint);
  });

  it('for a path that does not exist', async () => {
    const { status, body: answer } = await served.gateway.request('POST', '/v1/complete', {});
    expect(status).toBe(404);
    expect(answer.error).toMatchObject({ code: 'unknown_url', type: 'invalid_request_error' });
  });

  it('for an address that is none', async () => {
    const { status, body: answer } = await served.gateway.request('GET', '/v1/models/%E0%A4%A');
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({ code: 'invalid_url', type: 'invalid_request_error' });
  });

  it('for a path that has other methods', async () => {
    const { status, headers, body: answer } = await served.gateway.request('GET', path);
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('POST');
    expect(answer.error).toMatchObject({ code: 'method_not_supported' });
  });

  it.each(['parameters', 'arguments'])('for %s that are nested too deep', async (field) => {
    const nested = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const called = { id: 'c', type: 'function', function: { name: 'f', arguments: nested } };
    const changes =
      field === 'parameters'
        ? { tools: [{ type: 'function', function: { name: 'f', parameters: '#' } }] }
        : { messages: [...body.messages, { role: 'assistant', tool_calls: [called] }] };
    const response = await fetch(`${served.gateway.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ...changes }).replace('"#"', nested),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining('200 levels') },
    });
  });

  it('for a body of more than 20 MB', async () => {
    const content = 'x'.repeat(21 * 1024 * 1024);
    const { status, body: answer } = await ask({ messages: [{ role: 'user', content }] });
    expect(status).toBe(413);
    expect(answer.error).toMatchObject({ code: 'request_too_large' });
    expect(answer.error.message).toContain('20 MB');
  });

  it('but one of 15 MB passes, such as with images', async () => {
    const url = `data:image/png;base64,${'A'.repeat(15 * 1024 * 1024)}`;
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url } },
    ];
    const { status } = await ask({ messages: [{ role: 'user', content }] });
    expect(status).toBe(200);
    expect(JSON.stringify(served.upstream.asked[0]?.body)).toContain(url);
  });

  it('and tell the first of many mistakes, and how many more there are', async () => {
    const messages = Array.from({ length: 20_000 }, () => ({ role: 'nobody', content: 'x' }));
    const { status, body: answer } = await ask({ messages });
    expect(status).toBe(400);
    expect(answer.error.message.match(/messages\[\d+\]/g)).toHaveLength(50);
    expect(answer.error.message).toContain('there are 19950 more problems');
  });

  it('and say what to do', async () => {
    const { body: answer } = await ask({ audio: { voice: 'alloy' }, functions: [{ name: 'f' }] });
    expect(answer.error.message).toBe(
      'audio: only text answers are supported; remove it; ' +
        'functions: functions are not supported; use tools',
    );
  });

  it.each([
    ['n', { n: 0 }, 'n'],
    ['audio', { audio: { voice: 'alloy', format: 'mp3' } }, 'audio'],
    ['modalities', { modalities: ['text', 'audio'] }, 'modalities[1]'],
    ['stop', { stop: 7 }, 'stop'],
    ['functions', { functions: [{ name: 'f' }] }, 'functions'],
    ['a temperature beyond 2', { temperature: 3 }, 'temperature'],
    ['no messages', { messages: [] }, 'messages'],
    ['a role of its own', { messages: [{ role: 'critic', content: 'x' }] }, 'messages[0].role'],
    [
      'audio in a message',
      { messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: {} }] }] },
      'messages[0].content[0].input_audio.data',
    ],
    [
      'the result of a call that is not there',
      { messages: [{ role: 'tool', tool_call_id: 'call_9', content: 'x' }] },
      'messages[0].tool_call_id',
    ],
    [
      'a tool of another type',
      { tools: [{ type: 'custom', custom: { name: 'f' } }] },
      'tools[0].type',
    ],
  ])('and name the field, for %s', async (_name, changes, param) => {
    const { status, body: answer } = await ask(changes);
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({ type: 'invalid_request_error', param });
    expect(served.upstream.asked).toEqual([]);
  });

  it.each([
    ['metadata', { metadata: { team: 'a' }, store: true, seed: 1, service_tier: 'auto' }],
    ['what says nothing', { n: 1, logprobs: false, top_p: 1, stop: null, logit_bias: {} }],
    ['what is empty', { stop: [], user: '', functions: [], tools: [], metadata: {} }],
  ])('but %s is passed over', async (_name, changes) => {
    expect((await ask(changes)).status).toBe(200);
  });
});

describe('names of models', () => {
  it.each([
    ['provider/model', { model: 'openai/gpt-5.2' }],
    ['provider:model', { model: 'openai:gpt-5.2' }],
    ['a bare model beside its provider', { model: 'gpt-5.2', provider: 'openai' }],
    ['a bare model of a chain', { model: 'gpt-5.2' }],
    ['an alias', { model: 'fast' }],
    ['default', { model: 'default' }],
  ])('are %s', async (_name, changes) => {
    const { status, headers } = await ask(changes);
    expect(status).toBe(200);
    expect(headers.get('x-baton-model')).toBe('openai:gpt-5.2');
    expect(served.upstream.asked[0]?.body.model).toBe('gpt-5.2');
  });

  it.each([
    ['fats', 'did you mean fast?'],
    ['opanai/gpt-5.2', 'did you mean openai:gpt-5.2?'],
    ['nobody/at-all', 'provider nobody not found'],
    ['grok/grok-4', 'set XAI_API_KEY'],
  ])('are unknown where nothing serves %s', async (model, hint) => {
    const { status, body: answer } = await ask({ model });
    expect(status).toBe(404);
    expect(answer.error).toMatchObject({ code: 'model_not_found', param: 'model' });
    expect(answer.error.message).toContain(hint);
  });

  it.each([
    ['a NUL', { model: 'openai/gpt\0' }, 'model'],
    ['a NUL beside a provider', { provider: 'openai', model: 'gpt\0' }, 'model'],
    ['a space beside a provider', { provider: 'openai', model: 'a b' }, 'model'],
    ['a mark that nobody sees', { model: 'openai/gpt\u200b' }, 'model'],
    ['a line break in the provider', { provider: 'openai\n', model: 'gpt-5.2' }, 'provider'],
  ])('are refused with %s', async (_name, changes, param) => {
    const { status, body: answer } = await ask(changes);
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({ code: 'invalid_value', param });
    expect(served.upstream.asked).toEqual([]);
  });

  it('are refused in a path with a NUL', async () => {
    const { status, body: answer } = await served.gateway.request(
      'GET',
      '/v1/models/openai%2Fgpt%00',
    );
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({ code: 'invalid_value' });
  });

  it.each(['constructor', '__proto__'])('are not of a provider %s', async (provider) => {
    const { status, body: answer } = await ask({ provider, model: 'gpt-5.2' });
    expect(status).toBe(404);
    expect(answer.error).toMatchObject({ code: 'model_not_found', param: 'provider' });
  });

  it('are listed, each with its chain', async () => {
    const { body: list } = await served.gateway.request('GET', '/v1/models');
    const ids = list.data.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(['default', 'fast', 'openai:gpt-5.2', 'qwen:qwen-plus']);
    expect(list.data[1]).toMatchObject({
      object: 'model',
      owned_by: 'baton',
      chain: ['openai:gpt-5.2', 'qwen:qwen-plus'],
    });
    for (const name of ['deepseek/other', 'deepseek%2Fother']) {
      const { body: one } = await served.gateway.request('GET', `/v1/models/${name}`);
      expect(one).toMatchObject({ owned_by: 'deepseek', chain: ['deepseek:other'] });
    }
    expect((await served.gateway.request('GET', '/v1/models/nothing')).status).toBe(404);
  });
});

describe('what a provider says', () => {
  const fail = (status: number, message = 'no', headers = {}) =>
    served.upstream.script(() => ({ status, headers, body: wire.error('error', message) }));

  it("about the request, is told as the request's fault", async () => {
    fail(400, 'temperature is not supported');
    const { status, body: answer } = await ask({});
    expect(status).toBe(400);
    expect(answer.error.message).toContain('temperature is not supported');
  });

  it('about an unknown model, is told as such', async () => {
    fail(404, 'no such model');
    const { status, body: answer } = await ask({});
    expect(status).toBe(404);
    expect(answer.error.code).toBe('model_not_found');
  });

  it('about its limits, is told with the time to wait', async () => {
    fail(429, 'slow down', { 'retry-after': '90' });
    const { status, headers, body: answer } = await ask({ model: 'deepseek/deepseek-chat' });
    expect(status).toBe(429);
    expect(answer.error).toMatchObject({ type: 'rate_limit_error' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
  });

  it('about the key, leaves no model, and is not worth another try', async () => {
    fail(401, 'Incorrect API key provided: sk-abcdef123456');
    const { status, headers, body: answer } = await ask({ model: 'kimi/kimi-k2' });
    expect(status).toBe(502);
    expect(answer.error).toMatchObject({ type: 'api_error', code: 'all_models_failed' });
    expect(headers.get('x-should-retry')).toBe('false');
    expect(JSON.stringify(answer)).not.toContain('abcdef123456');
  });

  it('and then another model answers, which the headers tell', async () => {
    served.upstream.script(({ body: { model } }) =>
      model === 'gpt-5.2'
        ? { status: 401, body: wire.error('error', 'no') }
        : { body: wire.answer({ text: 'Yes.' }) },
    );
    const { status, headers } = await ask({ model: 'fast' });
    expect(status).toBe(200);
    expect(headers.get('x-baton-model')).toBe('qwen:qwen-plus');
    expect(headers.get('x-baton-failover')).toContain('openai:gpt-5.2 (401) -> qwen');
  });
});

it('a budget that is used up is 402, and nothing is sent', async () => {
  await served.gateway.database.db
    .insert(budgets)
    .values({ id: 'user:poor', usd: '0.000001', onLimit: 'stop', cheaperModels: [] });
  const { status, body: answer } = await ask({ user: 'poor', model: 'deepseek/deepseek-chat' });
  expect(status).toBe(402);
  expect(answer.error).toMatchObject({ type: 'insufficient_quota', code: 'budget_exceeded' });
  expect(served.upstream.asked).toEqual([]);
});
