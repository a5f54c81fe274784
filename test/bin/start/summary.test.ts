import { expect, test } from 'vitest';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import { startEnvironment } from '../../../bin/start/env.ts';
import { summaryLines } from '../../../bin/start/summary.ts';

test('the start tells what is wrong with agents', () => {
  const problem = 'extensions/agents/odd.yaml:2:1 rol: field rol not found; did you mean role?';
  const text = summaryLines({
    environment: readEnvironment(startEnvironment, {}),
    apiKey: { key: 'a-key-of-the-tests', from: 'BATON_API_KEY' },
    signInCode: 'a-code',
    temporalUiUrl: undefined,
    models: { chain: ['demo:trend'], demo: true, missing: [] },
    notes: { marketData: 'sample data' },
    agentProblems: [problem],
    databaseName: 'PGlite',
    readyMs: 1,
  }).join('\n');
  expect(text).toContain(problem);
  expect(text).toContain('/?code=a-code');
  expect(text).not.toContain('a-key-of-the-tests');
});
