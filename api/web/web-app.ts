import { access } from 'node:fs/promises';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signInPath } from './entry.ts';
import { sendPage, wantsPage } from './page.ts';
import type { Authentication } from '../plugins/authentication.ts';

/** Answers with the app, or with how to build it. */
type SendApp = (reply: FastifyReply) => FastifyReply;

/**
 * Scripts and connections of this server alone. Styles may stand in the page, since the canvas places its
 * nodes by them.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** What is served by others: no path of the app begins so. */
const notOfTheApp =
  /^\/(api|temporal|v1|chat|docs|guide|openapi\.json|metrics|health|ready)(\/|\?|$)/;

/** As the build names its files: no path, and nothing hidden. */
const assetName = /^\w[\w.-]*$/;

/** A page of the documents, or what belongs to them: a picture, and what their search looks through. */
const guidePage = /^(decisions\/)?[\w-]+$/;
const guideFile = /^((search|headings)\.json|images\/[\w-]+\.(png|svg|webp))$/;

const open = { config: { public: true }, schema: { hide: true } };

/**
 * Serves the web app as it was built. Its files hold no data and need no key; what they show, they ask the
 * API for with the session's cookie.
 * @param options.folder where `index.html` and `assets` are; where it is missing, a page says how to build it.
 * @returns what answers with the app, for whoever has seen to it that the browser may have it.
 */
export async function addWebApp(
  app: FastifyInstance,
  authentication: Authentication,
  { folder }: { folder: string },
): Promise<SendApp> {
  const isBuilt = await isFile(join(folder, 'index.html'));
  if (isBuilt) {
    await app.register(serveStatic, { root: folder, serve: false, preCompressed: true });
    app.get<{ Params: { '*': string } }>('/assets/*', open, ({ params: { '*': name } }, reply) =>
      assetName.test(name)
        ? reply.sendFile(`assets/${name}`, { immutable: true, maxAge: '1y' })
        : reply.callNotFound(),
    );
    app.get('/guide', open, (_request, reply) => reply.redirect('/guide/', 308));
    app.get<{ Params: { '*': string } }>('/guide/*', open, ({ params: { '*': name } }, reply) =>
      sendGuide(reply, name),
    );
    app.get('/icon.svg', open, (_request, reply) => reply.sendFile('icon.svg', { maxAge: '1d' }));
  }

  // What it shows, it asks for with the token in its address.
  app.get('/shared', open, (_request, reply) => send(reply));

  // Every path that is none of the API is a place in the app, which finds its way by the address.
  const rest = { ...open, config: { ...open.config, takesTheRest: true } };
  app.get('/*', rest, async (request, reply) => {
    if (notOfTheApp.test(request.url) || !wantsPage(request)) {
      await authentication.check(request);
      return reply.callNotFound();
    }
    if (!isBuilt) return send(reply);
    if (!isFromAnotherSite(request) && !(await authentication.findSession(request))) {
      return reply.redirect(signInPath(request.url), 303);
    }
    return send(reply);
  });
  return send;

  function send(reply: FastifyReply): FastifyReply {
    return isBuilt ? sendApp(reply) : sendPage(reply, 503, notBuilt);
  }
}

const notBuilt = {
  title: 'The web app is not built',
  body: '<p>Build it with <code>node web/build/main.ts</code>, or run <code>npm start</code>, which does. The API works without it: see <a href="/docs">its documentation</a>.</p>',
};

function sendApp(reply: FastifyReply): FastifyReply {
  return sendBuilt(reply, 'index.html');
}

/** The documents hold no data and need no key. */
function sendGuide(reply: FastifyReply, name: string): FastifyReply | void {
  if (guideFile.test(name)) return sendBuilt(reply, `guide/${name}`);
  if (name !== '' && !guidePage.test(name)) return reply.callNotFound();
  return sendBuilt(reply, `guide/${name || 'index'}.html`);
}

function sendBuilt(reply: FastifyReply, name: string): FastifyReply {
  return (
    reply
      .header('content-security-policy', contentSecurityPolicy)
      .header('referrer-policy', 'same-origin')
      // It names the files of one build: an old one would ask for files that are gone.
      .header('cache-control', 'no-cache')
      .sendFile(name, { cacheControl: false })
  );
}

/**
 * Whether a link on another site led here: the browser then keeps the session's cookie back from this one
 * request, and sends it with those of the app.
 */
function isFromAnotherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

function isFile(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
