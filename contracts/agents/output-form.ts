import type { z } from 'zod';
import type { JsonSchema } from '../base/json.ts';

/**
 * A named form in which an agent delivers its result: each variant is a tool that the model calls,
 * and the arguments of that call, with the variant's name as `action` where there are several, are
 * the output. A decision is so always a checked tool call, never text that looks like one.
 */
export type OutputForm = {
  description: string;
  variants: Record<string, OutputVariant>;
};

export type OutputVariant = {
  description: string;
  parameters: z.ZodType;
  /** The JSON Schema that `parameters` were made of, where they were. */
  schema?: JsonSchema;
};
