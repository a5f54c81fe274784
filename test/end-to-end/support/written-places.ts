import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../../../db/open.ts';
import * as schema from '../../../db/schema/index.ts';
import { openKeyFile } from '../../../keys/key-file.ts';
import { createRecordSealer } from '../../../keys/record-sealer.ts';

/** Takes whatever it is sent, and keeps it: traces and metrics are sent here. */
export async function startCollector() {
  const received: Buffer[] = [];
  const server = createServer(async (request, response) => {
    for await (const chunk of request) received.push(chunk as Buffer);
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => Buffer.concat(received).toString('latin1'),
  };
}

/** All files of a folder, by their path in it. */
export async function filesOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    paths.map(async (path) => [relative(folder, path), await readFile(path, 'latin1')] as const),
  );
  return new Map(texts);
}

/**
 * All rows of all tables, as text: in its files the database compresses long ones. Then its files hold all of it.
 * `opened` is the same as Baton reads it, with the keys of the folder.
 */
export async function rowsOf(
  folder: string,
): Promise<{ rows: Map<string, string>; opened: string }> {
  const sealer = createRecordSealer(await openKeyFile(folder));
  const { db, close } = await openDatabase({ dataFolder: folder, sealer });
  const rows = async (query: ReturnType<typeof sql>) => {
    const result = (await db.execute(query)) as unknown as { rows: Record<string, string>[] };
    return result.rows;
  };
  try {
    const names = await rows(
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    const found = new Map<string, string>();
    for (const { name = '' } of names) {
      const texts = await rows(sql`select each::text as text from ${sql.identifier(name)} as each`);
      found.set(`table ${name}`, texts.map(({ text }) => text).join('\n'));
    }
    const tables = Object.values(schema).filter((each) => is(each, PgTable));
    const opened = await Promise.all(tables.map((table) => db.select().from(table)));
    await db.execute(sql`checkpoint`);
    return { rows: found, opened: JSON.stringify(opened) };
  } finally {
    await close();
  }
}
