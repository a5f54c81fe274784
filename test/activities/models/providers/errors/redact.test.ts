import { expect, test } from 'vitest';
import { redact } from '../../../../../activities/models/providers/errors/classify.ts';

test('A very long text is cut before it is read, and no half of a known secret is left', () => {
  const secret = 'corp-proxy-key-0123456789';
  const text = `password=${'x'.repeat(9_980)} ${secret} ${'y'.repeat(20_000)}`;
  expect(redact(text, [secret])).not.toContain('corp');
});
