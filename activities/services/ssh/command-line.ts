import { ToolError } from '../../tool-kit/tool.ts';
import { placeholder } from './ssh-file.ts';
import type { SshArgument, SshCommand } from './ssh-file.ts';

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
    return [`there is no ${name}: ${names.length > 0 ? `give ${names.join(', ')}` : 'give none'}`];
  }
  const { oneOf, pattern } = argument;
  if (oneOf) return oneOf.includes(value) ? [] : [`${name}: ${wanted(argument)}`];
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(value)) return [`${name} contains a control character`];
  if (value.startsWith('-')) return [`${name} begins with "-", so that it could be an option`];
  if (!new RegExp(`^(?:${pattern})$`, 'u').test(value)) return [`${name}: ${wanted(argument)}`];
  return [];
}

function wanted({ oneOf, pattern, description }: SshArgument): string {
  const form = oneOf ? `one of ${oneOf.join(', ')}` : `a text that fits ${pattern}`;
  return description === undefined ? form : `${description}: ${form}`;
}
