import { Command } from 'commander';
import { createColors } from 'picocolors';
import { addCommands } from '../../../bin/commands/index.ts';
import type { Context } from '../../../bin/client/context.ts';
import { apiKey, openTestApp } from '../../api/support/app.ts';

/** A server that listens, over a fake Temporal, and commands that speak to it. */
export async function openTestServer() {
  const test = await openTestApp();
  const address = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const env = { BATON_URL: address, BATON_API_KEY: apiKey };
  return { ...test, address, baton: (...args: string[]) => startCommand(args, { env }) };
}

export type TestServer = Awaited<ReturnType<typeof openTestServer>>;

type Settings = Partial<Pick<Context, 'env' | 'columns' | 'isInteractive' | 'ask' | 'readInput'>>;

/** A command under way: what it has printed, and how it ends. */
export type StartedCommand = {
  lines: string[];
  warnings: string[];
  /** As Ctrl-C. */
  interrupt: () => void;
  ended: Promise<{ code: number | undefined; output: string; warnings: string }>;
};

/** Starts `baton` with arguments, in this process. */
export function startCommand(args: string[], settings: Settings): StartedCommand {
  const lines: string[] = [];
  const warnings: string[] = [];
  const interrupts = new Set<() => void>();
  let code: number | undefined;
  const context: Context = {
    env: {},
    print: (line = '') => void lines.push(line),
    warn: (line) => void warnings.push(line),
    colors: createColors(false),
    columns: undefined,
    isInteractive: false,
    ask: async () => '',
    readInput: async () => '',
    onInterrupt(callback) {
      interrupts.add(callback);
      return () => void interrupts.delete(callback);
    },
    setExitCode: (given) => {
      code = given;
    },
    ...settings,
  };
  const program = new Command('baton');
  const ended = addCommands(program, args, context)
    .then(() => program.parseAsync(args, { from: 'user' }))
    .then(() => ({ code, output: lines.join('\n'), warnings: warnings.join('\n') }));
  return {
    lines,
    warnings,
    interrupt: () => interrupts.forEach((callback) => callback()),
    ended,
  };
}
