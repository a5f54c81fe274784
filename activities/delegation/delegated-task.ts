import { z } from 'zod';

/** What a call of `delegate_to_<agent>` is to hold. */
export const delegatedTaskSchema = z.object({ task: z.string().trim().min(1).max(50_000) });
