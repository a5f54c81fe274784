import type { FastifyReply } from 'fastify';

/**
 * Aborts when the client goes away before it has its whole answer; at once where it has gone already. Whatever
 * takes time comes after it.
 */
export function clientSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const leave = () => {
    if (!raw.writableFinished) controller.abort(new Error('The client disconnected.'));
  };
  if (raw.closed || raw.destroyed) leave();
  else raw.once('close', leave);
  return controller.signal;
}
