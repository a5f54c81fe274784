import { and, asc, count, eq, gte, isNotNull, lt, or, sql } from 'drizzle-orm';
import { messagePlaces } from '../../../contracts/models/message-places.ts';
import type { ChatMessage } from '../../../contracts/models/messages.ts';
import { joinTaints } from '../../../contracts/tools/taint.ts';
import { builtOnce } from '../../built-once.ts';
import type { Database } from '../../open.ts';
import { conversations, messages } from '../../schema/index.ts';
import { isAt } from './node-attempts.ts';

export type Conversation = typeof conversations.$inferSelect;

export type NewConversation = Omit<Conversation, 'createdAt' | 'outside' | 'continues'> &
  Partial<Pick<Conversation, 'outside' | 'continues'>>;

export type NewMessage = { turn: number; position: number; message: ChatMessage };
/** A message with the conversation that it belongs to. */
export type PlacedMessage = NewMessage & { conversationId: string };
export type StoredMessage = NewMessage & { at: Date };

/** Messages of a conversation in their order, and how many others of it are stored. */
export type Stretch = { messages: StoredMessage[]; leftOut: number };

const stored = {
  turn: messages.turn,
  position: messages.position,
  message: messages.message,
  at: messages.createdAt,
};

/** Whose content a message holds, where an older version stored it. */
const inMessage = sql<string[]>`${messages.message} -> 'outside'`;

/** A message as it is stored. */
export const messageRow = ({ conversationId, turn, position, message }: PlacedMessage) => ({
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

  const fromTurn = builtOnce(
    ({ conversationId, turn }: { conversationId: string; turn: number }) => {
      const ofThis = eq(messages.conversationId, conversationId);
      const before = db
        .select({ count: count() })
        .from(messages)
        .where(and(ofThis, lt(messages.turn, turn)));
      return db
        .select({ ...stored, before: sql<number>`(${before})`.mapWith(Number) })
        .from(messages)
        .where(and(ofThis, gte(messages.turn, turn)))
        .orderBy(asc(messages.turn), asc(messages.position));
    },
  );

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
              (entry) => messageRow({ conversationId: conversation.id, ...entry }),
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

    async append(conversationId: string, entries: NewMessage[]) {
      if (entries.length === 0) return;
      await db
        .insert(messages)
        .values(entries.map((entry) => messageRow({ conversationId, ...entry })))
        .onConflictDoNothing();
    },

    /** Every message, in order. */
    async messages(conversationId: string): Promise<StoredMessage[]> {
      return db
        .select(stored)
        .from(messages)
        .where(eq(messages.conversationId, conversationId))
        .orderBy(asc(messages.turn), asc(messages.position));
    },

    /**
     * Turn 0, the latest summary, which holds all turns up to its own, and what came after it, in order; without a
     * summary, every message.
     */
    async sinceSummary(conversationId: string): Promise<Stretch> {
      const ofThis = eq(messages.conversationId, conversationId);
      const isSummary = eq(messages.position, messagePlaces.summary);
      const latest = db
        .select({ turn: sql<number>`coalesce(max(${messages.turn}), 0)` })
        .from(messages)
        .where(and(ofThis, isSummary));
      const all = db.select({ count: count() }).from(messages).where(ofThis);
      const rows = await db
        .select({ ...stored, all: sql<number>`(${all})`.mapWith(Number) })
        .from(messages)
        .where(
          and(
            ofThis,
            or(
              eq(messages.turn, 0),
              sql`${messages.turn} > (${latest})`,
              and(sql`${messages.turn} = (${latest})`, isSummary),
            ),
          ),
        )
        .orderBy(asc(messages.turn), asc(messages.position));
      const leftOut = (rows[0]?.all ?? 0) - rows.length;
      return { leftOut, messages: rows.map(({ all: _all, ...row }) => row) };
    },

    /** The messages of a turn and of those after it, in order, where there is one. */
    async fromTurn(conversationId: string, turn: number): Promise<Stretch | undefined> {
      const rows = await fromTurn({ conversationId, turn });
      const [first] = rows;
      if (!first) return undefined;
      return { leftOut: first.before, messages: rows.map(({ before: _before, ...row }) => row) };
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
