import { existsSync } from 'node:fs';

/** Debian's, or the one that `CHROMIUM` names with its path. */
export function findChromium(): string | undefined {
  const { CHROMIUM: given } = process.env;
  return [given, '/usr/bin/chromium'].find((path) => path && existsSync(path));
}
