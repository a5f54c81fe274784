import { catalog } from '../../activities/catalog/index.ts';
import type { Tool } from '../../activities/tool-kit/tool.ts';
import { domains } from './domains.ts';

/** Every tool that Baton ships, for who only wants to know of them. */
export async function allTools(): Promise<readonly Tool[]> {
  const ofDomains = await Promise.all(domains.map((domain) => domain.tools()));
  return [...ofDomains.flat(), ...catalog];
}
