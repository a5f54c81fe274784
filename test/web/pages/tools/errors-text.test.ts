import { expect, test } from 'vitest';
import { errorsText } from '../../../../web/src/pages/tools/errors-text.ts';

test('refusals are told by their code, the most frequent first', () => {
  expect(errorsText({ VALIDATION_ERROR: 1, RATE_LIMIT: 3 })).toBe(
    '3 rate limit, 1 validation error',
  );
  expect(errorsText({})).toBe('');
});
