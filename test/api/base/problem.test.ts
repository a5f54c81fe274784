import { expect, test } from 'vitest';
import { toOpenAIError } from '../../../api/gateway/openai-errors.ts';
import { refusalOf } from '../../../api/mcp/result.ts';
import { Problem, problemDocument } from '../../../api/base/problem.ts';

const help = { request: 'GET /api/v1/runs', does: 'lists all runs' };
const problem = new Problem('not-found', 'Run x not found.', undefined, { help });

test('a problem document has the request that helps in a field of its own', () => {
  expect(problemDocument(problem, '/api/v1/runs/x')).toMatchObject({
    detail: 'Run x not found.',
    help,
  });
});

test('answers with only one text add the request that helps', () => {
  const text = 'Run x not found. GET /api/v1/runs lists all runs.';
  expect(toOpenAIError(problem).error.message).toBe(text);
  expect(refusalOf(problem).structuredContent).toMatchObject({ message: text });
});
