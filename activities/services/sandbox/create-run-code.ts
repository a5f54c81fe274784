import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bulkhead } from 'cockatiel';
import type { CodeAnswer, CodeRequest, RunCode } from './code.ts';

const program = fileURLToPath(new URL('./code-process.ts', import.meta.url));
/** Beyond the time of the code: the process has to start. */
const graceMs = 10_000;
/** Pieces of code that run at once, and that wait for it. */
const mostAtOnce = 4;
const mostWaiting = 100;
/** Parts that are kept of what a process complains of. */
const mostComplaints = 5;

/**
 * Runs each piece of code in QuickJS within a process of its own, which has no environment, may write no file, and is
 * killed where it does not end by itself.
 */
export function createRunCode({
  memoryBytes = 32 * 1024 * 1024,
  maximumCharacters = 50_000,
} = {}): RunCode {
  const slots = bulkhead(mostAtOnce, mostWaiting);
  return ({ code, input, timeoutMs }, signal) =>
    slots.execute(
      () => runInProcess({ code, input, timeoutMs, memoryBytes, maximumCharacters }, signal),
      signal,
    );
}

async function runInProcess(request: CodeRequest, signal: AbortSignal): Promise<CodeAnswer> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [...nodeOptions(), program], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
    timeout: request.timeoutMs + graceMs,
  });
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const parts: Buffer[] = [];
  let bytes = 0;
  child.stdout.on('data', (part: Buffer) => {
    bytes += part.length;
    // JSON of the answer is longer than what it holds, by what is escaped.
    if (bytes > request.maximumCharacters * 20) child.kill('SIGKILL');
    else parts.push(part);
  });
  const complaints: Buffer[] = [];
  child.stderr.on('data', (part: Buffer) => {
    if (complaints.length < mostComplaints) complaints.push(part);
  });
  child.once('error', reject);
  child.once('close', () => resolve());
  // It may end before it has read everything; how it ended says why.
  child.stdin.on('error', () => undefined).end(JSON.stringify(request));
  await ended;
  signal.throwIfAborted();
  const written = Buffer.concat(parts).toString();
  if (child.exitCode === 0 && written !== '') return JSON.parse(written) as CodeAnswer;
  // One that ends by itself without an answer was not begun at all.
  if (child.exitCode !== null) {
    const cause = Buffer.concat(complaints).toString();
    throw new Error(`The process of the sandbox ended with ${child.exitCode}`, { cause });
  }
  return {
    status: 'failed',
    message: 'It was stopped because it exceeded its limit of time or memory.',
    logs: [],
  };
}

/** What the process may do: read the interpreter and itself, and have little memory. */
function nodeOptions(): string[] {
  const options = ['--max-old-space-size=128', '--disallow-code-generation-from-strings'];
  // Older versions of Node have no such permissions; the code has no way to Node there either.
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) return options;
  const { resolve } = createRequire(import.meta.url);
  const [packages = ''] = resolve('quickjs-emscripten').split(/(?<=node_modules)/);
  const readable = [
    fileURLToPath(new URL('.', import.meta.url)),
    fileURLToPath(new URL('../../../contracts', import.meta.url)),
    fileURLToPath(new URL('../../../package.json', import.meta.url)),
    // Where it is, and where it is looked for: the folder may be a link.
    packages,
    ...(resolve.paths('quickjs-emscripten') ?? []),
  ];
  return [...options, '--permission', ...readable.map((path) => `--allow-fs-read=${path}`)];
}
