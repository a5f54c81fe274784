import { suggest } from '../../../contracts/base/nearest.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { commandLine } from './command-line.ts';
import { runRemote } from './run-remote.ts';
import type { RemoteAnswer } from './run-remote.ts';
import type { SshFile } from './ssh-file.ts';

export type Ssh = {
  /** Runs one of the commands that there are on one of its hosts. @throws {ToolError} */
  run(
    request: { host: string; command: string; values: Record<string, string> },
    signal: AbortSignal,
  ): Promise<RemoteAnswer>;
};

/** The hosts and commands of a file, and no others. */
export function createSsh({ hosts, commands }: SshFile): Ssh {
  return {
    async run({ host: hostName, command: commandName, values }, signal) {
      const command = Object.hasOwn(commands, commandName) ? commands[commandName] : undefined;
      if (!command) {
        const hint = suggest(commandName, Object.keys(commands));
        throw new ToolError(`Command "${commandName}" not found: ${hint}`, { retryable: false });
      }
      const allowed = command.hosts ?? Object.keys(hosts);
      const host = allowed.includes(hostName) ? hosts[hostName] : undefined;
      if (!host) {
        const hint = suggest(hostName, allowed);
        throw new ToolError(`${commandName} cannot run on "${hostName}": ${hint}`, {
          retryable: false,
        });
      }
      const line = commandLine(commandName, command, values);
      return runRemote(host, line, { timeoutMs: command.timeoutSeconds * 1_000, signal });
    },
  };
}
