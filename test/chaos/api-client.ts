import { setTimeout as delay } from 'node:timers/promises';

export type Answer = { status: number; body: any };

/** Asks a Baton that may be away: as a client of its own would, again and again. */
export type ApiClient = {
  /**
   * Sends a request until it is answered with something else than "not now".
   * @throws {Error} once `giveUp` says so.
   */
  ask(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** All items of a list. */
  all(path: string): Promise<any[]>;
  /** Requests that were answered with an internal error. */
  unexpected: string[];
};

const answerWithinMs = 20_000;
const pauseMs = 400;
const notNow = [408, 429, 500, 502, 503, 504, 507];

export function createApiClient(
  { url, apiKey }: { url: string; apiKey: string },
  giveUp: () => boolean,
): ApiClient {
  const unexpected: ApiClient['unexpected'] = [];

  async function once(
    method: string,
    path: string,
    body: object | undefined,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const response = await fetch(url + path, {
      method,
      signal: AbortSignal.timeout(answerWithinMs),
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }

  async function ask(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    for (;;) {
      const answer = await once(method, path, body, headers).catch((error: unknown) => error);
      if (!(answer instanceof Error)) {
        const { status } = answer as Answer;
        if (status === 500) unexpected.push(`${method} ${path.replace(/run_\w+/, 'RUN')}: 500`);
        if (!notNow.includes(status)) return answer as Answer;
      }
      if (giveUp()) throw new Error(`${method} ${path}: given up`, { cause: answer });
      await delay(pauseMs);
    }
  }

  return {
    ask,
    unexpected,
    async all(path) {
      const items: any[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = new URL(path, url);
        page.searchParams.set('limit', '200');
        if (cursor) page.searchParams.set('cursor', cursor);
        const { status, body } = await ask('GET', page.pathname + page.search);
        if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
        items.push(...body.items);
        cursor = body.nextCursor;
      }
      return items;
    },
  };
}
