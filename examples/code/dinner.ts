import { defineAgent, definePipeline, z } from 'baton';

export const host = defineAgent({
  name: 'host',
  role: 'Host',
  instructions: 'You write one friendly sentence to a guest about what they owe.',
  output: z.object({ message: z.string() }),
});

export default definePipeline({
  name: 'dinner',
  title: 'Who owes what',
  inputs: z.object({
    amount: z.number().describe('The bill'),
    people: z.number().int().default(2),
  }),
  nodes: [
    {
      id: 'bill',
      kind: 'tool',
      tool: 'calculate',
      args: { expression: '{{ inputs.amount }} / {{ inputs.people }}' },
    },
    {
      id: 'letter',
      kind: 'agent',
      agent: host.name,
      task: 'Each of {{ inputs.people }} owes {{ nodes.bill.output.result }}.',
    },
    { id: 'send', kind: 'approval', show: '{{ nodes.letter.output.message }}', timeout: '24h' },
    { id: 'sent', kind: 'transform', value: '{{ nodes.letter.output.message }}' },
  ],
  edges: [
    { from: 'bill', to: 'letter' },
    { from: 'letter', to: 'send' },
    { from: 'send', port: 'approved', to: 'sent' },
  ],
});
