import type { FastifyRequest } from 'fastify';
import type { Right } from '../../contracts/access/roles.ts';
import { cutText } from '../../contracts/base/text.ts';
import type { AccessLog } from '../../db/repositories/access/access-log.ts';
import { Problem } from '../base/problem.ts';

/** Lines that all pages together, and each person, can add in a window: what is tried again and again fills no log. */
const mostLines = 5;
const windowMs = 60_000;
const mostCharacters = 200;

export type RefusedRequests = {
  /** @param refusal.from the origin of the page, or the name that it gave this server. */
  add(
    request: FastifyRequest,
    refusal: { by: string | null; why: 'origin' | 'host'; from: string },
  ): Promise<void>;
  /** Writes down a request of somebody who may not do it: one for a decision as a refused decision. */
  addForbidden(
    request: FastifyRequest,
    refusal: { by: string; error: unknown; right: Right },
  ): Promise<void>;
};

/** Writes down what pages of other origins, and people without the right, tried: each once a minute, and a few in all. */
export function createRefusedRequests(log: Pick<AccessLog, 'add'>): RefusedRequests {
  let begun = 0;
  const seen = new Map<string, Set<string>>();

  /** @param who whose lines are counted together. */
  function isNew(who: string, what: string): boolean {
    if (Date.now() >= begun + windowMs) {
      begun = Date.now();
      seen.clear();
    }
    const lines = seen.get(who) ?? new Set();
    seen.set(who, lines);
    if (lines.has(what) || lines.size >= mostLines) return false;
    lines.add(what);
    return true;
  }

  return {
    async add(request, { by, why, from }) {
      if (!isNew('pages', `${by} ${why} ${from}`)) return;
      const { ip: address, log: logger } = request;
      const target = routeOf(request);
      const detail = { why, from: cutText(from, mostCharacters) };
      logger.warn({ address, ...detail }, `request refused: ${target}`);
      await log.add({ by, action: 'request.refused', target, detail, address });
    },
    async addForbidden(request, { by, error, right }) {
      if (!(error instanceof Problem) || error.kind !== 'forbidden') return;
      const route = routeOf(request);
      const approval = right === 'decide' ? idOf(request) : undefined;
      const target = cutText(approval ?? route, mostCharacters);
      if (!isNew(`person ${by}`, `${route} ${target} ${error.message}`)) return;
      await log.add({
        by,
        action: approval === undefined ? 'request.refused' : 'approval.refused',
        target,
        detail: { why: error.message },
        address: request.ip,
      });
    },
  };
}

/** Without its query, which may hold the code of a link. */
function routeOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url ?? 'unknown path'}`;
}

function idOf({ params }: FastifyRequest): string | undefined {
  const { id } = params as { id?: string };
  return id;
}
