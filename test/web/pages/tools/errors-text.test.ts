import { expect, test } from 'vitest';
import { errorsText } from '../../../../web/src/pages/tools/errors-text.ts';

test('refusals are told by their code, the most frequent first', () => {
  expect(errorsText({ VALIDATION_ERROR: 1, RATE_LIMIT: 3 })).toBe(
    '3 rate limits, 1 validation error',
  );
  expect(errorsText({ EXECUTION_ERROR: 2, PERMISSION_DENIED: 2 })).toBe(
    '2 execution errors, 2 permission denied',
  );
  expect(errorsText({})).toBe('');
});
