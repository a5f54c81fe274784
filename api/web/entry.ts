import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { sendSignInPage } from './sign-in.ts';
import { wantsPage } from './page.ts';
import { addFormBodies } from './form-bodies.ts';
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
