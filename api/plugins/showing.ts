import type { FastifyInstance } from 'fastify';
import { whileShowing } from '../../db/sealing.ts';

/** Has requests that only read show a notice in the place of each value that no key opens, so that one does not hide the others. */
export function addShowing(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method }, _reply, done) => {
    if (method === 'GET' || method === 'HEAD') whileShowing(done);
    else done();
  });
}
