import { expect, test } from 'vitest';
import { auditSearchOf } from '../../../../web/src/pages/audit/audit-search.ts';

test('what the audit log can be narrowed down by is kept, anything else is left out', () => {
  const search = {
    tool: 'get_price',
    user: ' ada ',
    run: 12,
    outcome: 'refused',
    code: 'RATE_LIMIT',
    sideEffect: true,
  };
  expect(auditSearchOf(search)).toEqual({ ...search, user: 'ada', run: '12', sideEffect: 'true' });
  expect(auditSearchOf({ outcome: 'lost', code: 'NO', sideEffect: 'maybe', page: 3 })).toEqual({});
});
