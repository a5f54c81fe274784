import { createHmac } from 'node:crypto';
import { newSecret } from '../../db/repositories/access/secrets.ts';

/** One sign-in on its way through the provider, as the browser that began it keeps it in a cookie. */
export type Flow = {
  /** What goes through the provider: it tells the browser that comes back, the token and the code as those asked for. */
  state: string;
  nonce: string;
  codeVerifier: string;
  /** The path of ours to go on to. */
  next: string;
  cookie: string;
};

/** Cookies hold 4 KB at most. */
const longestNext = 2_000;

export function newFlow(next: string): Flow {
  return flowOf(newSecret(), next.length > longestNext ? '/' : next);
}

/** The flow of a cookie; undefined for one that is none. */
export function flowIn(cookie: string | undefined): Flow | undefined {
  const [, secret, next] = /^([\w-]{43})\.([\w-]+)$/.exec(cookie ?? '') ?? [];
  if (secret === undefined || next === undefined) return undefined;
  return flowOf(secret, Buffer.from(next, 'base64url').toString());
}

/** All of it comes from one secret, which nobody but the browser has. */
function flowOf(secret: string, next: string): Flow {
  const derived = (name: string) => createHmac('sha256', secret).update(name).digest('base64url');
  return {
    state: derived('state'),
    nonce: derived('nonce'),
    codeVerifier: derived('code verifier'),
    next,
    cookie: `${secret}.${Buffer.from(next).toString('base64url')}`,
  };
}
