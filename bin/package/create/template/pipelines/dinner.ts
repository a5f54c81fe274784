import { definePipeline, toolNode, z } from 'baton';
import { host } from '../agents/host.ts';
import splitBill from '../extensions/tools/split_bill.ts';

// What is exported here is deployed with the pipeline.
export { host };

export default definePipeline({
  name: 'dinner',
  title: 'Who owes what',
  inputs: z.object({
    amount: z.number().describe('The bill'),
    people: z.number().int().default(2),
  }),
  nodes: [
    toolNode(splitBill, {
      id: 'bill',
      args: { amount: '{{ inputs.amount }}', people: '{{ inputs.people }}' },
    }),
    {
      id: 'letter',
      kind: 'agent',
      agent: host.name,
      task: 'Each of {{ inputs.people }} owes {{ nodes.bill.output.each }}.',
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
