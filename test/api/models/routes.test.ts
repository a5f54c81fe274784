import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modelStatus } from '../../support/model-status.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

const early = '2026-01-01T00:00:00.000Z';
const late = '2026-01-01T00:01:00.000Z';

describe('GET /api/v1/models', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp();
  });
  afterAll(() => app.close());

  test('is empty while no worker runs', async () => {
    const { status, body } = await app.get('/api/v1/models');
    expect({ status, body }).toEqual({ status: 200, body: { items: [], nextCursor: null } });
  });

  test('is one item a model: what the workers do together, and the worst that one saw', async () => {
    const { modelStates } = app.services;
    await modelStates.publish('one', [
      modelStatus('openai:gpt-5.2', {
        running: 2,
        queue: { high: 1, normal: 2, low: 0 },
        rateFactor: 0.5,
        lastError: { at: early, code: '429', message: 'Slow down' },
        failovers: [{ at: early, to: 'ollama:qwen3', code: '429' }],
      }),
      modelStatus('ollama:qwen3', { configured: false }),
    ]);
    await modelStates.publish('two', [
      modelStatus('openai:gpt-5.2', {
        running: 1,
        queue: { high: 0, normal: 4, low: 1 },
        breaker: { state: 'open', until: late },
        lastError: { at: late, code: 'TIMEOUT', message: 'no answer within 120 s' },
        failovers: [{ at: late, to: 'ollama:qwen3', code: 'TIMEOUT' }],
      }),
    ]);
    const { body } = await app.get('/api/v1/models');
    expect(body.items).toEqual([
      { ...modelStatus('ollama:qwen3', { configured: false }), workers: 1 },
      {
        ...modelStatus('openai:gpt-5.2'),
        workers: 2,
        running: 3,
        queue: { high: 1, normal: 6, low: 1 },
        rateFactor: 0.5,
        breaker: { state: 'open', until: late },
        lastError: { at: late, code: 'TIMEOUT', message: 'no answer within 120 s' },
        failovers: [
          { at: late, to: 'ollama:qwen3', code: 'TIMEOUT' },
          { at: early, to: 'ollama:qwen3', code: '429' },
        ],
      },
    ]);
  });
});
