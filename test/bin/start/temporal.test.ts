import { expect, test } from 'vitest';
import { startEnvironment } from '../../../bin/start/env.ts';
import { openTemporal } from '../../../bin/start/temporal.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';

const open = (given: Record<string, string>) => {
  const own = { TEMPORAL_ADDRESS: 'temporal.example:7233', PORT: '4000' };
  const told = { say: () => undefined, onRestart: () => undefined };
  return openTemporal(readEnvironment(startEnvironment, { ...own, ...given }), told);
};

test('Baton serves the UI of another Temporal server where that is said to listen', async () => {
  expect(await open({ TEMPORAL_UI_UPSTREAM: 'http://127.0.0.1:8080' })).toMatchObject({
    uiUrl: 'http://127.0.0.1:4000/temporal',
    uiUpstream: 'http://127.0.0.1:8080',
  });
});

test('links lead to a UI elsewhere, which Baton does not serve', async () => {
  const temporal = await open({ TEMPORAL_UI_URL: 'https://ui.example' });
  expect(temporal.uiUrl).toBe('https://ui.example');
  expect(temporal).not.toHaveProperty('uiUpstream');
});
