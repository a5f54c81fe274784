import { expect, test } from 'vitest';
import { outcomeOf } from '../../../../web/src/pages/say/outcome-of.ts';

const ended = (output: object, status = 'completed') =>
  outcomeOf({ status, output, error: null } as unknown as Parameters<typeof outcomeOf>[0]);
const document = { name: 'a', nodes: [] };

test('there is none while the run goes on', () => {
  expect(ended({}, 'in_progress')).toBeUndefined();
});

test('a draft has a document; without one it is a refusal', () => {
  expect(ended({ outcome: 'draft', text: 'Here', document })).toEqual({
    kind: 'draft',
    text: 'Here',
    document,
  });
  expect(ended({ outcome: 'draft', text: 'Here', document: null })).toMatchObject({
    kind: 'refusal',
  });
});

test('a document that is refused is not shown', () => {
  const problems = [{ path: 'nodes[0]', message: 'not found', fix: 'choose another' }];
  expect(ended({ outcome: 'refusal', text: 'No', document, problems })).toEqual({
    kind: 'refusal',
    text: 'No',
    problems,
  });
});

test('a run that failed says why', () => {
  const run = { status: 'failed', output: null, error: { message: 'No model answers.' } };
  expect(outcomeOf(run as unknown as Parameters<typeof outcomeOf>[0])).toEqual({
    kind: 'refusal',
    text: 'No model answers.',
    problems: [],
  });
});
