import { expect, it } from 'vitest';
import { agreeingFix } from '../../../bin/commands/doctor/agreeing-fix.ts';

const fix = 'set OPENAI_API_KEY (and OPENAI_BASE_URL for another server)';

it('a key that is missing is to be set', () => {
  expect(agreeingFix(fix, {})).toBe(fix);
  expect(agreeingFix(fix, { OPENAI_API_KEY: '', OPENAI_API_KEY_2: 'k' })).toBe(fix);
  expect(agreeingFix('set OPENAI_API=responses', { OPENAI_API: 'chat' })).toBe(
    'set OPENAI_API=responses',
  );
});

it('a key that is set here is not to be set, but given to the server', () => {
  expect(agreeingFix(fix, { OPENAI_API_KEY: 'k' })).toBe(
    'OPENAI_API_KEY is set in this terminal, but not where the server runs: restart the server with it',
  );
});
