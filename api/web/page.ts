import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether a person asks, with a browser, for something to look at. */
export function wantsPage({ method, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && (headers.accept?.includes('text/html') ?? false);
}

/** Text as HTML, also within an attribute's quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

/** The colours of the app, which this page does without: it needs no script and no file. */
const style = `
:root { color-scheme: light dark; font: 14px/1.5 'Inter Variable', system-ui, sans-serif; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center;
  background: light-dark(#f6f6f7, #101113); color: light-dark(#17181c, #eceef2); }
main { box-sizing: border-box; width: min(26rem, 100vw - 2rem); padding: 1.75rem; border-radius: .75rem;
  background: light-dark(#fff, #17181b); border: 1px solid light-dark(#e2e3e7, #2c2f35); }
header { display: flex; align-items: center; gap: .5rem; font-weight: 600; }
h1 { margin: 1.25rem 0 .5rem; font-size: 1.25rem; line-height: 1.3; }
p { margin: .5rem 0; }
code { font-size: .93em; overflow-wrap: anywhere; }
label { display: block; margin-top: 1rem; font-weight: 500; }
input, textarea { box-sizing: border-box; width: 100%; min-height: 2.75rem; margin-top: .25rem; padding: 0 .75rem;
  font: inherit; color: inherit; background: light-dark(#fff, #1e2024);
  border: 1px solid light-dark(#767b87, #7c8391); border-radius: .5rem; }
button, .button { box-sizing: border-box; width: 100%; min-height: 2.75rem; margin-top: .75rem; font: inherit; font-weight: 500;
  color: #fff; background: #4f46e5; border: 0; border-radius: .5rem; cursor: pointer; }
.button { display: grid; place-items: center; text-decoration: none; }
.second { color: inherit; background: none; border: 1px solid light-dark(#767b87, #7c8391); }
main:has(dl) { width: min(44rem, 100vw - 2rem); margin: 1rem 0; }
h2 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
dl { margin: .25rem 0; display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { color: light-dark(#5b606b, #a0a6b2); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
dd > dl, dd > ul { margin: 0; }
.text { white-space: pre-wrap; }
summary { margin-top: .5rem; cursor: pointer; color: light-dark(#5b606b, #a0a6b2); }
.line { font-size: 1.05rem; font-weight: 600; }
.over { padding: .75rem; border-radius: .5rem; font-weight: 500; border: 1px solid light-dark(#767b87, #7c8391); }
@media (max-width: 30rem) { main:has(dl) { padding: 1.25rem; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
pre { margin: .25rem 0; padding: .75rem; overflow: auto; max-height: 24rem; white-space: pre-wrap; overflow-wrap: anywhere;
  background: light-dark(#f6f6f7, #1e2024); border-radius: .5rem; }
ul { margin: .25rem 0; padding-left: 1.25rem; }
a { color: light-dark(#4338ca, #a5b4fc); }
.muted { color: light-dark(#5b606b, #a0a6b2); }
.bad { color: light-dark(#b01e2e, #fca5a5); }
:focus-visible { outline: 2px solid light-dark(#4338ca, #a5b4fc); outline-offset: 1px; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');
const contentSecurityPolicy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; form-action 'self'; ` +
  "base-uri 'none'; frame-ancestors 'none'";

/**
 * Sends a page of the server's own, for when there is no app to show.
 * @param page.body HTML, as `head` is: what comes from outside must have been through {@link escapeHtml}.
 */
export function sendPage(
  reply: FastifyReply,
  status: number,
  { title, body, head = '' }: { title: string; body: string; head?: string },
): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', contentSecurityPolicy)
    .header('referrer-policy', 'same-origin')
    .send(
      '<!doctype html><html lang="en"><meta charset="utf-8">' +
        '<meta name="viewport" content="width=device-width, initial-scale=1">' +
        `<title>${title} · Baton</title><link rel="icon" href="/icon.svg" type="image/svg+xml">` +
        `${head}<style>${style}</style><main><header><img src="/icon.svg" alt="" width="24" height="24">` +
        `Baton</header><h1>${title}</h1>${body}</main></html>`,
    );
}

/**
 * Leads a browser on that came from another site. On a redirect it would keep the session's cookie back; a page of ours
 * sends it along.
 */
export function sendMovingOn(reply: FastifyReply, path: string): FastifyReply {
  const address = escapeHtml(path);
  return sendPage(reply, 200, {
    title: 'You are signed in',
    head: `<meta http-equiv="refresh" content="0;url=${address}">`,
    body: `<p><a href="${address}">Continue</a></p>`,
  });
}
