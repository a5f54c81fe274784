import type { Command } from 'commander';
import type { PipelineVersionView } from '../../contracts/api/index.ts';
import type { Context } from '../client/context.ts';
import { tableLines } from '../client/text.ts';
import { withClient } from '../client/action.ts';

/** `baton versions PIPELINE`: lists the versions of a pipeline, last saved first. */
export function addVersions(program: Command, context: Context): void {
  program
    .command('versions')
    .argument('<pipeline>')
    .option('--json', 'print JSON')
    .action((pipeline: string, { json }: { json?: boolean }) =>
      withClient(context, async (client) => {
        const { items } = await client.pipelineVersions(pipeline);
        if (json) return context.print(JSON.stringify(items, undefined, 2));
        for (const line of tableLines(items.map(rowOf))) context.print(line);
      }),
    );
}

function rowOf(version: PipelineVersionView): string[] {
  const { number, hash, author, source, createdAt, current, note } = version;
  const unknown = source === 'shipped' ? 'included with Baton' : 'author not recorded';
  return [
    String(number),
    current ? 'live' : '',
    hash.slice(0, 12),
    `${createdAt.slice(0, 19).replace('T', ' ')} UTC`,
    author ?? unknown,
    note ?? '',
  ];
}
