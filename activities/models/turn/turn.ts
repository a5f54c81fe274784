import type { CallModelInput } from '../../../contracts/activities/index.ts';
import type { Plan } from '../../../contracts/agents/plan.ts';
import type { Conversation, StoredMessage } from '../../../db/repositories/runs/conversations.ts';

/** One turn of a conversation, to be answered by a model. */
export type Turn = {
  input: CallModelInput;
  conversation: Conversation;
  /** What was said before the turn, from the latest summary on. */
  before: readonly StoredMessage[];
  plan: Plan | undefined;
  /** What a model is told whose plan was rejected. */
  rejection?: string | undefined;
  chain: readonly string[];
};
