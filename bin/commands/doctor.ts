import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { exitCodes } from '../client/errors.ts';

const marks = { ok: 'ok  ', warn: 'warn', fail: 'fail' } as const;
const markColors = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

/** `baton doctor`: shows what works, what is missing and how to fix it, with or without a server. */
export function addDoctor(program: Command, context: Context): void {
  program
    .command('doctor')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { env, print, colors, setExitCode } = context;
      // Its checks load much that no other command needs.
      const { diagnose } = await import('./doctor/index.ts');
      const findings = await diagnose(env);
      const width = Math.max(...findings.map(({ what }) => what.length));
      if (json) print(JSON.stringify(findings, undefined, 2));
      for (const { status, what, detail, fix } of json ? [] : findings) {
        const [first, ...rest] = detail.split('\n');
        print(`${colors[markColors[status]](marks[status])}  ${what.padEnd(width)}  ${first}`);
        for (const line of rest) print(`${' '.repeat(width + 8)}${line.trim()}`);
        if (fix) print(`${' '.repeat(width + 8)}→ ${fix}`);
      }
      const isBroken = findings.some(({ status }) => status === 'fail');
      setExitCode(isBroken ? exitCodes.failed : exitCodes.completed);
    });
}
