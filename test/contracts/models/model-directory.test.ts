import { agentGaps } from '../../../contracts/agents/gaps.ts';
import { agentSchema } from '../../../contracts/agents/index.ts';
import { describe, expect, it } from 'vitest';
import { modelEnvironment } from '../../../activities/models/env.ts';
import { createModelRouter } from '../../../activities/models/ask/create-router.ts';
import { describeModels } from '../../../activities/models/ask/model-directory.ts';
import { modelGap, nativeGap } from '../../../contracts/models/model-directory.ts';

const names = ['openai:gpt-5.2', 'anthropic:claude-sonnet-5', 'ollama:qwen3', 'demo:trend'].concat([
  'demo:oracle',
  'mistral:large',
  'gpt-5.2',
  '',
  'openai:',
  ':x',
  '__proto__:x',
  'toString:x',
]);

describe('the directory of models', () => {
  it('finds a gap for exactly the names that the router cannot serve', async () => {
    const environment = modelEnvironment.parse({ BATON_MODELS: 'demo:trend', OPENAI_API_KEY: 'k' });
    const router = await createModelRouter(environment);
    const { providers } = describeModels(router, {});
    for (const name of names) {
      const isServed = router.missing([name]).length === 0;
      expect([name, modelGap(name, providers) === undefined]).toEqual([name, isServed]);
    }
  });

  it.each([
    ['of OpenAI', {}, undefined],
    ['elsewhere', { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }, 'set OPENAI_API=responses'],
    [
      'elsewhere that is told of',
      { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_API: 'responses' },
      undefined,
    ],
  ])('says whether a server %s keeps conversations', async (_, more, fix) => {
    const environment = modelEnvironment.parse({ OPENAI_API_KEY: 'k', ...more });
    const { providers } = describeModels(await createModelRouter(environment), {});
    const gap = nativeGap('openai:gpt-5.2', providers);
    expect(gap === undefined ? gap : gap.slice(0, 24)).toBe(fix);
    const around = {
      defaultChain: ['openai:gpt-5.2'],
      modelGap: () => undefined,
      nativeGap: (name: string) => nativeGap(name, providers),
      tools: {},
      terms: { plan: 'free' as const, allowedTools: undefined },
    };
    const agent = agentSchema.parse({
      name: 'a',
      role: 'A',
      instructions: 'Answer.',
      engine: 'openai-responses',
    });
    expect(agentGaps(agent, around).map(({ kind }) => kind)).toEqual(fix ? ['engine'] : []);
  });

  it('says what to set, or what is meant', () => {
    const providers = {
      openai: { missing: 'set OPENAI_API_KEY' },
      demo: { missing: null, models: ['trend'] },
    };
    expect(modelGap('openai:gpt-5.2', providers)).toBe('set OPENAI_API_KEY');
    expect(modelGap('opnai:gpt-5.2', providers)).toContain('did you mean openai?');
    expect(modelGap('demo:trnd', providers)).toContain('did you mean trend?');
  });
});
