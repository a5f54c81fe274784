import { DrizzleQueryError } from 'drizzle-orm';
import { isDatabaseAway } from './database-away.ts';

/** A PostgreSQL that refuses to be used so; the message says which setting to look at, and holds no password. */
export class PostgresRefuses extends Error {
  override readonly name = 'PostgresRefuses';
}

const words: Record<string, (url: URL) => string> = {
  '28P01': ({ username }) =>
    `it refuses the password of the user ${username}. Correct the password in DATABASE_URL`,
  '28000': ({ username }) =>
    `it does not accept connections of the user ${username}. Correct the user in DATABASE_URL, or allow this address in pg_hba.conf`,
  '3D000': ({ pathname, username }) =>
    `it has no database ${pathname.slice(1)}. Create it (createdb -O ${username} ${pathname.slice(1)}), or correct DATABASE_URL`,
  '42501': ({ username }) =>
    `the user ${username} cannot create tables in it. Grant the rights to the user, or make it the owner of the database`,
};

/** Where a database is, without who uses it. */
export function placeOfPostgres(url: string): string {
  const { hostname, port } = new URL(url);
  return `the database at ${hostname}:${port || '5432'}`;
}

/** Why a database cannot be used now but may be later; undefined of other errors. */
export function whyPostgresIsAway(error: unknown): string | undefined {
  if (!isDatabaseAway(error)) return undefined;
  const { message, code } = causeOf(error) as NodeJS.ErrnoException;
  return message || code || 'it does not respond';
}

/** An error of opening a database, in words for people where there are some. */
export function inWords(error: unknown, url: string): unknown {
  const { code } = (causeOf(error) ?? {}) as NodeJS.ErrnoException;
  const said = code === undefined ? undefined : words[code];
  if (!said) return error;
  const message = `Cannot use ${placeOfPostgres(url)}: ${said(new URL(url))}.`;
  return new PostgresRefuses(message, { cause: error });
}

function causeOf(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}
