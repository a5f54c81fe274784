import type { UserView } from '../../../../contracts/api/index.ts';
import { texts } from './texts.ts';

/** Which tools a user may use, as one reads it: `Any, but not http_get`. */
export function permissionsText(user: Pick<UserView, 'allowedTools' | 'deniedTools'>): string {
  const { allowedTools, deniedTools } = user;
  const denied = deniedTools.length > 0 ? texts.permissions.except(deniedTools.join(', ')) : '';
  if (allowedTools === null) return texts.permissions.all(denied);
  const allowed = allowedTools.filter((name) => !deniedTools.includes(name));
  return allowed.length === 0 ? texts.permissions.none : texts.permissions.only(allowed.join(', '));
}
