import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';

/** A statement is prepared once it has come this often: most are rare, and each takes memory of every connection. */
const seenBefore = 10;
const mostPrepared = 100;
/** Texts that are counted: lists of ids make ever new ones. */
const mostCounted = 2_000;

/** What the server says where a statement is not the one that was prepared: a pooler led to another server's session. */
const notPrepared = new Set(['26000', '42P05']);

type Config = { text?: string; name?: string };
type Done = (error: unknown, result?: unknown) => void;
type Query = (
  config: string | Config,
  values: unknown,
  done?: Done,
) => Promise<unknown> | undefined;

/**
 * Which statements of a pool are prepared: the server then reads and plans them once for each connection. It is over with the first
 * that a server does not know, since a pooler is between that gives each transaction another connection.
 */
export function statementNames() {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  let isOver = false;
  return {
    /** The name of a statement that is to be prepared. */
    of(text: string): string | undefined {
      if (isOver) return undefined;
      const known = names.get(text);
      if (known !== undefined || names.size >= mostPrepared) return known;
      const count = (counts.get(text) ?? 0) + 1;
      if (count <= seenBefore) {
        if (counts.size < mostCounted || counts.has(text)) counts.set(text, count);
        return undefined;
      }
      counts.delete(text);
      // Processes that share a session by a pooler give the same statement the same name.
      const name = `baton_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
      names.set(text, name);
      return name;
    },
    end() {
      isOver = true;
      names.clear();
      counts.clear();
    },
  };
}

/** Has a connection prepare the statements that come again and again. */
export function prepareStatements(
  client: ClientBase,
  names: ReturnType<typeof statementNames>,
): void {
  const query = client.query.bind(client) as unknown as Query;
  /** Whether a statement is sent once more as it is; what a transaction has done until now is lost with its error. */
  const isSentAgain = (error: unknown) => {
    if (!notPrepared.has((error as { code?: string } | null)?.code ?? '')) return false;
    names.end();
    return client.getTransactionStatus() === 'I';
  };
  const prepared: Query = (config, values, done) => {
    const text = typeof config === 'object' && !config.name ? config.text : undefined;
    const name = text === undefined ? undefined : names.of(text);
    if (name === undefined) return query(config, values, done);
    const named = { ...(config as Config), name };
    if (!done) {
      return query(named, values)?.catch((error: unknown) => {
        if (!isSentAgain(error)) throw error;
        return query(config, values);
      });
    }
    return query(named, values, (error, result) => {
      if (isSentAgain(error)) query(config, values, done);
      else done(error, result);
    });
  };
  client.query = prepared as unknown as typeof client.query;
}
