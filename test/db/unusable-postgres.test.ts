import { expect, it } from 'vitest';
import { inWords, PostgresRefuses, whyPostgresIsAway } from '../../db/unusable-postgres.ts';

const url = 'postgresql://baton:secret@db.example:5433/records';
const refusal = (code: string) => Object.assign(new Error('from the server'), { code });

it.each([
  ['28P01', 'the password of the user baton'],
  ['28000', 'the user baton'],
  ['3D000', 'no database records'],
  ['42501', 'cannot create tables'],
])('says what to do of %s, without the password, and does not wait', (code, words) => {
  const error = inWords(refusal(code), url);
  expect(error).toBeInstanceOf(PostgresRefuses);
  expect(String(error)).toContain('the database at db.example:5433');
  expect(String(error)).toContain(words);
  expect(String(error)).not.toContain('secret');
  expect(whyPostgresIsAway(refusal(code))).toBeUndefined();
});

it.each(['57P03', 'ECONNREFUSED', '53300'])('waits where the server says %s', (code) => {
  expect(whyPostgresIsAway(refusal(code))).toBe('from the server');
});
