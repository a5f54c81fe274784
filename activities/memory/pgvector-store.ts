import { DrizzleQueryError } from 'drizzle-orm';
import type { Database } from '../../db/open.ts';
import { memoryRepository, prepareMemories } from '../../db/repositories/agents/memories.ts';
import type { MemoryStore } from './memory-store.ts';
import { MemoryUnavailable } from './memory-unavailable.ts';
import { pruneMemories } from './prune.ts';

/**
 * Memories in the database, compared by pgvector. The extension and the table are made at the first use.
 * @param settings.now @default the time
 */
export function createPgvectorStore(settings: {
  db: Database;
  /** `PGlite` or `PostgreSQL`. */
  databaseName: string;
  now?: () => Date;
}): MemoryStore {
  const { db, databaseName, now = () => new Date() } = settings;
  const rows = memoryRepository(db);
  let prepared: Promise<void> | undefined;

  async function prepare(): Promise<void> {
    prepared ??= prepareMemories(db);
    try {
      await prepared;
    } catch (error) {
      // A server that was away, or that has got the extension since, is asked again.
      prepared = undefined;
      throw error;
    }
  }

  async function use<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      await prepare();
      return await work();
    } catch (error) {
      throw toUnavailable(error, databaseName);
    }
  }

  return {
    name: `pgvector in ${databaseName}`,
    remember: (memory) => use(() => rows.insert(memory)),
    has: (agent, id) => use(() => rows.has(agent, id)),
    search: (agent, query) => use(() => rows.similar(agent, query)),
    recall: (agent, query) =>
      use(async () => {
        const found = await rows.similar(agent, query);
        for (const memory of found) await rows.noteRecall(agent, memory, now());
        return found;
      }),
    newest: (agent, page) => use(() => rows.newest(agent, page)),
    count: (agent) => use(() => rows.count(agent)),
    forget: (agent, scope) => use(() => rows.forget(agent, scope)),
    prune: (agent, limits) => use(() => pruneMemories(rows, agent, limits)),
    sealOld: async () => undefined,
    check: () => use(async () => undefined),
  };
}

/** PostgreSQL's codes for an extension that the server does not have, or that its user may not create. */
const reasons: Record<string, string> = {
  '0A000': 'does not have the extension vector: install pgvector on its server',
  '58P01': 'does not have the extension vector: install pgvector on its server',
  '42501':
    'does not allow its user to create the extension vector: ask an administrator to create it',
};

/** PostgreSQL's own codes: those of Node and of the network are longer. */
const sqlState = /^[0-9A-Z]{5}$/;
/** Its classes for a server that is away, busy or full: trying again later can help. */
const passing = /^(08|40|53|55|57)/;

/** An error of the database, in words that say what to do; a mistake of the program as it is. */
function toUnavailable(error: unknown, databaseName: string): unknown {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (cause instanceof TypeError || cause instanceof RangeError) return error;
  const { code = '' } = (cause ?? {}) as { code?: string };
  const reason = reasons[code];
  if (reason !== undefined) {
    const message = `${databaseName} ${reason}, or set QDRANT_URL.`;
    return new MemoryUnavailable(message, { retryable: false });
  }
  if (sqlState.test(code) && !passing.test(code)) {
    const message = `${databaseName} refused a memory query (SQLSTATE ${code}). See its log.`;
    return new MemoryUnavailable(message, { retryable: false });
  }
  const message = `${databaseName} does not respond to memory queries. Check that it is running.`;
  return new MemoryUnavailable(message, { retryable: true });
}
