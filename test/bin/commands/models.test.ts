import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modelStatus } from '../../support/model-status.ts';
import { openTestServer } from './support.ts';
import type { TestServer } from './support.ts';

describe('baton models', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server.close());

  test('says so while no worker runs', async () => {
    const { output } = await server.baton('models').ended;
    expect(output).toBe(
      'No worker is running, so the status of models is unknown. Start one with `npm start`.',
    );
  });

  test('prints a table of how the models stand, and why one is not asked', async () => {
    const until = '2026-01-01T09:08:07.000Z';
    await server.services.modelStates.publish('one', [
      modelStatus('a:ready', { running: 2, queue: { high: 1, normal: 3, low: 0 } }),
      modelStatus('b:slow', { rateFactor: 0.5 }),
      modelStatus('c:paused', { rateFactor: 0.5, pausedUntil: until }),
      modelStatus('d:dead', { breaker: { state: 'open', until } }),
      modelStatus('e:refused', { down: { until, code: '401', message: 'no' } }),
      modelStatus('f:absent', { configured: false }),
    ]);
    const { output } = await server.baton('models').ended;
    expect(output.split('\n')).toEqual([
      'MODEL      STATUS                                          RUNNING  QUEUED      REQUESTS/MIN    TOKENS/MIN',
      'a:ready    ready                                           2 of 5   4 (1 high)  3,500           90,000',
      'b:slow     slowed to 50 % (429)                            0 of 5   0           1,750 of 3,500  45,000 of 90,000',
      'c:paused   paused until 2026-01-01 09:08:07 UTC (429)      0 of 5   0           1,750 of 3,500  45,000 of 90,000',
      'd:dead     failing, skipped until 2026-01-01 09:08:07 UTC  0 of 5   0           3,500           90,000',
      'e:refused  down until 2026-01-01 09:08:07 UTC: 401         0 of 5   0           3,500           90,000',
      'f:absent   not configured                                  0 of 5   0           3,500           90,000',
    ]);
  });

  test('prints JSON where that is asked for', async () => {
    const { output } = await server.baton('models', '--json').ended;
    expect(JSON.parse(output)).toHaveLength(6);
  });
});
