import { expect, it } from 'vitest';
import { requireEmbedded } from '../../../bin/backup/make-backup.ts';

it.each(['DATABASE_URL', 'TEMPORAL_ADDRESS'])('a backup is refused with %s', (name) => {
  expect(() => requireEmbedded({ [name]: 'somewhere' })).toThrow(`${name} is set`);
  expect(() => requireEmbedded({ [name]: '' })).not.toThrow();
});
