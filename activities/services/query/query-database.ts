import { Socket } from 'node:net';
import { Client, DatabaseError } from 'pg';
import type { Json } from '../../../contracts/base/json.ts';
import { cutText } from '../../../contracts/base/text.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { namesAfterDots, refusedFunctions } from './functions.ts';

/** Characters of one value. */
const longestValue = 2_000;

type ReadValue = (text: string) => Json;

const number: ReadValue = (text) => (Number.isFinite(Number(text)) ? Number(text) : null);
const json: ReadValue = (text) =>
  text.length > longestValue ? cutText(text, longestValue) : (JSON.parse(text) as Json);

/** How values of PostgreSQL's types are shown, by the type's id; those that are not here stay text. */
const readers = new Map<number, ReadValue>([
  [16, (text) => text === 't'],
  // int2, int4 and floats; int8 and numeric stay text, since a number could not hold all of their digits.
  ...[21, 23, 26, 700, 701].map((id) => [id, number] as const),
  ...[114, 3802].map((id) => [id, json] as const),
]);

/** The `types` of a query, by which its values become JSON; NaN and infinity become null. */
const readValues = {
  getTypeParser: (id: number) => readers.get(id) ?? ((text: string) => cutText(text, longestValue)),
};

const connectTimeoutMs = 5_000;
/** Bytes that are received at all: what a row holds is known only when it is there. */
const mostReceived = 16_000_000;
const watchMs = 20;
/** Bytes of all rows, as JSON. */
const mostBytes = 200_000;

export type QueryAnswer = {
  columns: string[];
  rows: Json[][];
  /** Whether there are more rows than are given. */
  isCut: boolean;
};

export type QueryDatabase = (
  request: {
    sql: string;
    parameters: readonly (string | number | boolean | null)[];
    limit: number;
  },
  signal: AbortSignal,
) => Promise<QueryAnswer>;

/**
 * Queries a database of PostgreSQL and changes nothing: the role must be one that may not do as it likes, the transaction
 * reads only, a cursor takes one query and no other statement, and only functions that compute are called, in whichever
 * notation. Each query has a connection of its own, so that what it sets for its session is gone with it.
 */
export function createQueryDatabase(
  url: string,
  { statementTimeoutMs = 10_000 } = {},
): QueryDatabase {
  return async ({ sql, parameters, limit }, signal) => {
    signal.throwIfAborted();
    const refused = refusedFunctions(sql);
    if (refused.length > 0) throw notAllowed(refused);
    const socket = new Socket();
    let isTooLarge = false;
    const watch = setInterval(() => {
      isTooLarge ||= socket.bytesRead > mostReceived;
      if (isTooLarge) socket.destroy();
    }, watchMs);
    const client = new Client({
      connectionString: url,
      stream: () => socket,
      application_name: 'baton query_database',
      connectionTimeoutMillis: connectTimeoutMs,
      // Its own limit comes first, and says more.
      query_timeout: statementTimeoutMs + 5_000,
      // `refusedFunctions` reads texts by it.
      options: `-c standard_conforming_strings=on -c default_transaction_read_only=on -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=${statementTimeoutMs}`,
    });
    // An error between two queries has nobody to go to.
    client.on('error', () => undefined);
    const close = () => void client.end().catch(() => undefined);
    signal.addEventListener('abort', close, { once: true });
    try {
      await client.connect().catch(notReached);
      await checkRole(client);
      await client.query('begin transaction isolation level repeatable read read only');
      await checkNames(client, namesAfterDots(sql));
      const text = `declare answer no scroll cursor for ${withoutEnd(sql)}\n`;
      // The extended protocol takes one statement alone.
      await client.query({ text, values: [...parameters], queryMode: 'extended' } as never);
      const fetched = await client.query({
        text: `fetch ${limit + 1} from answer`,
        rowMode: 'array',
        types: readValues as never,
      });
      const rows = fetched.rows as unknown as Json[][];
      const kept = withinBytes(rows.slice(0, limit));
      const columns = fetched.fields.map(({ name }) => name);
      return { columns, rows: kept, isCut: kept.length < rows.length };
    } catch (error) {
      signal.throwIfAborted();
      if (isTooLarge) throw tooLarge();
      throw toToolError(error, statementTimeoutMs);
    } finally {
      clearInterval(watch);
      signal.removeEventListener('abort', close);
      close();
    }
  };
}

/** A query without the semicolon at its end. */
const withoutEnd = (sql: string) => sql.trim().replace(/;\s*$/, '');

