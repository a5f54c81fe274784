
import { z } from 'zod';
import { defineTool, ToolError } from '../../contracts/own-tool.ts';

export default defineTool({
  name: 'short',
  description: 'A tool of a test.',
  category: 'system',
  cacheMs: 0,
  description: 'Short', schema: z.strictObject({}), handle: () => null,
});
