
import { z } from 'zod';
import { defineTool, ToolError } from '../../contracts/own-tool.ts';

export default defineTool({
  name: 'example',
  description: 'A tool of a test.',
  category: 'system',
  cacheMs: 0,
  schema: z.strictObject({ n: z.number() }), example: { n: "1" }, handle: () => null,
});
