import { defineAgent, z } from 'baton';

export const host = defineAgent({
  name: 'host',
  role: 'Host',
  instructions: 'You write one friendly sentence to a guest about what they owe.',
  output: z.object({ message: z.string() }),
});
