import { z } from 'zod';

/** A mistake in a file of the user's own, with where it is. */
export const fileProblemSchema = z
  .object({
    file: z.string().describe('Its path, as the worker names it'),
    line: z.number().int().describe('From 1'),
    column: z.number().int().describe('From 1'),
    path: z.string().describe('Where in the definition: `limits.turns`; empty for the whole'),
    message: z.string(),
    fix: z.string().describe('What to write instead'),
    tool: z.string().optional().describe('The tool that cannot be used because of it'),
  })
  .meta({ id: 'FileProblem' });
export type FileProblem = z.infer<typeof fileProblemSchema>;

/** A mistake in one line: `extensions/agents/watcher.yaml:4:3 tools[0]: there is no tool …; did you mean …?` */
export function fileProblemText({ file, line, column, path, message, fix }: FileProblem): string {
  const place = path === '' ? '' : ` ${path}:`;
  return `${file}:${line}:${column}${place} ${message}; ${fix}`;
}
