import { expect, test } from 'vitest';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import { startEnvironment } from '../../../bin/start/env.ts';
import { summaryLines } from '../../../bin/start/summary.ts';

const usual: Parameters<typeof summaryLines>[0] = {
  environment: readEnvironment(startEnvironment, {}),
  apiKey: { key: 'a-key-of-the-tests', from: 'BATON_API_KEY' },
  signInCode: 'a-code',
  temporalUiUrl: undefined,
  models: { chain: ['demo:trend'], demo: true, missing: [] },
  notes: { marketData: 'sample data' },
  agentProblems: [],
  databaseName: 'PGlite',
  readyMs: 1,
};

test('the next command goes to this Baton', () => {
  const next = (variables: Record<string, string>) => {
    const environment = readEnvironment(startEnvironment, variables);
    return summaryLines({ ...usual, environment }).find((line) => line.startsWith('Next'));
  };
  expect(next({})).toContain(': npx baton run');
  expect(next({ PORT: '3100', BATON_DATA: '/tmp/other' })).toContain(
    ': PORT=3100 BATON_DATA=/tmp/other npx baton run',
  );
});

test('the start tells what is wrong with agents', () => {
  const problem = 'extensions/agents/odd.yaml:2:1 rol: field rol not found; did you mean role?';
  const text = summaryLines({ ...usual, agentProblems: [problem] }).join('\n');
  expect(text).toContain(problem);
  expect(text).toContain('/?code=a-code');
  expect(text).not.toContain('a-key-of-the-tests');
});
