import { z } from 'zod';
import { ownWords } from './own-words.ts';

/**
 * The characters that a name may have, for patterns. Control characters are spelled out: many validators do not know
 * `\p{Cc}`.
 */
export const nameCharacter = String.raw`[^\u0000-\u001f\u007f-\u009f]`;

/** The user on whose behalf a request is made; costs and budgets are kept per user. */
export const userNameSchema = z
  .string()
  .max(256, 'use at most 256 characters')
  .regex(
    new RegExp(`^${nameCharacter}+$`, 'u'),
    ownWords('is not a valid name', 'write a name without control characters'),
  )
  .refine(
    (name) => name.isWellFormed(),
    ownWords('is not a valid name', 'write whole characters, without half of a surrogate pair'),
  );
