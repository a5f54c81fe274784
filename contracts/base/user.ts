import { z } from 'zod';
import { ownWords } from './own-words.ts';

/** On whose behalf something is asked: costs and budgets are kept by it. */
export const userNameSchema = z
  .string()
  .max(256, 'use at most 256 characters')
  .regex(
    /^[^\p{Cc}\p{Cs}]+$/u,
    ownWords('is not a valid name', 'write a name without control characters'),
  );
