import { accessActions } from '../../../../contracts/access/actions.ts';
import type { AccessAction } from '../../../../contracts/access/actions.ts';

/** Which events of the access log are shown. */
export type LogSearch = { action?: AccessAction; person?: string };

/** The filter in the address; what is not one is left out. */
export function logSearchOf(search: Record<string, unknown>): LogSearch {
  const action = accessActions.find((one) => one === search['action']);
  // An address may hold a number where a text is meant.
  const person = String(search['person'] ?? '').trim();
  return { ...(action && { action }), ...(person && { person }) };
}
