import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isWebAppCurrent } from '../../web/build/build.ts';

const buildProgram = fileURLToPath(new URL('../../web/build/main.ts', import.meta.url));
/** Of what a build that failed has said, the part that is shown. */
const shownCharacters = 2_000;

/**
 * Builds the web app where it is missing or its sources have changed. One that cannot be built keeps nothing
 * else from running: it is told of.
 */
export async function prepareWebApp(say: (line: string) => void): Promise<void> {
  if (await isWebAppCurrent()) return;
  say('Building the web app (once, takes some seconds) …');
  const problem = await build();
  if (problem === undefined) return;
  say(`The web app could not be built; everything else works.\n${problem.slice(-shownCharacters)}`);
}

/** In a process of its own, since it takes all of a core. @returns what went wrong. */
async function build(): Promise<string | undefined> {
  const child = spawn(process.execPath, [buildProgram], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const code = await ended.catch((error: Error) => error.message);
  return code === 0 ? undefined : said.trim() || `The build exited with code ${code}.`;
}
