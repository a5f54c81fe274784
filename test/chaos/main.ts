import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Command, Option } from 'commander';
import { explained, figures } from './ledger/count.ts';
import { columns } from './plan.ts';
import { runChaos } from './run-chaos.ts';
import type { ChaosOptions, ChaosReport } from './run-chaos.ts';

const resultsFolder = join('.baton', 'chaos');

type Given = Omit<ChaosOptions, 'keepLogs' | 'say' | 'signal' | 'without'> & { without: string };

async function main({ without, ...options }: Given): Promise<void> {
  const { seed, column, faults, minutes, atOnce } = options;
  const say = (line: string) => console.log(line);
  say(
    `Repeat with: npm run chaos -- --seed ${seed} --column ${column} --faults ${faults} --minutes ${minutes} ` +
      `--at-once ${atOnce}${without && ` --without ${without}`}`,
  );
  const names = without.split(',').filter(Boolean);
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort());
  const { signal } = stopped;
  const folder = join(resultsFolder, `${column}-${seed}`);
  await mkdir(folder, { recursive: true });
  const keepLogs = async (logs: readonly string[]) => {
    for (const log of logs) {
      // A log that a process never wrote is not there.
      await copyFile(log, join(folder, basename(log))).catch(() => undefined);
    }
  };
  const chaos = { ...options, without: names, say, signal, keepLogs };
  const report = await runChaos(chaos);
  await writeFile(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  for (const line of reportLines(report)) say(line);
  say(`Evidence and logs are in ${folder}`);
  const isClean = !report.cases.some(({ figure }) => figures.some((name) => name === figure));
  process.exit(isClean ? 0 : 1);
}

function reportLines({ cases, evidence, remarks }: ChaosReport): string[] {
  const { jobs, injected } = evidence;
  const booked = jobs.reduce((sum, job) => sum + job.booked.calls, 0);
  const questions = jobs.reduce((sum, job) => sum + job.questions.length, 0);
  const orders = jobs.reduce((sum, job) => sum + job.orders.length, 0);
  const found = (figure: string) => cases.filter((one) => one.figure === figure);
  const row = (figure: string) => `${figure.padEnd(48)}${found(figure).length}`;
  return [
    '',
    `${injected.length} faults, ${jobs.length} runs, ${orders} orders, ${questions} requests to the provider, ${booked} calls booked`,
    ...figures.map(row),
    ...explained.map(row),
    '',
    ...cases.map(({ figure, runId, reason }) => `${figure}  ${runId}  ${reason}`),
    ...[...Map.groupBy(remarks, (remark) => remark)].map(
      ([remark, same]) => `remark  ${same.length} × ${remark}`,
    ),
  ];
}

const number = (text: string) => Number(text);
await new Command('chaos')
  .description('Breaks what a Baton needs while it works, and counts what that did to its work')
  .option('--seed <number>', 'repeats a plan', number, Date.now() % 1_000_000)
  .addOption(new Option('--column <name>').choices(columns).default('embedded'))
  .option('--faults <number>', 'how many', number, 100)
  .option('--minutes <number>', 'in how many minutes, restarts apart', number, 10)
  .option('--at-once <number>', 'jobs at a time', number, 6)
  .option('--settle-minutes <number>', 'until what has not ended is stuck', number, 5)
  .option('--without <names>', 'targets that are left alone, as a comma list', '')
  .action(main)
  .parseAsync();
