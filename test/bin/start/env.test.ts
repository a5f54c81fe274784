import { expect, test } from 'vitest';
import { startEnvironment } from '../../../bin/start/env.ts';
import { EnvironmentProblem, readEnvironment } from '../../../contracts/base/read-environment.ts';

function problemsOf(environment: NodeJS.ProcessEnv): string {
  try {
    readEnvironment(startEnvironment, environment);
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentProblem);
    return (error as Error).message;
  }
  return '';
}

test('without any variable, everything has its default', () => {
  expect(readEnvironment(startEnvironment, {})).toMatchObject({
    PORT: 3000,
    BATON_TEMPORAL_PORT: 7233,
    BATON_DATA: '.baton',
  });
});

test('a variable that is set to nothing counts as not set', () => {
  expect(readEnvironment(startEnvironment, { PORT: '', TEMPORAL_UI_URL: ' ' }).PORT).toBe(3000);
});

test('every problem is named, not the first one alone', () => {
  const message = problemsOf({
    PORT: 'many',
    BATON_TEMPORAL_PORT: '65536',
    DATABASE_URL: 'mysql://here',
    BATON_MODELS: 'nonsense',
  });
  for (const name of ['PORT', 'BATON_TEMPORAL_PORT', 'DATABASE_URL', 'BATON_MODELS']) {
    expect(message).toMatch(new RegExp(`^  ${name}: `, 'm'));
  }
});

test.each([
  [{ BATON_MARKET_START: 'soon' }, 'BATON_MARKET_START: write a date such as 2013-01-02'],
  [{ BATON_PAPER_CASH: '-1' }, 'BATON_PAPER_CASH: must be more than 0'],
  [{ OPENAI_API: 'assistants' }, 'OPENAI_API: write chat or responses'],
])('%j is told what to write', (environment, told) => {
  expect(problemsOf(environment)).toContain(told);
});

test('no problem repeats the value, which may be a secret', () => {
  const secret = 'short-secret';
  expect(problemsOf({ BATON_API_KEY: secret, DATABASE_URL: `not://${secret}` })).not.toContain(
    secret,
  );
});
