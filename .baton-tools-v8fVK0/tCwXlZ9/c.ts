
import { z } from 'zod';
import { defineTool, ToolError } from '../../contracts/own-tool.ts';

export default defineTool({
  name: 'unset',
  description: 'A tool of a test.',
  category: 'system',
  cacheMs: 0,
  settings: ['UNSET_KEY'], schema: z.strictObject({}), handle: () => null,
});
