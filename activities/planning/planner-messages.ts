import type { Json } from '../../contracts/base/json.ts';
import type { PlannerInput } from '../../contracts/planner.ts';

/** What a thread is to do: to load the file, and to have its planner plan where there is an input. */
export type PlannerQuestion = {
  /** Of the file. */
  url: string;
  /** That the planner must have. */
  name: string;
  input?: Omit<PlannerInput, 'signal'>;
  timeMs: number;
};

export type PlannerReply =
  | { planned: Json | undefined }
  | { problem: string; line: number; column: number };
