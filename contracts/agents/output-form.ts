import type { z } from 'zod';
import type { Json, JsonObject, JsonSchema } from '../base/json.ts';

/**
 * A named form in which an agent delivers its result: each variant is a tool that the model calls,
 * and the arguments of that call, with the variant's name as `action` where there are several, are
 * the output. A decision is so always a checked tool call, never text that looks like one.
 */
export type OutputForm = {
  description: string;
  variants: Record<string, OutputVariant>;
  /**
   * Why a result is of something else than its agent was asked about; undefined where it is not.
   * @param asked the short texts of the input, by name.
   */
  strays?(result: JsonObject, asked: Readonly<Record<string, string>>): string | undefined;
};

export type OutputVariant = {
  description: string;
  parameters: z.ZodType;
  /** The JSON Schema that `parameters` were made of, where they were. */
  schema?: JsonSchema;
  /** What a result of this variant does, beside what it says. */
  act?: ResultAct;
};

/**
 * A result that is an act: to deliver it is to ask for a call of a tool, which goes the way of every side effect of an agent. What
 * the tool gives is part of the result; where it is refused there is no result, and the model reads why.
 */
export type ResultAct = {
  /** The tool, which the model is not offered itself. */
  tool: string;
  args(result: JsonObject): JsonObject;
  /** What the result says of an answer of the tool; undefined of one that was no act, such as a check. */
  done(answer: Json): JsonObject | undefined;
  /** What the result says where its agent has not the tool. */
  undone: JsonObject;
};
