import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { wantsPage, escapeHtml, sendPage } from './page.ts';
import { howToGetIn, wrongKey } from '../plugins/authentication.ts';
import type { Authentication } from '../plugins/authentication.ts';
import { Problem } from '../base/problem.ts';

const firstPage = '/runs';

/** Where a person signs in, to go on to a path of this server. */
export function signInPath(next: string): string {
  return next === firstPage ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
}

const anyServer = 'http://server.invalid';

/** Paths of this server alone, read as a browser does: `//name`, `/\name` and `/<tab>/name` are another server. */
const nextSchema = z
  .string()
  .startsWith('/')
  .refine((next) => URL.canParse(next, anyServer) && new URL(next, anyServer).origin === anyServer)
  .transform((next) => {
    const { pathname, search, hash } = new URL(next, anyServer);
    return `${pathname}${search}${hash}`;
  })
  // Without its dots, `/.//name` would be one.
  .refine((path) => !path.startsWith('//'))
  .catch(firstPage);

const entryQuery = z.object({ key: z.string().optional() });
const signInQuery = z.object({ next: nextSchema });
const signInBody = z.object({ key: z.string().trim().catch(''), next: nextSchema });

const open = { config: { public: true }, schema: { hide: true } };

/**
 * The ways in and out for a browser: `/?key=KEY` opens a session and goes on to the app, so that the key
 * leaves the address; `/sign-in` asks for the key.
 */
export function addEntry(app: FastifyInstance, authentication: Authentication): void {
  app.get('/', open, async (request, reply) => {
    const { key } = entryQuery.parse(request.query);
    reply.header('cache-control', 'no-store');
    if (key !== undefined && authentication.isKey(key)) return enter(reply, firstPage);
    if (key === undefined && authentication.hasSession(request)) return goTo(reply, firstPage);
    if (!wantsPage(request)) {
      throw new Problem('unauthorized', key === undefined ? howToGetIn : wrongKey);
    }
    if (key === undefined) return goTo(reply, '/sign-in');
    return sendSignInPage(reply, { next: firstPage, isWrong: true });
  });

  app.get('/sign-in', open, async (request, reply) => {
    const { next } = signInQuery.parse(request.query);
    if (authentication.hasSession(request)) return goTo(reply, next);
    return sendSignInPage(reply, { next, isWrong: false });
  });

  void app.register(async (forms) => {
    addFormBodies(forms);
    forms.post('/sign-in', open, async (request, reply) => {
      authentication.checkOrigin(request);
      const { key, next } = signInBody.parse(request.body ?? {});
      if (authentication.isKey(key)) return enter(reply, next);
      return sendSignInPage(reply, { next, isWrong: true });
    });
    forms.post('/sign-out', open, async (request, reply) => {
      authentication.checkOrigin(request);
      return goTo(authentication.closeSession(reply), '/sign-in');
    });
  });

  function enter(reply: FastifyReply, next: string): FastifyReply {
    return goTo(authentication.openSession(reply), next);
  }
}

function goTo(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(path, 303);
}

/** Reads the bodies of HTML forms on the routes of a plugin: texts by their names. */
function addFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text))),
  );
}

/** Asks for the key; `next` is where it leads. */
function sendSignInPage(
  reply: FastifyReply,
  { next, isWrong }: { next: string; isWrong: boolean },
): FastifyReply {
  const problem = '<p id="problem" class="bad" role="alert">The key is wrong.</p>';
  const invalid = ' aria-invalid="true" aria-describedby="problem"';
  return sendPage(reply, isWrong ? 401 : 200, {
    title: 'Sign in',
    body: `
<p class="muted">Open the link that <code>npm start</code> prints, or paste the key: it is in
<code>.baton/api-key</code>, or the value of <code>BATON_API_KEY</code>.</p>
<form method="post" action="/sign-in">
<input type="hidden" name="next" value="${escapeHtml(next)}">
<label for="key">Key</label>
<input id="key" name="key" type="password" autocomplete="current-password" required autofocus${isWrong ? invalid : ''}>
${isWrong ? problem : ''}
<button>Sign in</button>
</form>`,
  });
}
