import { and, asc, eq, like, notLike, or } from 'drizzle-orm';
import type { ChatMessage } from '../../contracts/messages.ts';
import type { Database } from '../open.ts';
import { conversations, messages } from '../schema/index.ts';

export type Conversation = typeof conversations.$inferSelect;

export type NewMessage = { turn: number; position: number; message: ChatMessage };
export type StoredMessage = NewMessage & { at: Date };

/** A text as a pattern of LIKE that matches it alone. */
const likeText = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** Reads and writes conversations. A message is written once: a second write of its place is ignored. */
export function conversationRepository(db: Database) {
  return {
    /** Stores a conversation with its first messages, as turn 0. */
    async open(conversation: Omit<Conversation, 'createdAt'>, first: ChatMessage[]) {
      await db.transaction(async (transaction) => {
        await transaction.insert(conversations).values(conversation).onConflictDoNothing();
        await transaction
          .insert(messages)
          .values(
            first.map((message, position) => ({
              conversationId: conversation.id,
              turn: 0,
              position,
              message,
            })),
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
      const isLaterAttempt = like(conversations.nodePath, `${likeText(nodePath)}.try-%`);
      return db
        .select()
        .from(conversations)
        .where(
          and(
            eq(conversations.runId, runId),
            or(
              eq(conversations.nodePath, nodePath),
              and(isLaterAttempt, notLike(conversations.nodePath, `${likeText(nodePath)}.try-%/%`)),
            ),
          ),
        )
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
        .values(stored.map((entry) => ({ conversationId, ...entry })))
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

    /** The model's answer at a turn, where it is stored. */
    async answer(conversationId: string, turn: number) {
      const [row] = await db
        .select({ message: messages.message })
        .from(messages)
        .where(
          and(
            eq(messages.conversationId, conversationId),
            eq(messages.turn, turn),
            eq(messages.position, 0),
          ),
        );
      return row?.message.role === 'assistant' ? row.message : undefined;
    },
  };
}

export type ConversationRepository = ReturnType<typeof conversationRepository>;
