import { z } from 'zod';
import { defineTool, ToolError } from '../../../../../contracts/own-tool.ts';

export default defineTool({
  name: 'test_error_handling',
  description: 'Always fails, as the conformance suite wants it.',
  category: 'system',
  schema: z.strictObject({}),
  handle() {
    throw new ToolError('This tool intentionally returns an error for testing');
  },
});
