import { z } from 'zod';
import { defineTool } from '../../../activities/tool-kit/define-tool.ts';

const pageCharacters = 8 * 1024;

/** A tool whose answers are 8 KB each, and begin with which page they are. */
export const readPage = defineTool({
  name: 'read_page',
  description: 'Reads one page of a long book',
  category: 'education',
  plan: 'free',
  rateLimit: {},
  schema: z.object({ book: z.string(), page: z.number().int() }),
  label: ({ page }) => `page ${String(page)}`,
  async handle({ book, page }) {
    const start = `${book}, page ${page}. `;
    const text = start + `On page ${page} somebody walks on and says so. `.repeat(300);
    return { text: text.slice(0, pageCharacters) };
  },
});
