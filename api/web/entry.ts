import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { wantsPage, escapeHtml, sendPage } from './page.ts';
import { howToGetIn } from '../plugins/authentication.ts';
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

const entryQuery = z.object({ code: z.string().optional(), next: nextSchema });
const signInQuery = z.object({ next: nextSchema });
const signInBody = z.object({ key: z.string().trim().catch(''), next: nextSchema });

const open = { config: { public: true }, schema: { hide: true } };

/**
 * The ways in and out for a browser: `/?code=CODE` is a link that opens a session once; `/sign-in` asks for a key.
 */
export function addEntry(app: FastifyInstance, authentication: Authentication): void {
  app.get('/', open, async (request, reply) => {
    const { code, next } = entryQuery.parse(request.query);
    reply.header('cache-control', 'no-store');
    if (code !== undefined) {
      const user = await authentication.redeem(request, code);
      if (user !== undefined) return enter(reply, { user, keyId: null, how: 'link' }, next);
    }
    if (await authentication.findSession(request)) return goTo(reply, next);
    if (!wantsPage(request)) {
      throw new Problem('unauthorized', code === undefined ? howToGetIn : usedLink);
    }
    if (code === undefined) return goTo(reply, '/sign-in');
    return sendSignInPage(reply, { next, problem: usedLink });
  });

  app.get('/sign-in', open, async (request, reply) => {
    const { next } = signInQuery.parse(request.query);
    if (await authentication.findSession(request)) return goTo(reply, next);
    return sendSignInPage(reply, { next });
  });

  void app.register(async (forms) => {
    addFormBodies(forms);
    forms.post('/sign-in', open, async (request, reply) => {
      await authentication.checkOrigin(request);
      const { key, next } = signInBody.parse(request.body ?? {});
      const principal = await authentication.findKey(request, key);
      if (!principal) return sendSignInPage(reply, { next, problem: 'The key is wrong.' });
      const { user, credential } = principal;
      const keyId = credential.kind === 'key' ? credential.id : authentication.installationId;
      return enter(reply, { user, keyId, how: 'key' }, next);
    });
    forms.post('/sign-out', open, async (request, reply) => {
      await authentication.checkOrigin(request);
      await authentication.closeSession(reply);
      return goTo(reply, '/sign-in');
    });
  });

  async function enter(
    reply: FastifyReply,
    signIn: Parameters<Authentication['openSession']>[1],
    next: string,
  ): Promise<FastifyReply> {
    await authentication.openSession(reply, signIn);
    return goTo(reply, next);
  }
}

const usedLink = 'This sign-in link was used before, or has expired.';

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

/** Asks for the key; `next` is where it leads. @param page.problem why one is not in. */
function sendSignInPage(
  reply: FastifyReply,
  { next, problem }: { next: string; problem?: string },
): FastifyReply {
  const alert = `<p id="problem" class="bad" role="alert">${problem}</p>`;
  const invalid = ' aria-invalid="true" aria-describedby="problem"';
  return sendPage(reply, problem ? 401 : 200, {
    title: 'Sign in',
    body: `
<p class="muted">Open the link that <code>npm start</code> or <code>npx baton sign-in</code> prints, or paste an API key.
The first one is in <code>.baton/api-key</code>, or the value of <code>BATON_API_KEY</code>.</p>
<form method="post" action="/sign-in">
<input type="hidden" name="next" value="${escapeHtml(next)}">
<label for="key">Key</label>
<input id="key" name="key" type="password" autocomplete="current-password" required autofocus${problem ? invalid : ''}>
${problem ? alert : ''}
<button>Sign in</button>
</form>`,
  });
}