/** Rows until they have too many bytes. */
function withinBytes(rows: Json[][]): Json[][] {
  let bytes = 0;
  const end = rows.findIndex(
    (row) => (bytes += Buffer.byteLength(JSON.stringify(row))) > mostBytes,
  );
  return end === -1 ? rows : rows.slice(0, end);
}

function notAllowed(functions: string[]): ToolError {
  return new ToolError(
    `Functions not allowed: ${cutText(functions.join(', '), 300)}. Use those of PostgreSQL for numbers, texts, dates, JSON, arrays and aggregates, and write "as" before the alias of a table.`,
    { retryable: false },
  );
}

function tooLarge(): ToolError {
  return new ToolError(
    'The rows are larger than 16 MB. Request fewer rows, or shorten long values with left(value, 1000).',
    { retryable: false },
  );
}

/** Roles that may read or write files of the server, or run programs there. */
const tooMighty = ['pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program'];

/** Also where it is not mighty by itself: a query can take on each role that its own is a member of. */
async function checkRole(client: Client): Promise<void> {
  const { rows } = await client.query<{ role: string; mighty: boolean }>(
    `select session_user as role, exists (select from pg_roles where (rolsuper or rolname = any($1::text[]))
       and pg_has_role(session_user, oid, 'member')) as mighty`,
    [tooMighty],
  );
  if (rows[0]?.mighty === false) return;
  throw new ToolError(
    `The role ${rows[0]?.role ?? 'of BATON_QUERY_DATABASE_URL'} has admin rights on its server and is not used. Create a read-only role: create role reader login password '…'; grant select on … to reader;`,
    { retryable: false, fault: 'upstream' },
  );
}

/** Refuses names after dots that could call a function. What only computes is left: casts, and what is immutable. */
async function checkNames(client: Client, names: string[]): Promise<void> {
  if (names.length === 0) return;
  const { rows } = await client.query<{ name: string }>(
    `select distinct proname as name from pg_catalog.pg_proc p
       where proname = any($1::text[]::name[]) and pronargs > 0 and pronargs - pronargdefaults <= 1
       and not (pronamespace = 'pg_catalog'::regnamespace
         and (provolatile = 'i' or exists (select from pg_catalog.pg_cast where castfunc = p.oid)))`,
    [names],
  );
  if (rows.length === 0) return;
  const found = rows.map(({ name }) => `.${name}`).join(', ');
  throw new ToolError(
    `Names not allowed after a dot, because functions have them too: ${cutText(found, 300)}. Write a column of such a name without its table, or name the columns of the table with "as t (a, b)".`,
    { retryable: false },
  );
}

function notReached(cause: unknown): never {
  if (cause instanceof DatabaseError) throw toToolError(cause, connectTimeoutMs);
  throw new ToolError('The database of BATON_QUERY_DATABASE_URL cannot be reached.', {
    retryable: true,
    away,
    cause,
  });
}

/** What is waited for: a query only reads, so that it may be sent again. */
const away = { what: 'the database of BATON_QUERY_DATABASE_URL' };
/** SQLSTATEs of a server that cannot serve now. */
const ofOutages = /^(08|53|57P0[123])/;
/** SQLSTATEs after which the same query can do better. */
const passing = /^(08|40|53|57P0[123])/;

function toToolError(error: unknown, timeoutMs: number): ToolError {
  if (error instanceof ToolError) return error;
  if (!(error instanceof DatabaseError)) {
    return new ToolError('The database closed the connection.', {
      retryable: true,
      away,
      cause: error,
    });
  }
  const { code = '', message, hint, position } = error;
  if (code === '57014') {
    const seconds = timeoutMs / 1_000;
    return new ToolError(`The query took longer than ${seconds} s. Request less data.`, {
      retryable: false,
    });
  }
  const where = position === undefined ? '' : ` near "${cutText(near(error), 40)}"`;
  const advice = hint === undefined ? '' : ` Hint: ${hint}`;
  const rule =
    code === '42601'
      ? ' Only a single query that begins with select, values, table or with is allowed.'
      : '';
  return new ToolError(
    `The database reports: ${cutText(message, 500)} (${code})${where}.${advice}${rule}`,
    {
      retryable: passing.test(code),
      away: ofOutages.test(code) ? away : undefined,
      cause: error,
    },
  );
}

function near({ message }: DatabaseError): string {
  return /at or near "([^"]*)"/.exec(message)?.[1] ?? message;
}
