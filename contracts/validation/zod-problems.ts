import type { z } from 'zod';
import { suggest } from '../nearest.ts';
import { fieldsAt } from './fields.ts';
import { problem } from './problem.ts';
import type { Path, Problem } from './problem.ts';

type Issue = z.core.$ZodIssue;
type IssueOf<Code extends Issue['code']> = Extract<Issue, { code: Code }>;

/** What was checked: the value, the schema where it is known, and where the value stands. */
type Checked = { value: unknown; schema?: z.ZodType; path: Path };

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, part) =>
      typeof at === 'object' && at !== null
        ? (at as Record<PropertyKey, unknown>)[part]
        : undefined,
    value,
  );
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  const name = Array.isArray(value) ? 'array' : typeof value;
  return name === 'boolean' ? String(value) : (typeNames[name] ?? name);
}

const choices = (values: readonly unknown[]): string => values.map(String).join(', ');

/** Words for a limit: `at most 20`, `at least 1 character`. */
function limitText(issue: IssueOf<'too_big'> | IssueOf<'too_small'>): string {
  const isBig = issue.code === 'too_big';
  const bound = isBig ? issue.maximum : issue.minimum;
  const unit = { string: 'character', array: 'entry' }[issue.origin as string];
  const word = isBig ? 'at most' : 'at least';
  const strict = isBig ? 'less than' : 'more than';
  const plural = { character: 'characters', entry: 'entries' }[unit ?? ''];
  const counted = unit ? ` ${Number(bound) === 1 ? unit : plural}` : '';
  return `${issue.inclusive === false ? strict : word} ${bound}${counted}`;
}

/** A message of ours that says what to do, in place of what the value is to be made of. */
const advice = /^(?:write|use|give|leave|take|say) /;

/** Splits a message of ours such as `must be a duration: write 500ms`. */
function splitMessage(message: string): [string, string] {
  const colon = message.indexOf(': ');
  if (colon >= 0) return [message.slice(0, colon), message.slice(colon + 2)];
  return ['is not of the right form', advice.test(message) ? message : `use ${message}`];
}

function unknownFields({ keys, path }: IssueOf<'unrecognized_keys'>, checked: Checked): Problem[] {
  const known = checked.schema ? fieldsAt(checked.schema, path) : [];
  return keys.map((key) =>
    problem([...checked.path, ...path, key], `there is no field ${key}`, suggest(key, known)),
  );
}

function describe(issue: Issue, actual: unknown): [message: string, fix: string] {
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = typeNames[issue.expected] ?? issue.expected;
      const got =
        typeof actual === 'number' && issue.expected === 'int' ? String(actual) : typeOf(actual);
      return [`must be ${wanted}, not ${got}`, `write ${wanted}`];
    }
    case 'invalid_value':
      return [
        `must be ${issue.values.length > 1 ? 'one of ' : ''}${choices(issue.values)}`,
        typeof actual === 'string'
          ? suggest(actual, issue.values.map(String))
          : `write ${choices(issue.values.slice(0, 1))}`,
      ];
    case 'too_big':
    case 'too_small': {
      const own = !issue.message.startsWith('Too ');
      return [own ? issue.message : `must be ${limitText(issue)}`, `use ${limitText(issue)}`];
    }
    case 'invalid_format':
      if (issue.message.startsWith('Invalid ')) {
        return [
          `is not a valid ${issue.format}`,
          issue.pattern ? `match ${issue.pattern}` : `write a ${issue.format}`,
        ];
      }
      return splitMessage(issue.message);
    case 'custom':
      return ['does not fit the other fields', issue.message];
    case 'invalid_union':
      return [
        'has a value of a type that is not allowed here',
        'use a JSON value of an allowed type',
      ];
    default:
      return [issue.message, 'correct the value'];
  }
}

/** The issues of a zod check in clear words, one problem for each mistake. */
export function zodProblems(issues: readonly Issue[], checked: Checked): Problem[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return unknownFields(issue, checked);
    const path = [...checked.path, ...issue.path];
    const actual = valueAt(checked.value, issue.path);
    if (actual === undefined && issue.path.length > 0) {
      const name = String(issue.path.at(-1));
      return [problem(path, `${name} is missing`, missingFix(issue, name))];
    }
    const [message, fix] = describe(issue, actual);
    return [problem(path, message, fix)];
  });
}

function missingFix(issue: Issue, name: string): string {
  if (issue.code === 'custom') return issue.message;
  if (issue.code === 'invalid_value') return `give ${name}: ${choices(issue.values)}`;
  const wanted = issue.code === 'invalid_type' ? typeNames[issue.expected] : undefined;
  return wanted ? `give ${name}: ${wanted}` : `give ${name} a value`;
}
