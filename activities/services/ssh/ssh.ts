import { boundedPattern } from '../../base/bounded-pattern.ts';
import { suggest } from '../../../contracts/base/nearest.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { runRemote } from './run-remote.ts';
import type { RemoteAnswer } from './run-remote.ts';
import type { SshFile, SshArgument, SshCommand } from './ssh-file.ts';
import { placeholder } from './ssh-file.ts';

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

/** A word that the shell of another machine takes as it is. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * The text of a command, with its arguments put in their places. Each word is quoted, so that whatever a value holds it
 * stays a part of its word.
 * @throws {ToolError} that lists every argument that is missing, unknown or not allowed.
 */
export function commandLine(
  name: string,
  command: Pick<SshCommand, 'run' | 'arguments'>,
  values: Record<string, string>,
): string {
  const declared = command.arguments;
  const problems = [
    ...Object.keys(declared)
      .filter((each) => !Object.hasOwn(values, each))
      .map((each) => `${each} is missing (${wanted(declared[each]!)})`),
    ...Object.entries(values).flatMap(([each, value]) => problemsOf(each, value, declared)),
  ];
  if (problems.length > 0) {
    throw new ToolError(`The arguments of ${name} are wrong: ${problems.join('; ')}.`, {
      retryable: false,
    });
  }
  return command.run
    .map((word) => quoted(word.replaceAll(placeholder, (_all, each: string) => values[each] ?? '')))
    .join(' ');
}

function problemsOf(name: string, value: string, declared: Record<string, SshArgument>): string[] {
  const argument = Object.hasOwn(declared, name) ? declared[name] : undefined;
  if (!argument) {
    const names = Object.keys(declared);
    return [
      `argument ${name} not found: ${names.length > 0 ? `give ${names.join(', ')}` : 'give none'}`,
    ];
  }
  const { oneOf, pattern } = argument;
  if (oneOf) return oneOf.includes(value) ? [] : [`${name}: ${wanted(argument)}`];
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(value)) return [`${name} contains a control character`];
  if (value.startsWith('-')) return [`${name} starts with "-", like an option`];
  if (!boundedPattern(`^(?:${pattern})$`, 'u').test(value)) return [`${name}: ${wanted(argument)}`];
  return [];
}

function wanted({ oneOf, pattern, description }: SshArgument): string {
  const form = oneOf ? `one of ${oneOf.join(', ')}` : `a text that fits ${pattern}`;
  return description === undefined ? form : `${description}: ${form}`;
}
