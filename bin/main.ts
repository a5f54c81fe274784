import { Command } from 'commander';
import { addCommands } from './commands/index.ts';

const program = new Command('baton').description(
  'A durable workflow engine for multi-agent pipelines that people can see',
);
program
  .command('start')
  .description('serve everything on this machine: API, workers, database and Temporal')
  .action(async () => {
    // Imported when needed: the other commands answer at once without the server's packages.
    const { start } = await import('./start.ts');
    await start();
  });
program.command('setup').description('install what is missing, and nothing else');
addCommands(program);
await program.parseAsync();
