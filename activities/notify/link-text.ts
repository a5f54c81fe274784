import type { NotifyEnvironment } from './env.ts';
import type { Outgoing } from './sender.ts';

/** Where a person decides what a delivery tells of, and what they must know of it; undefined where there is no such link. */
export async function linkOf(
  { BATON_PUBLIC_URL: base }: Pick<NotifyEnvironment, 'BATON_PUBLIC_URL'>,
  { makeLink }: Outgoing,
): Promise<{ url: string; words: string } | undefined> {
  if (base === undefined) return undefined;
  const link = await makeLink?.();
  if (!link) return undefined;
  const { token, user, expiresAt } = link;
  const until = expiresAt.toISOString().replace('T', ' ').slice(0, 16);
  return {
    url: `${base}/decide?token=${token}`,
    words: `This link is for ${user} alone. It works once, until ${until} UTC. Do not forward it: whoever opens it decides as ${user}.`,
  };
}
