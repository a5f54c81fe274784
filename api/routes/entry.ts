import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { howToGetIn, wrongKey } from '../plugins/authentication.ts';
import type { Authentication } from '../plugins/authentication.ts';
import { Problem } from '../problem.ts';

const query = z.object({ key: z.string().optional() });

/**
 * The way in for a browser: `/?key=KEY` opens a session and goes on to the documentation, so that the key
 * leaves the address bar.
 */
export function entryRoutes(app: FastifyInstance, authentication: Authentication): void {
  app.get('/', { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
    const { key } = query.parse(request.query);
    reply.header('cache-control', 'no-store');
    if (key !== undefined && authentication.isKey(key)) {
      return authentication.openSession(reply).redirect('/docs', 303);
    }
    if (key === undefined && authentication.hasSession(request))
      return reply.redirect('/docs', 303);
    const isPerson = request.headers.accept?.includes('text/html') ?? false;
    if (!isPerson) throw new Problem('unauthorized', key === undefined ? howToGetIn : wrongKey);
    return sendPage(reply, key === undefined ? 'A key is needed' : 'The key is not the right one');
  });
}

function sendPage(reply: FastifyReply, title: string): FastifyReply {
  return reply
    .code(401)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Baton</title>` +
        `<body style="font: 1rem/1.5 system-ui; max-width: 36rem; margin: 4rem auto; padding: 0 1rem">` +
        `<h1>Baton</h1><p><strong>${title}.</strong></p><p>Open the link with the key that ` +
        `<code>npm start</code> printed on its first start: <code>/?key=KEY</code>. The key is in ` +
        `<code>.baton/api-key</code>, or the value of <code>BATON_API_KEY</code>.</p></body></html>`,
    );
}
