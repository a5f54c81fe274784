import type { RateLimit } from '../../../../contracts/tools/tools.ts';
import { texts } from './texts.ts';

/** How often a user may call a tool: `60 a minute, 1000 a day`. */
export function limitText(limit: RateLimit): string {
  const parts = (['minute', 'hour', 'day'] as const).flatMap((window) =>
    limit[window] === undefined
      ? []
      : `${limit[window]} ${window === 'hour' ? 'an' : 'a'} ${window}`,
  );
  return parts.length > 0 ? parts.join(', ') : texts.details.noLimit;
}
