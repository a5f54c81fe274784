import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { createColors } from 'picocolors';

/** What a command has of the world around it. */
export type Context = {
  env: Record<string, string | undefined>;
  /** Prints a line on standard output. */
  print: (line?: string) => void;
  /** Prints a line on standard error. */
  warn: (line: string) => void;
  /** Colours on a terminal or by FORCE_COLOR, plain text elsewhere and by NO_COLOR. */
  colors: ReturnType<typeof createColors>;
  /** How wide the terminal is, in characters; undefined where output goes elsewhere, and lines may be of any length. */
  columns: number | undefined;
  /** Whether a person can be asked. */
  isInteractive: boolean;
  ask: (question: string) => Promise<string>;
  /** Everything on standard input. */
  readInput: () => Promise<string>;
  /** Calls back at Ctrl-C or when the process is to end, until the returned function is called. */
  onInterrupt: (callback: () => void) => () => void;
  setExitCode: (code: number) => void;
};

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The context of this process. */
export function processContext(): Context {
  const { stdin, stdout } = process;
  return {
    env: process.env,
    print: (line = '') => console.log(line),
    warn: (line) => console.error(line),
    colors: createColors(hasColors(stdout, process.env)),
    columns: stdout.isTTY ? stdout.columns : undefined,
    isInteractive: Boolean(stdin.isTTY && stdout.isTTY),
    async ask(question) {
      const dialogue = createInterface({ input: stdin, output: stdout });
      try {
        return await dialogue.question(question);
      } finally {
        dialogue.close();
      }
    },
    readInput: () => text(stdin),
    onInterrupt(callback) {
      for (const signal of endSignals) process.on(signal, callback);
      return () => {
        for (const signal of endSignals) process.off(signal, callback);
      };
    },
    setExitCode(code) {
      process.exitCode = code;
    },
  };
}

/** Whether colours go to a stream. A definite answer: `createColors(undefined)` has colours wherever CI is set. */
export function hasColors(
  { isTTY }: { isTTY?: boolean },
  { NO_COLOR, FORCE_COLOR }: Context['env'],
): boolean {
  if (NO_COLOR) return false;
  return isTTY === true || (Boolean(FORCE_COLOR) && FORCE_COLOR !== '0');
}
