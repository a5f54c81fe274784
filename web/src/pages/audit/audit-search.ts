import { toolOutcomes, toolRefusals } from '../../../../contracts/tools/tools.ts';
import type { ToolOutcome, ToolRefusalCode } from '../../../../contracts/tools/tools.ts';

/** Which attempts are shown; `sideEffect` is `true` for those at side effects alone. */
export type AuditSearch = {
  tool?: string;
  user?: string;
  run?: string;
  outcome?: ToolOutcome;
  code?: ToolRefusalCode;
  sideEffect?: 'true' | 'false';
};

/** The filter in the address; what is not one is left out. */
export function auditSearchOf(search: Record<string, unknown>): AuditSearch {
  const texts = (['tool', 'user', 'run'] as const).flatMap((name): [string, string][] => {
    // An address may hold a number where a text is meant.
    const value = String(search[name] ?? '').trim();
    return value === '' ? [] : [[name, value]];
  });
  const outcome = toolOutcomes.find((one) => one === search['outcome']);
  const code = toolRefusals.find((one) => one === search['code']);
  const sideEffect = (['true', 'false'] as const).find(
    (one) => one === String(search['sideEffect']),
  );
  return {
    ...Object.fromEntries(texts),
    ...(outcome && { outcome }),
    ...(code && { code }),
    ...(sideEffect && { sideEffect }),
  };
}
