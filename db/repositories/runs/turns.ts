import { LRUCache } from 'lru-cache';
import type { StepKey } from '../../../contracts/activities/index.ts';
import type { AssistantMessage } from '../../../contracts/models/messages.ts';
import { messagePlaces } from '../../../contracts/models/message-places.ts';
import { joinTaints } from '../../../contracts/tools/taint.ts';
import type { Conversation, ConversationRepository, StoredMessage } from './conversations.ts';
import type { StepEnd } from './step-ends.ts';
import type { StepRepository, StepRow } from './steps.ts';

const mostConversations = 1_000;
/** Of JSON, in all conversations together. */
const mostCharacters = 32 * 1024 * 1024;

/** What is known of a conversation up to a turn. */
type History = {
  /** The turn that was asked about: what stands before it is known. */
  turn: number;
  /** From the latest summary on. */
  messages: readonly StoredMessage[];
  /** Messages before the turn that a summary holds. */
  leftOut: number;
  /** Whose content all of it rests on; undefined where it was not told from the messages yet. */
  outside: string[] | undefined;
  characters: number;
};

/** What a model call has put on record last. */
type Answered = { turn: number; answer: AssistantMessage; step: AskedStep };

/** What the record of a model call says of its question. */
export type AskedStep = Pick<StepRow, 'input' | 'inputTokens'>;

/**
 * Conversations as the turns of agents read and write them. A conversation and its messages never change once they are
 * stored, so that a worker that knows the turns before reads only what is new, and counts whether another worker has
 * stored anything else.
 */
export function turnRepository({
  conversations,
  steps,
}: {
  conversations: ConversationRepository;
  steps: StepRepository;
}) {
  const headers = new LRUCache<string, Conversation>({ max: mostConversations });
  const histories = new LRUCache<string, History>({
    maxSize: mostCharacters,
    sizeCalculation: ({ characters }) => characters + 1,
  });
  const latest = new LRUCache<string, Answered>({
    maxSize: mostCharacters,
    sizeCalculation: ({ answer }) => JSON.stringify(answer).length,
  });

  async function get(id: string): Promise<Conversation | undefined> {
    const conversation = headers.get(id) ?? (await conversations.get(id));
    if (conversation) headers.set(id, conversation);
    return conversation;
  }

  /** What was stored since an earlier turn was asked about; undefined where that does not follow on what is known. */
  async function goOn(id: string, known: History): Promise<History | undefined> {
    const fresh = await conversations.fromTurn(id, known.turn);
    if (fresh?.leftOut !== known.leftOut + known.messages.length) return undefined;
    if (fresh.messages.some(isSummary)) return undefined;
    const outside = known.outside && joinTaints(known.outside, ...outsideOf(fresh.messages));
    return {
      turn: known.turn,
      messages: [...known.messages, ...fresh.messages],
      leftOut: known.leftOut,
      outside,
      characters: known.characters + charactersOf(fresh.messages),
    };
  }

  async function readWhole(id: string): Promise<History> {
    const { messages, leftOut } = await conversations.sinceSummary(id);
    const opened = await get(id);
    const outside = leftOut === 0 ? joinTaints(opened?.outside, ...outsideOf(messages)) : undefined;
    return { turn: 0, messages, leftOut, outside, characters: charactersOf(messages) };
  }

  return {
    /** As {@link ConversationRepository.get}. */
    get,

    /**
     * The messages before a turn, from the latest summary on, and the turn's answer where it is stored.
     */
    async before(
      id: string,
      turn: number,
    ): Promise<{ messages: readonly StoredMessage[]; answer: AssistantMessage | undefined }> {
      const known = histories.get(id);
      const history = (known && (await goOn(id, known))) ?? (await readWhole(id));
      const { messages } = history;
      const first = messages.find((entry) => entry.turn === turn && entry.position === 0)?.message;
      const answer = first?.role === 'assistant' ? first : undefined;
      // What stands at the turn or after it may not be all yet.
      if (messages.every((entry) => entry.turn < turn)) histories.set(id, { ...history, turn });
      else histories.delete(id);
      return { messages, answer };
    },

    /** As {@link ConversationRepository.answer}. */
    async answer(id: string, turn: number): Promise<AssistantMessage | undefined> {
      const known = latest.get(id);
      return known?.turn === turn ? known.answer : conversations.answer(id, turn);
    },

    /** The step in which a turn was asked for; undefined where there is none. */
    async asked(id: string, turn: number, step: StepKey): Promise<AskedStep | undefined> {
      const known = latest.get(id);
      return known?.turn === turn ? known.step : steps.get(step);
    },

    /** As {@link ConversationRepository.taint}, of what came before a turn. */
    async taint(id: string, before: number): Promise<string[]> {
      const known = histories.get(id);
      if (known?.turn === before && known.outside) return known.outside;
      const outside = await conversations.taint(id, before);
      if (known?.turn === before) histories.set(id, { ...known, outside });
      return outside;
    },

    /**
     * Stores the answer of a turn and ends its step, in one statement.
     * @returns false where the turn has an answer already, which counts then, or where a later attempt has begun.
     */
    async finish(
      step: StepKey,
      end: StepEnd,
      { id, turn, answer }: { id: string; turn: number; answer: AssistantMessage },
    ): Promise<boolean> {
      const placed = { conversationId: id, turn, position: 0, message: answer };
      const [ended] = await steps.answer(step, end, placed);
      if (!ended) return false;
      const { input, inputTokens } = ended;
      latest.set(id, { turn, answer, step: { input, inputTokens } });
      return true;
    },
  };
}

export type TurnRepository = ReturnType<typeof turnRepository>;

const isSummary = ({ position }: StoredMessage) => position === messagePlaces.summary;

const outsideOf = (messages: readonly StoredMessage[]) =>
  messages.map(({ message }) => ('outside' in message ? message.outside : undefined));

const charactersOf = (messages: readonly StoredMessage[]) =>
  messages.reduce((sum, { message }) => sum + JSON.stringify(message).length, 0);
