import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { QdrantRequest } from './qdrant-description.ts';

type Point = { id: string; vector: number[]; payload: JsonObject };
type Collection = { size: number; points: Map<string, Point>; indexes: Set<string> };
type Condition = {
  has_id?: string[];
  key?: string;
  match?: { value: unknown };
  range?: { lte: string };
  is_null?: { key: string };
  is_empty?: { key: string };
  should?: Condition[];
};
type Filter = { must?: Condition[] };

class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A server that speaks as much of Qdrant's REST API as memories need: it keeps points and compares vectors. */
export async function startQdrant() {
  const collections = new Map<string, Collection>();
  const requests: QdrantRequest[] = [];
  let failure: number | undefined;
  let meanwhile: ((request: QdrantRequest) => void) | undefined;

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      const status = error instanceof Refused ? error.status : 500;
      send(response, status, { status: { error: String(error) }, time: 0 });
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', 'http://qdrant');
    const method = request.method ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const body = text === '' ? null : JSON.parse(text);
    const asked = { method, path: pathname, body };
    requests.push(asked);
    meanwhile?.(asked);
    if (failure !== undefined) throw new Refused(failure, 'broken on purpose');
    const [, , name, ...rest] = pathname.split('/').map(decodeURIComponent);
    const operation = `${method} ${rest.join('/')}`.trim();
    const result = name === undefined ? list() : operations[operation]?.(name, body);
    if (result === undefined) throw new Refused(404, `no ${method} ${pathname}`);
    send(response, 200, { result, status: 'ok', time: 0.001 });
  }

  const list = () => ({ collections: [...collections.keys()].map((name) => ({ name })) });

  function collection(name: string): Collection {
    const found = collections.get(name);
    if (found) return found;
    throw new Refused(404, `Not found: Collection \`${name}\` doesn't exist!`);
  }

  const done = { operation_id: 1, status: 'completed' };

  const operations: Record<string, (name: string, body: any) => unknown> = {
    GET: (name) => {
      const { size, points, indexes } = collection(name);
      const vectors = { size, distance: 'Cosine' };
      const payload_schema = Object.fromEntries([...indexes].map((field) => [field, {}]));
      const config = { params: { vectors } };
      return { status: 'green', points_count: points.size, config, payload_schema };
    },
    PUT: (name, { vectors }) => {
      if (collections.has(name)) throw new Refused(409, `Collection \`${name}\` already exists!`);
      if (vectors.distance !== 'Cosine') throw new Refused(400, 'not compared by cosine');
      collections.set(name, { size: vectors.size, points: new Map(), indexes: new Set() });
      return true;
    },
    DELETE: (name) => collections.delete(name),
    'PUT index': (name, { field_name }) => {
      collection(name).indexes.add(field_name);
      return done;
    },
    'PUT points': (name, { points }) => {
      const { size, points: kept } = collection(name);
      for (const { id, vector, payload } of points as Point[]) {
        if (vector.length !== size) throw new Refused(400, `expected dim: ${size}`);
        kept.set(id, { id, vector, payload });
      }
      return done;
    },
    'POST points': (name, { ids }) =>
      (ids as string[]).flatMap((id) => {
        const found = collection(name).points.get(id);
        return found ? [{ id: found.id, payload: found.payload }] : [];
      }),
    'POST points/delete': (name, { points, filter }) => {
      const { points: kept } = collection(name);
      const gone = points ?? matching(name, filter).map(({ id }) => id);
      for (const id of gone) kept.delete(id);
      return done;
    },
    'POST points/batch': (name, { operations: all }) => {
      for (const { set_payload: set } of all) {
        for (const id of set.points) {
          const point = collection(name).points.get(id);
          if (!point) throw new Refused(404, `Not found: No point with id ${id} found`);
          Object.assign(point.payload, set.payload);
        }
      }
      return all.map(() => done);
    },
    'POST points/count': (name, { filter }) => ({ count: matching(name, filter).length }),
    'POST points/scroll': (name, asked) => {
      const { limit = 10, offset, order_by: order, with_payload: fields, filter } = asked;
      const shown = ({ id, payload }: Point) => ({ id, payload: partOf(payload, fields) });
      if (order) {
        if (!collection(name).indexes.has(order.key)) {
          throw new Refused(400, `No range index for \`order_by\` key: \`${order.key}\``);
        }
        const key = ({ payload }: Point) => String(payload[order.key]);
        const sorted = matching(name, filter).toSorted((a, b) => (key(a) < key(b) ? 1 : -1));
        return { points: sorted.slice(0, limit).map(shown), next_page_offset: null };
      }
      const sorted = matching(name, filter).toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const from = offset ? sorted.findIndex(({ id }) => id >= offset) : 0;
      const points = from < 0 ? [] : sorted.slice(from, from + limit);
      return { points: points.map(shown), next_page_offset: sorted[from + limit]?.id ?? null };
    },
    'POST points/query': (name, asked) => {
      const { query, filter, limit = 10, offset = 0, score_threshold: least = -1 } = asked;
      if (query.length !== collection(name).size) throw new Refused(400, 'wrong dimension');
      const points = matching(name, filter)
        .map(({ id, vector, payload }) => ({
          id,
          version: 1,
          score: cosine(vector, query),
          payload,
        }))
        .filter(({ score }) => score >= least)
        .toSorted((one, other) => other.score - one.score)
        .slice(offset, offset + limit);
      return { points };
    },
  };

  function matching(name: string, filter: Filter = {}): Point[] {
    return [...collection(name).points.values()].filter(({ id, payload }) =>
      (filter.must ?? []).every((condition) => holds(condition, { id, payload })),
    );
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    collections,
    requests,
    /** Has every request answered with a status; undefined has them answered well again. */
    fail: (status: number | undefined) => void (failure = status),
    /** Has something done before each request is answered. */
    meanwhile: (act: typeof meanwhile) => void (meanwhile = act),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function holds(condition: Condition, point: Pick<Point, 'id' | 'payload'>): boolean {
  const {
    has_id: ids,
    key = '',
    match,
    range,
    is_null: isNull,
    is_empty: isEmpty,
    should,
  } = condition;
  if (should) return should.some((one) => holds(one, point));
  if (ids) return ids.includes(point.id);
  if (isEmpty) return point.payload[isEmpty.key] === undefined;
  if (isNull) return point.payload[isNull.key] === null;
  const value = point.payload[key];
  if (range) return typeof value === 'string' && Date.parse(value) <= Date.parse(range.lte);
  return value === match?.value;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function partOf(payload: JsonObject, fields: string[] | boolean = true): JsonObject | null {
  if (!Array.isArray(fields)) return fields ? payload : null;
  return Object.fromEntries(Object.entries(payload).filter(([field]) => fields.includes(field)));
}

function cosine(one: number[], other: number[]): number {
  const dot = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  return dot / (Math.hypot(...one) * Math.hypot(...other) || 1);
}
