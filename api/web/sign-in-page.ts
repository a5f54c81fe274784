import type { FastifyReply } from 'fastify';
import { escapeHtml, sendPage } from './page.ts';

/** The button of the OpenID provider. */
export type OidcEntry = {
  /** As people know the provider. */
  name: string;
  /** Where signing in begins, on the public address: the browser comes back there. */
  url: string;
};

type Page = {
  /** The path to go on to. */
  next: string;
  /** Why one is not in. */
  problem?: string;
  /** @default 401 with a problem, else 200 */
  status?: number;
  oidc?: OidcEntry | undefined;
};

/** Asks for the key, or leads to the provider. */
export function sendSignInPage(
  reply: FastifyReply,
  { next, problem, status = problem ? 401 : 200, oidc }: Page,
): FastifyReply {
  const alert = problem
    ? `<p id="problem" class="bad" role="alert">${escapeHtml(problem)}</p>`
    : '';
  // Beside a button, it is not the key that is wrong.
  const invalid = problem && !oidc ? ' aria-invalid="true" aria-describedby="problem"' : '';
  return sendPage(reply, status, {
    title: 'Sign in',
    body: `
${oidc ? alert + button(oidc, next) : ''}
<p class="muted">Open the link that <code>npm start</code> or <code>npx baton sign-in</code> prints, or paste an API key.
The first key is in <code>BATON_API_KEY</code> or in the file <code>api-key</code> of the data folder (<code>BATON_DATA</code>).</p>
<form method="post" action="/sign-in">
<input type="hidden" name="next" value="${escapeHtml(next)}">
<label for="key">Key</label>
<input id="key" name="key" type="password" autocomplete="current-password" required${oidc ? '' : ' autofocus'}${invalid}>
${oidc ? '' : alert}
<button${oidc ? ' class="second"' : ''}>Sign in${oidc ? ' with a key' : ''}</button>
</form>`,
  });
}

/** Asks whether to sign in with a link, and says as whom. */
export function sendLinkPage(
  reply: FastifyReply,
  { code, next, person }: { code: string; next: string; person: string },
): FastifyReply {
  return sendPage(reply, 200, {
    title: 'Sign in',
    body: `
<p>This link signs you in as <strong>${escapeHtml(person)}</strong>. Baton records what you do as done by them.</p>
<form method="post" action="/sign-in">
<input type="hidden" name="code" value="${escapeHtml(code)}">
<input type="hidden" name="next" value="${escapeHtml(next)}">
<button autofocus>Sign in as ${escapeHtml(person)}</button>
</form>
<p class="muted">If you did not ask for this link, close this page.</p>`,
  });
}

function button({ name, url }: OidcEntry, next: string): string {
  const address = `${url}?${new URLSearchParams({ next })}`;
  return `<p><a class="button" href="${escapeHtml(address)}">Sign in with ${escapeHtml(name)}</a></p>`;
}
