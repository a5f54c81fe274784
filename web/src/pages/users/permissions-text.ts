import type { UserView } from '../../../../contracts/api/index.ts';

/** Which tools a user may use, as one reads it: `Any, but not http_get`. */
export function permissionsText(user: Pick<UserView, 'allowedTools' | 'deniedTools'>): string {
  const { allowedTools, deniedTools } = user;
  const denied = deniedTools.length > 0 ? `, but not ${deniedTools.join(', ')}` : '';
  if (allowedTools === null) return `Any${denied}`;
  const allowed = allowedTools.filter((name) => !deniedTools.includes(name));
  return allowed.length === 0 ? 'None' : `Only ${allowed.join(', ')}`;
}
