import type { AgentDefinition } from '../../contracts/agents/index.ts';
import type { EarlierWork } from '../../contracts/runs/retry.ts';
import type {
  Conversation,
  ConversationRepository,
  StoredMessage,
} from '../../db/repositories/runs/conversations.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import type { StepRepository } from '../../db/repositories/runs/steps.ts';
import { withRetried } from '../base/with-retried.ts';

/** What an agent takes over from a conversation that broke off. */
export type EarlierConversation = {
  conversation: Conversation;
  /** The first turn that did not end. */
  turn: number;
  /** What was said before it, and in it. */
  messages: StoredMessage[];
};

type Needs = {
  conversations: ConversationRepository;
  runs: Pick<RunRepository, 'retriedBy'>;
  steps: Pick<StepRepository, 'get'>;
};

/**
 * The latest conversation of earlier work that was about the same task and has an answer.
 * @param own the conversation that begins.
 */
export async function earlierConversation(
  { runId, nodePath }: EarlierWork,
  own: {
    id: string;
    task: string;
    agent: Pick<AgentDefinition, 'limits' | 'instructions'>;
    once: boolean;
  },
  dependencies: Needs,
): Promise<EarlierConversation | undefined> {
  const { conversations } = dependencies;
  for await (const id of withRetried(runId, dependencies)) {
    const found = (await conversations.at(id, nodePath)).filter((one) => one.id !== own.id);
    const conversation = found.at(-1);
    if (!conversation) continue;
    const stored = await conversations.messages(conversation.id);
    const task = stored.find(({ turn, message }) => turn === 0 && message.role === 'user');
    if (task?.message.text !== own.task) return undefined;
    const turn = own.once
      ? answeredOnce(conversation, stored, own.agent)
      : await openTurn(conversation, stored, own.agent.limits.turns, dependencies);
    if (turn === undefined) return undefined;
    const isTaken = ({ turn: of, message }: StoredMessage) =>
      of < turn.number ? of > 0 || message !== task.message : turn.isAnswered && of === turn.number;
    const messages = stored.filter((one) => isTaken(one) && one.message.role !== 'system');
    return { conversation, turn: turn.number, messages };
  }
  return undefined;
}

/** The one turn of a model that answered with what can be used, where it was told the same. */
function answeredOnce(
  { agent, settings }: Conversation,
  stored: readonly StoredMessage[],
  own: Pick<AgentDefinition, 'instructions'>,
): { number: number; isAnswered: boolean } | undefined {
  const answer = stored.find(({ turn, position }) => turn === 1 && position === 0)?.message;
  const isUsable =
    answer?.role === 'assistant' &&
    answer.toolCalls.length === 0 &&
    (settings.schema ? isJson(answer.text) : answer.text.trim() !== '');
  if (!isUsable || agent.instructions !== own.instructions) return undefined;
  return { number: 1, isAnswered: true };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The turn that an agent is to go on with: the one after the last, or the last where its calls are not all answered. The
 * last turn that it may take is asked for anew, unless calls of it were begun.
 */
async function openTurn(
  { runId, nodePath }: Conversation,
  stored: readonly StoredMessage[],
  mostTurns: number,
  { steps }: Pick<Needs, 'steps'>,
): Promise<{ number: number; isAnswered: boolean } | undefined> {
  const last = stored.findLast(
    ({ position, message }) => position === 0 && message.role === 'assistant',
  );
  if (last?.message.role !== 'assistant') return undefined;
  const { turn } = last;
  const { toolCalls } = last.message;
  const results = new Set(
    stored.filter((one) => one.turn === turn).map(({ position }) => position),
  );
  const open = toolCalls.flatMap((_call, index) => (results.has(index + 1) ? [] : [index]));
  const begun = await Promise.all(
    open.map((index) => steps.get({ runId, nodePath, step: `turn-${turn}.call-${index}` })),
  );
  if (begun.some((step) => step !== undefined)) return { number: turn, isAnswered: true };
  if (turn >= mostTurns) return { number: mostTurns, isAnswered: false };
  const isOpen = open.length > 0 || toolCalls.length === 0;
  return isOpen ? { number: turn, isAnswered: true } : { number: turn + 1, isAnswered: false };
}
