import { and, desc, eq, getTableColumns, gt, gte, inArray, lt, or, sql } from 'drizzle-orm';
import type { RequestDoor, RequestStatus } from '../../../contracts/models/model-request.ts';
import { builtOnce } from '../../built-once.ts';
import type { Database } from '../../open.ts';
import { modelRequests } from '../../schema/index.ts';

export type ModelRequestRow = typeof modelRequests.$inferSelect;
/** A request without what was said. */
export type ListedRequest = Omit<ModelRequestRow, 'content'>;

export type RequestPosition = { at: Date; id: string };

/** Which requests are listed; every part that is given must hold. */
export type RequestFilter = {
  model?: string | undefined;
  provider?: string | undefined;
  status?: RequestStatus | undefined;
  door?: RequestDoor | undefined;
  runId?: string | undefined;
  /** Also those that ask once more for the form of its answer. */
  callId?: string | undefined;
  agent?: string | undefined;
  user?: string | undefined;
  keyId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  minCostUsd?: string | undefined;
  /** Only those for which more than one model or deployment was tried. */
  isRetried?: boolean | undefined;
  /** Of those that came through the gateway only this user's. */
  seenBy?: string | undefined;
  after?: RequestPosition | undefined;
};

/** Requests whose texts are looked into for a page at most: each is decrypted for it. */
const searchedForPage = 500;
const searchedAtOnce = 100;

const { content: _, ...listed } = getTableColumns(modelRequests);
const newestFirst = [desc(modelRequests.at), desc(modelRequests.id)];

/** The values of several rows, by the number of the row and the name of the column. */
type Flattened = Record<`${number} ${string}`, unknown>;

const flattened = (rows: readonly ModelRequestRow[]): Flattened =>
  Object.fromEntries(
    rows.flatMap((row, at) => Object.entries(row).map(([name, value]) => [`${at} ${name}`, value])),
  );

function rowsOf(given: Flattened): ModelRequestRow[] {
  const rows: Record<string, unknown>[] = [];
  for (const [place, value] of Object.entries(given)) {
    const [at, name = ''] = place.split(' ');
    (rows[Number(at)] ??= {})[name] = value;
  }
  return rows as ModelRequestRow[];
}

/** Reads and writes the requests to models that people can look at. */
export function modelRequestRepository(db: Database) {
  const put = builtOnce((given: Flattened) => {
    const { id: _id, ...columns } = getTableColumns(modelRequests);
    const set = Object.fromEntries(
      Object.entries(columns).map(([key, { name }]) => [
        key,
        sql`excluded.${sql.identifier(name)}`,
      ]),
    );
    return db
      .insert(modelRequests)
      .values(rowsOf(given))
      .onConflictDoUpdate({ target: modelRequests.id, set });
  });

  return {
    /** Stores requests; one that is stored already is replaced. */
    async put(rows: readonly ModelRequestRow[]): Promise<void> {
      if (rows.length > 0) await put(flattened(rows));
    },

    async get(id: string): Promise<ModelRequestRow | undefined> {
      const [row] = await db.select().from(modelRequests).where(eq(modelRequests.id, id));
      return row;
    },

    /** Newest first, from the one after `after`. */
    async list({ limit, ...filter }: RequestFilter & { limit: number }): Promise<ListedRequest[]> {
      return db
        .select(listed)
        .from(modelRequests)
        .where(whereOf(filter))
        .orderBy(...newestFirst)
        .limit(limit);
    },

    /**
     * Of the next requests that match, newest first, those that hold a text. They are read in parts, since SQL cannot look
     * into what is sealed.
     * @returns also where the next page begins; undefined where none is left.
     */
    async search(
      text: string,
      { limit, ...filter }: RequestFilter & { limit: number },
    ): Promise<{ found: ListedRequest[]; next: RequestPosition | undefined }> {
      const found: ListedRequest[] = [];
      let { after } = filter;
      for (let searched = 0; searched < searchedForPage; searched += searchedAtOnce) {
        const part = await db
          .select()
          .from(modelRequests)
          .where(whereOf({ ...filter, after }))
          .orderBy(...newestFirst)
          .limit(searchedAtOnce);
        for (const row of part) {
          after = { at: row.at, id: row.id };
          if (holdsText(row, text)) found.push(withoutContent(row));
          if (found.length === limit) return { found, next: after };
        }
        if (part.length < searchedAtOnce) return { found, next: undefined };
      }
      return { found, next: after };
    },

    /** Forgets the requests from before a time; gives how many there were. */
    async prune(before: Date): Promise<number> {
      const gone = await db
        .delete(modelRequests)
        .where(lt(modelRequests.at, before))
        .returning({ id: modelRequests.id });
      return gone.length;
    },

    /** Forgets the oldest requests, until what was said in the others takes no more; gives how many there were. */
    async pruneTo(maxBytes: number): Promise<number> {
      const { id, at, content } = modelRequests;
      const sizes = db
        .select({
          id,
          total:
            sql<string>`sum(pg_column_size(${content})) over (order by ${at} desc, ${id} desc)`.as(
              'total',
            ),
        })
        .from(modelRequests)
        .as('sizes');
      const beyond = db
        .select({ id: sizes.id })
        .from(sizes)
        .where(sql`${sizes.total} > ${maxBytes}`);
      const gone = await db.delete(modelRequests).where(inArray(id, beyond)).returning({ id });
      return gone.length;
    },
  };
}

function whereOf(filter: RequestFilter) {
  const { model, provider, status, door, runId, callId, agent, user, keyId } = filter;
  const { from, to, minCostUsd, isRetried, seenBy, after } = filter;
  const table = modelRequests;
  return and(
    model ? eq(table.model, model) : undefined,
    provider ? sql`starts_with(${table.model}, ${`${provider}:`})` : undefined,
    status && eq(table.status, status),
    door && eq(table.door, door),
    runId ? eq(table.runId, runId) : undefined,
    callId ? inArray(table.callId, [callId, `${callId}:repair`]) : undefined,
    agent ? eq(table.agent, agent) : undefined,
    user ? eq(table.user, user) : undefined,
    keyId ? eq(table.keyId, keyId) : undefined,
    from && gte(table.at, from),
    to && lt(table.at, to),
    minCostUsd === undefined ? undefined : gte(table.costUsd, minCostUsd),
    isRetried ? gt(table.tries, 1) : undefined,
    seenBy === undefined ? undefined : or(eq(table.door, 'run'), eq(table.user, seenBy)),
    after && or(lt(table.at, after.at), and(eq(table.at, after.at), lt(table.id, after.id))),
  );
}

/** Whether a text stands in a request's ids or in what was said, in capital letters or small ones. */
function holdsText(row: ModelRequestRow, text: string): boolean {
  const wanted = text.toLowerCase();
  const { id, callId, runId, nodePath, content } = row;
  const places = [id, callId, runId ?? '', nodePath ?? '', ...textsIn(content)];
  return places.some((place) => place.toLowerCase().includes(wanted));
}

/** Every text of a value: in JSON, quotation marks and line breaks within texts would be written otherwise. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

function withoutContent({ content: _content, ...row }: ModelRequestRow): ListedRequest {
  return row;
}

export type ModelRequestRepository = ReturnType<typeof modelRequestRepository>;
