import { z } from 'zod';
import { untrustedNotice } from '../../../contracts/tools/tools.ts';
import { FileRefused } from '../../services/files/read-folder.ts';
import type { FileContent } from '../../services/files/read-folder.ts';
import type { Services } from '../services.ts';
import { serviceOf } from '../../tool-kit/set-up.ts';
import { defineTool } from '../../tool-kit/define-tool.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';

const mostLines = 2_000;

export const readFile = defineTool({
  name: 'read_file',
  description:
    'Reads a text file from a given line, or lists the files of a folder. Only the folder that BATON_FILES ' +
    'names can be read. Paths are relative to that folder; "." is the folder itself.',
  category: 'system',
  plan: 'free',
  rateLimit: { minute: 60 },
  untrusted: true,
  example: { path: 'reports/2026-11.md', fromLine: 1, lines: 200 },
  missing: ({ BATON_FILES: root }) =>
    root === undefined ? 'set BATON_FILES to the folder that tools can read' : undefined,
  schema: z.strictObject({
    path: z.string().min(1).max(500).describe('The path, such as reports/today.md'),
    fromLine: z.number().int().min(1).default(1).describe('The first line, counted from 1'),
    lines: z.number().int().min(1).max(mostLines).default(500).describe('Maximum number of lines'),
  }),
  label: ({ path = '' }) => path,
  async handle({ path, fromLine, lines }, { services }: ToolContext<Services>) {
    const read = serviceOf(services.files);
    const content = await read(path).catch((error: unknown) => {
      if (!(error instanceof FileRefused)) throw error;
      throw new ToolError(error.message, { retryable: false });
    });
    return {
      ...(content.kind === 'folder' ? content : part(content, fromLine, lines)),
      notice: untrustedNotice,
    };
  },
});

function part(content: Extract<FileContent, { kind: 'file' }>, fromLine: number, count: number) {
  const { kind, path, text, bytes, modifiedAt } = content;
  const all = text.split('\n');
  // The end of the last line begins no other.
  if (all.at(-1) === '') all.pop();
  const chosen = all.slice(fromLine - 1, fromLine - 1 + count);
  const nextLine = fromLine + chosen.length;
  return {
    kind,
    path,
    bytes,
    modifiedAt,
    lines: all.length,
    fromLine,
    text: chosen.join('\n'),
    nextLine: chosen.length > 0 && nextLine <= all.length ? nextLine : null,
  };
}
