import { expect, it } from 'vitest';
import { copyName } from '../../../../web/src/pages/pipelines/copy-name.ts';

it('names a copy so that no pipeline has its name', () => {
  expect(copyName('desk', ['desk'])).toBe('desk-copy');
  expect(copyName('desk', ['desk', 'desk-copy', 'desk-copy-2'])).toBe('desk-copy-3');
  expect(copyName('d'.repeat(64), []).length).toBeLessThanOrEqual(64);
});
