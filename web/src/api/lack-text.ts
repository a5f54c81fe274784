import type { Right } from '../../../contracts/access/roles.ts';
import { rolesWith } from '../../../contracts/access/roles.ts';
import { texts } from './texts.ts';

/** Says that somebody may not do something, and which roles may. */
export function lackText(right: Right): string {
  return texts.lack(rolesWith(right).join(' or '));
}
