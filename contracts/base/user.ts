import { z } from 'zod';

/** On whose behalf something is asked: costs and budgets are kept by it. */
export const userNameSchema = z
  .string()
  .max(256, 'at most 256 characters')
  .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'is not a name: write one without control characters');
