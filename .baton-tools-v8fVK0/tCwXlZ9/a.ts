
import { z } from 'zod';
import { defineTool, ToolError } from '../../contracts/own-tool.ts';

export default defineTool({
  name: 'plain',
  description: 'A tool of a test.',
  category: 'system',
  cacheMs: 0,
  schema: z.strictObject({}), handle: () => null,
});
