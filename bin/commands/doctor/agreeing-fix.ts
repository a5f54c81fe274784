import type { Environment } from '../../client/finding.ts';

/**
 * What to do about a setting that is missing where the server runs, in words that agree with what is set here: to set a key
 * that is set in this terminal would say two things of it.
 */
export function agreeingFix(fix: string, env: Environment): string {
  const [, key] = /^set ([A-Z][A-Z0-9_]+)(?![A-Z0-9_=])/.exec(fix) ?? [];
  if (key === undefined || !env[key]) return fix;
  return `${key} is set in this terminal, but not where the server runs: restart the server with it`;
}
