import { and, asc, eq, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { ChatMessage } from '../../../contracts/models/messages.ts';
import { joinTaints } from '../../../contracts/tools/taint.ts';
import type { Database } from '../../open.ts';
import { conversations, messages } from '../../schema/index.ts';
import { isAt } from './node-attempts.ts';

export type Conversation = typeof conversations.$inferSelect;

export type NewConversation = Omit<Conversation, 'createdAt' | 'outside' | 'continues'> &
  Partial<Pick<Conversation, 'outside' | 'continues'>>;

export type NewMessage = { turn: number; position: number; message: ChatMessage };
export type StoredMessage = NewMessage & { at: Date };

/** Whose content a message holds, where an older version stored it. */
const inMessage = sql<string[]>`${messages.message} -> 'outside'`;

const rowOf = (conversationId: string, { turn, position, message }: NewMessage) => ({
  conversationId,
  turn,
  position,
  message,
  outside: 'outside' in message ? message.outside : null,
});

/** Reads and writes conversations. A message is written once: a second write of its place is ignored. */
export function conversationRepository(db: Database) {
  /** The message at a place of a turn, where there is one. */
  async function messageAt(
    conversationId: string,
    turn: number,
    position: number,
  ): Promise<ChatMessage | undefined> {
    const [row] = await db
      .select({ message: messages.message })
      .from(messages)
      .where(
        and(
          eq(messages.conversationId, conversationId),
          eq(messages.turn, turn),
          eq(messages.position, position),
        ),
      );
    return row?.message;
  }

  return {
    /**
     * Stores a conversation with its first messages, as turn 0.
     * @param taken messages that it takes over from another one.
     */
    async open(conversation: NewConversation, first: ChatMessage[], taken: NewMessage[] = []) {
      await db.transaction(async (transaction) => {
        await transaction.insert(conversations).values(conversation).onConflictDoNothing();
        await transaction
          .insert(messages)
          .values(
            [...first.map((message, position) => ({ turn: 0, position, message })), ...taken].map(
              (stored) => rowOf(conversation.id, stored),
            ),
          )
          .onConflictDoNothing();
      });
    },

    async get(id: string): Promise<Conversation | undefined> {
      const [row] = await db.select().from(conversations).where(eq(conversations.id, id));
      return row;
    },

    /** The conversations of a node or a delegation, one for each of its attempts, in their order. */
    async at(runId: string, nodePath: string): Promise<Conversation[]> {
      return db
        .select()
        .from(conversations)
        .where(and(eq(conversations.runId, runId), isAt(conversations.nodePath, nodePath)))
        .orderBy(asc(conversations.createdAt), asc(conversations.id));
    },

    /** The conversations of a run, in the order in which they were opened. */
    async list(runId: string): Promise<Pick<Conversation, 'id' | 'nodePath'>[]> {
      return db
        .select({ id: conversations.id, nodePath: conversations.nodePath })
        .from(conversations)
        .where(eq(conversations.runId, runId))
        .orderBy(asc(conversations.createdAt), asc(conversations.id));
    },

    async append(conversationId: string, stored: NewMessage[]) {
      if (stored.length === 0) return;
      await db
        .insert(messages)
        .values(stored.map((entry) => rowOf(conversationId, entry)))
        .onConflictDoNothing();
    },

    /** Every message, in order. */
    async messages(conversationId: string): Promise<StoredMessage[]> {
      return db
        .select({
          turn: messages.turn,
          position: messages.position,
          message: messages.message,
          at: messages.createdAt,
        })
        .from(messages)
        .where(eq(messages.conversationId, conversationId))
        .orderBy(asc(messages.turn), asc(messages.position));
    },

    /**
     * Turn 0, the latest message at a place that holds all turns up to its own, and what came after it, in order.
     * @param position the place; where there is no message at it, this is every message.
     */
    async messagesSince(conversationId: string, position: number): Promise<StoredMessage[]> {
      const ofThis = eq(messages.conversationId, conversationId);
      const latest = db
        .select({ turn: sql<number>`coalesce(max(${messages.turn}), 0)` })
        .from(messages)
        .where(and(ofThis, eq(messages.position, position)));
      return db
        .select({
          turn: messages.turn,
          position: messages.position,
          message: messages.message,
          at: messages.createdAt,
        })
        .from(messages)
        .where(
          and(
            ofThis,
            or(
              eq(messages.turn, 0),
              sql`${messages.turn} > (${latest})`,
              and(sql`${messages.turn} = (${latest})`, eq(messages.position, position)),
            ),
          ),
        )
        .orderBy(asc(messages.turn), asc(messages.position));
    },

    /**
     * Whose content a conversation rests on, where others wrote it: its task, and all that it was told since.
     * @param before the turn whose answer is asked about: what was told in it or later came after that answer.
     */
    async taint(id: string, before?: number): Promise<string[]> {
      const [opened] = await db
        .select({ outside: conversations.outside })
        .from(conversations)
        .where(eq(conversations.id, id));
      const told = await db
        .select({ outside: messages.outside, inMessage })
        .from(messages)
        .where(
          and(
            eq(messages.conversationId, id),
            before === undefined ? undefined : lt(messages.turn, before),
            or(isNotNull(messages.outside), sql`jsonb_typeof(${inMessage}) = 'array'`),
          ),
        )
        .orderBy(asc(messages.turn), asc(messages.position));
      return joinTaints(
        opened?.outside,
        ...told.map((message) => message.outside ?? message.inMessage),
      );
    },

    /** The messages of one turn, in order. */
    async ofTurn(conversationId: string, turn: number): Promise<ChatMessage[]> {
      const rows = await db
        .select({ message: messages.message })
        .from(messages)
        .where(and(eq(messages.conversationId, conversationId), eq(messages.turn, turn)))
        .orderBy(asc(messages.position));
      return rows.map(({ message }) => message);
    },

    messageAt,

    /** The model's answer at a turn, where it is stored. */
    async answer(conversationId: string, turn: number) {
      const first = await messageAt(conversationId, turn, 0);
      return first?.role === 'assistant' ? first : undefined;
    },
  };
}

export type ConversationRepository = ReturnType<typeof conversationRepository>;
