import type { RequestedCall } from '../../../contracts/activities/index.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { ChatMessage } from '../../../contracts/models/messages.ts';
import type { Revision } from '../../../db/repositories/runs/plans.ts';

/** What an answer asks for. */
export type Interpretation = {
  /** Calls to run before the next turn. */
  calls: RequestedCall[];
  /** Answers to calls that need no running: they were wrong, or of the plan. */
  observations: { call: number; message: ChatMessage }[];
  /** How many stored results it reads again; they are among the observations. */
  reads: number;
  /** The plan, where the answer changes it. */
  plan?: Revision;
  /** The checked result, where the answer holds one. */
  output?: Json;
  /** Why the last result that the answer tried to deliver was none. */
  refused?: string;
};
