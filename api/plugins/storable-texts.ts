import type { FastifyInstance } from 'fastify';
import { findUnstorable } from '../../contracts/base/text.ts';
import { problem } from '../../contracts/values/problem.ts';
import { Problem } from '../base/problem.ts';

/**
 * Refuses requests with text that no database keeps, before a route sees them: NUL, and half of a surrogate pair.
 */
export function addStorableTexts(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    for (const [place, value] of Object.entries({ path: params, query, body })) {
      const found = findUnstorable(value);
      if (!found) continue;
      const { path, character } = found;
      const told = problem(path, `has ${character}, which cannot be stored`, 'remove it');
      const where = told.path === '' ? 'It' : told.path;
      throw new Problem('invalid-request', `In the ${place}: ${where} ${told.message}.`, [told]);
    }
  });
}
