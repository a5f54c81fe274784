import { describe, expect, it } from 'vitest';
import { openai as wire } from '../../activities/models/providers/wires/openai.ts';
import type { Parts } from '../../activities/models/providers/wires/wire.ts';
import { scriptAnswers } from './support/providers.ts';
import { serveGateway } from './support/serve-gateway.ts';

const served = serveGateway({
  environment: { BATON_MODELS: 'openai:gpt-5.2,qwen:qwen-plus', BATON_PLAN: 'free' },
  queues: ['models', 'tools'],
});

const script = (...answers: Parts[]) => scriptAnswers(served.upstream, wire, answers);
const post = (path: string, body: object) => served.gateway.request('POST', path, body);
const messages = [{ role: 'user', content: 'Well?' }];

describe('A call', () => {
  it('without a model asks the default', async () => {
    script({ text: 'Yes.' });
    const { status, body } = await post('/v1/chat/completions', { messages });
    expect({ status, model: body.model }).toEqual({ status: 200, model: 'openai:gpt-5.2' });
  });

  it.each([
    ['of the chain', 'qwen', 'qwen:qwen-plus'],
    ['beside the chain', 'deepseek', 'deepseek:deepseek-v4-flash'],
  ])('with a provider %s alone asks its usual model', async (_, provider, model) => {
    script({ text: 'Yes.' });
    const { body } = await post('/v1/chat/completions', { provider, messages });
    expect(body.model).toBe(model);
    script({ text: 'Yes.' });
    expect((await post('/chat', { provider, message: 'Well?' })).body.model).toBe(model);
  });

  it('with a provider that does not exist is refused by name', async () => {
    const { status, body } = await post('/v1/chat/completions', { provider: 'nobody', messages });
    expect(status).toBe(404);
    expect(body.error.message).toContain('Provider nobody not found');
  });
});

describe('POST /api/v1/llm-test/tool-calling with a query', () => {
  const test = (body: object) => post('/api/v1/llm-test/tool-calling', body);
  const call = { id: 'call_1', name: 'calculate', args: '{"expression":"6 * 7"}' };

  it('answers with the calls that the model asks for', async () => {
    script({ text: 'I compute.', calls: [call] });
    const { status, body } = await test({ query: 'What is 6 * 7?', provider: 'openai' });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        provider: 'openai',
        model: 'gpt-5.2',
        content: 'I compute.',
        toolCalls: [{ id: 'call_1', name: 'calculate', arguments: { expression: '6 * 7' } }],
        toolResults: [],
        usage: { promptTokens: 100, completionTokens: 7, totalTokens: 107 },
      },
    });
  });

  it('executes them where it is told to, and answers with what they gave', async () => {
    script({ calls: [call] }, { text: 'It is 42.' });
    const { body } = await test({ query: 'What is 6 * 7?', provider: 'openai', autoExecute: true });
    expect(body.data).toMatchObject({
      content: 'It is 42.',
      toolCalls: [{ id: 'call_1', name: 'calculate' }],
      toolResults: [{ toolCallId: 'call_1', toolName: 'calculate', result: { result: 42 } }],
      usage: { promptTokens: 200, completionTokens: 14, totalTokens: 214 },
    });
    expect(JSON.stringify(served.upstream.asked[1]?.body)).toContain('42');
  });

  it('gives the error of a call that cannot be executed as its result', async () => {
    const broken = { ...call, args: '{"expression":' };
    script({ calls: [broken] }, { text: 'I could not.' });
    const { body } = await test({ query: 'What is 6 * 7?', autoExecute: true });
    expect(body.data.toolCalls[0].arguments).toBe('{"expression":');
    expect(body.data.toolResults[0].result.error).toContain('JSON');
  });
});

describe('POST /api/v1/llm-test/character-autocomplete with a first name', () => {
  const test = (body: object) => post('/api/v1/llm-test/character-autocomplete', body);
  const data = {
    lastName: 'Holmes',
    age: 34,
    gender: 'male',
    species: 'human',
    personality: 'keen',
    history: 'A detective in London.',
    physicalCharacteristics: 'tall',
    contentTags: ['crime'],
  };

  it('completes the character', async () => {
    script({ text: JSON.stringify(data) });
    const { status, body } = await test({ firstName: 'Sherlock', mode: 'ai' });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, mode: 'ai', data });
    expect(JSON.stringify(served.upstream.asked[0]?.body)).toContain('Sherlock');
  });

  it('says that it made it up where nothing looks up the web', async () => {
    script({ text: JSON.stringify(data) });
    const { body } = await test({ firstName: 'Sherlock', mode: 'web' });
    expect(body).toMatchObject({ success: true, mode: expect.stringMatching(/^(web|ai)$/), data });
  });

  it.each([{}, { firstName: '' }, { firstName: 'A', mode: 'book' }])('refuses %j', async (body) => {
    expect((await test(body)).status).toBe(422);
  });
});
