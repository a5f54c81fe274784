import type { FastifyRequest } from 'fastify';
import { cutText } from '../../contracts/base/text.ts';
import type { AccessLog } from '../../db/repositories/access/access-log.ts';

/** Pages that are written down in a window: what a page tries again and again fills no log. */
const mostPages = 5;
const windowMs = 60_000;
const mostCharacters = 200;

export type RefusedRequests = {
  /** @param refusal.from the origin of the page, or the name that it gave this server. */
  add(
    request: FastifyRequest,
    refusal: { by: string | null; why: 'origin' | 'host'; from: string },
  ): Promise<void>;
};

/** Writes down what pages of other origins tried: each of them once a minute, and a few in all. */
export function createRefusedRequests(log: Pick<AccessLog, 'add'>): RefusedRequests {
  let begun = 0;
  const seen = new Set<string>();

  return {
    async add({ method, routeOptions, ip: address, log: logger }, { by, why, from }) {
      if (Date.now() >= begun + windowMs) {
        begun = Date.now();
        seen.clear();
      }
      const page = `${by} ${why} ${from}`;
      if (seen.has(page) || seen.size >= mostPages) return;
      seen.add(page);
      // Without its query, which may hold the code of a link.
      const target = `${method} ${routeOptions.url ?? 'unknown path'}`;
      const detail = { why, from: cutText(from, mostCharacters) };
      logger.warn({ address, ...detail }, `request refused: ${target}`);
      await log.add({ by, action: 'request.refused', target, detail, address });
    },
  };
}
