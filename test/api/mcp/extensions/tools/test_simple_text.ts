import { z } from 'zod';
import { defineTool } from '../../../../../contracts/own-tool.ts';

export default defineTool({
  name: 'test_simple_text',
  description: 'Answers with a text, as the conformance suite wants it.',
  category: 'system',
  untrusted: false,
  schema: z.strictObject({}),
  handle: () => 'This is a simple text response for testing.',
});
