import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addCommands } from './commands/index.ts';

// Who reads only the beginning, as `head` does, has what they want.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
}

const packageFile = new URL('../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

const program = new Command('baton')
  .description('A durable workflow engine for multi-agent pipelines')
  .version(version);
program
  .command('start')
  .description('start everything on this machine: API, workers, database and Temporal')
  .action(async () => {
    // Imported when needed: the other commands answer at once without the server's packages.
    const { loadDrizzleQuickly } = await import('../db/quick-drizzle.ts');
    loadDrizzleQuickly();
    const { start } = await import('./start.ts');
    await start();
  });
program
  .command('setup')
  .description('install missing packages, then exit')
  .option('--dev', 'also install packages for tests and checks');
await addCommands(program, process.argv.slice(2));
await program.parseAsync();
