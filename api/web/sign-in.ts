import type { FastifyReply } from 'fastify';
import { escapeHtml, sendPage } from './page.ts';

/** Asks for the key; `next` is where it leads. */
export function sendSignInPage(
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
