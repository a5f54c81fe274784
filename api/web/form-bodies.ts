import type { FastifyInstance } from 'fastify';

/** Reads the bodies of HTML forms on the routes of a plugin: texts by their names. */
export function addFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text))),
  );
}
