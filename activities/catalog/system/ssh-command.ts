import { z } from 'zod';
import { untrustedNotice } from '../../../contracts/tools/tools.ts';
import { refuseUnsure } from '../../tools/refuse-unsure.ts';
import type { Services } from '../services.ts';
import { serviceOf } from '../../tool-kit/set-up.ts';
import { defineTool } from '../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';

export const sshCommand = defineTool({
  name: 'ssh_command',
  description:
    'Runs a configured command on a configured host over SSH, and returns the exit code and the output. You set ' +
    'only the values of its arguments, within the configured rules. There is no shell.',
  category: 'system',
  plan: 'free',
  rateLimit: { minute: 10 },
  sideEffect: true,
  untrusted: true,
  example: { host: 'web-1', command: 'service_status', arguments: { service: 'nginx' } },
  missing({ BATON_SSH_FILE: file, sshFileProblem: problem }) {
    if (file === undefined) return 'set BATON_SSH_FILE to a file of hosts and commands';
    return problem === undefined ? undefined : `fix the file of BATON_SSH_FILE: ${problem}`;
  },
  schema: z.strictObject({
    host: z.string().min(1).max(100).describe('The name of the host'),
    command: z.string().min(1).max(100).describe('The name of the command'),
    arguments: z
      .record(z.string(), z.string().max(200))
      .default({})
      .describe('The values of its arguments, by name'),
  }),
  label: ({ host = '', command = '' }) => `${command} on ${host}`,
  async handle(args, context: ToolContext<Services>) {
    refuseUnsure(context);
    const { services, signal } = context;
    const { host, command } = args;
    const answer = await serviceOf(services.ssh).run(
      { host, command, values: args.arguments },
      signal,
    );
    return { host, command, ...answer, notice: untrustedNotice };
  },
});
