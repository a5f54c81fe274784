import { z } from 'zod';
import type { JsonObject } from '../../contracts/base/json.ts';
import { markingDefaults } from '../../contracts/base/own-words.ts';
import { ownToolSchema } from '../../contracts/own-tool.ts';
import type { OwnToolContext, OwnToolSpec } from '../../contracts/own-tool.ts';
import { placedText } from '../../contracts/values/problem.ts';
import { zodProblems } from '../../contracts/values/zod-problems.ts';
import type { FromThread } from './messages.ts';

export type LoadedTool = {
  spec: OwnToolSpec;
  schema: z.ZodObject;
  handle(args: never, context: OwnToolContext): unknown;
};

type Problem = Extract<FromThread, { type: 'problem' }>;

/** Loads a file, and checks what it exports. Never throws. */
export async function loadDefinition(url: string): Promise<LoadedTool | Problem> {
  try {
    const { default: found } = (await import(/* @vite-ignore */ url)) as { default?: unknown };
    return found === undefined
      ? { type: 'problem', path: '', message: 'it has no default export' }
      : checked(found);
  } catch (error) {
    return thrown(url, error);
  }
}

function checked(found: unknown): LoadedTool | Problem {
  const result = ownToolSchema.safeParse(found, markingDefaults);
  if (!result.success) {
    const mistakes = result.error.issues.flatMap((issue) => mistakesOf(issue, found));
    const told = mistakes.map(({ path, message }) => placedText(path, message));
    // One place is said once, by the message.
    const fixes = mistakes.map(({ path, fix }) =>
      mistakes.length > 1 ? placedText(path, fix) : fix,
    );
    const message = `its default export is not a tool: ${[...told, ...wrongExample(found)].join('; ')}`;
    const [field] = result.error.issues[0]?.path ?? [];
    if (field === undefined) return { type: 'problem', path: '', message };
    return { type: 'problem', path: String(field), message, fix: fixes.join('; ') };
  }
  const { schema, handle, example, ...rest } = result.data;
  const [misfit] = wrongExample(result.data);
  if (misfit !== undefined) return { type: 'problem', path: 'example', message: misfit };
  try {
    const parameters = z.toJSONSchema(schema, { io: 'input' }) as JsonObject;
    delete parameters['$schema'];
    const spec = { ...rest, parameters, ...(example && { example: example as JsonObject }) };
    return { spec, schema, handle };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `its schema cannot be converted for models: ${reason}`;
    return { type: 'problem', path: 'schema', message };
  }
}

/** That the example does not fit the schema, where both can be told; nothing else. */
function wrongExample(found: unknown): string[] {
  const { schema, example } = (found ?? {}) as { schema?: unknown; example?: unknown };
  if (!(schema instanceof z.ZodType) || example === undefined) return [];
  const { error } = schema.safeParse(example);
  return error ? [`its example is not valid for its schema: ${z.prettifyError(error)}`] : [];
}

/** What the file's own checks say of a field is told as they say it. */
function mistakesOf(issue: z.core.$ZodIssue, value: unknown) {
  if (issue.code !== 'custom')
    return zodProblems([issue], { value, schema: ownToolSchema, path: [] });
  const field = issue.path.join('.');
  return [{ path: field, message: issue.message, fix: `correct ${field}` }];
}

/** An error of loading, with the place in the file that its stack or Node's message names. */
function thrown(url: string, error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const path = new URL(url).pathname;
  const [, line, column] =
    stack
      .replaceAll(url, path)
      .split(path)
      .slice(1)
      .join('\0')
      .match(/^:(\d+)(?::(\d+))?/) ?? [];
  const place = line === undefined ? {} : { line: Number(line), column: Number(column ?? 1) };
  return { type: 'problem', path: '', message: `it cannot be loaded: ${message}`, ...place };
}
