import { existsSync } from 'node:fs';

/** A page takes a third of the CPU time in the headless shell that it takes in the whole browser. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Debian's, or the one that `CHROMIUM` names with its path. */
export function findChromium(): string | undefined {
  const { CHROMIUM: given } = process.env;
  return [given, ...places].find((path) => path && existsSync(path));
}
