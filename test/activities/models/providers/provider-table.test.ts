import { beforeEach, expect, test, vi } from 'vitest';
import { defaultModels } from '../../../../activities/models/ask/default-models.ts';
import { modelEnvironment } from '../../../../activities/models/env.ts';
import { createPrices } from '../../../../activities/models/pay/prices/prices.ts';
import { providerTable } from '../../../../activities/models/providers/index.ts';

const loaded = vi.hoisted(() => new Set<string>());

vi.mock('openai', (original) => {
  loaded.add('openai');
  return original();
});
vi.mock('../../../../activities/models/providers/deepseek.ts', (original) => {
  loaded.add('deepseek');
  return original();
});
vi.mock('../../../../activities/models/providers/grok.ts', (original) => {
  loaded.add('grok');
  return original();
});

beforeEach(() => loaded.clear());

test('a provider is loaded only where it is configured', async () => {
  const env = modelEnvironment.parse({ DEEPSEEK_API_KEY: 'sk-0123' });
  for (const { create } of Object.values(providerTable)) await create(env);
  expect([...loaded]).toEqual(['deepseek']);
});

test('every key brings its provider, under the name in the table', async () => {
  const env = modelEnvironment.parse(
    Object.fromEntries(defaultModels.map(({ key }) => [key, 'sk-0123'])),
  );
  for (const [name, { create }] of Object.entries(providerTable)) {
    expect((await create(env))?.name).toBe(name);
  }
});

test('every default model is of a provider in the table, and its price is known', () => {
  const prices = createPrices();
  for (const { name } of defaultModels) {
    expect(Object.keys(providerTable)).toContain(name.split(':')[0]);
    expect(prices.unitPrices(name, new Date('2026-11-21')), name).toBeDefined();
  }
});
