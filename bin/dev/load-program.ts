import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WrongDefinition } from '../../code/wrong-definition.ts';
import { definitionsIn } from '../client/code-file.ts';
import type { CodeFile } from '../client/code-file.ts';
import { codeProblemLines } from '../client/pipeline-file.ts';

/** What a file of code gives: what it defines, or what is wrong with it, by line. */
export type Loaded = CodeFile | { problems: string[] };

/** A line of a stack that is in a file, such as `file:///home/me/dinner.ts:12`. */
const placeInStack = /(?<url>file:\/\/\/[^\s:)]+(?::[\\/][^\s:)]+)?):(?<line>\d+)/g;

// Runs the file that it is given in a process of its own: Node keeps modules that are loaded for good.
const file = process.argv[2]!;
// What JSON cannot hold is not in a document either.
process.send?.(JSON.parse(JSON.stringify(await load())));

async function load(): Promise<Loaded> {
  try {
    return await definitionsIn(file);
  } catch (error) {
    return { problems: await linesOf(error instanceof Error ? error : new Error(String(error))) };
  }
}

async function linesOf(thrown: Error): Promise<string[]> {
  const { name = file, line = 1 } = placeOf(thrown) ?? {};
  if (thrown.name !== 'WrongDefinition') {
    return [`${name}:${line}  cannot be loaded: ${thrown.message.split('\n')[0]}`];
  }
  // By its name: the file may import another copy of Baton.
  const { problems, definition } = thrown as WrongDefinition;
  const whole = await readFile(name, 'utf8').catch(() => '');
  // What stands above the definition may have fields of the same names.
  const lines = whole.split('\n').map((text, index) => (index < line - 1 ? '' : text));
  const document = JSON.parse(JSON.stringify(definition));
  return codeProblemLines({ name, code: lines.join('\n'), document }, problems);
}

/** Where in the user's sources an error was thrown. */
function placeOf({ stack = '' }: Error): { name: string; line: number } | undefined {
  for (const { groups } of stack.matchAll(placeInStack)) {
    const name = relative('', fileURLToPath(groups!['url']!));
    if (name.startsWith('..') || name.split(sep).includes('node_modules')) continue;
    return { name, line: Number(groups!['line']) };
  }
  return undefined;
}
