import type { z } from 'zod';
import type { Suggest } from '../base/nearest.ts';
import { fixOf, hasOwnMessage } from '../base/own-words.ts';

export type Issue = z.core.$ZodIssue;
export type IssueOf<Code extends Issue['code']> = Extract<Issue, { code: Code }>;

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

const listed = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** That a number is to be above zero and is not, and what to do about it. */
export const notAboveZero = (value: unknown): [message: string, fix: string] => [
  `${String(value)} is not greater than 0`,
  'use a number greater than 0',
];

const isAboveZero = (issue: IssueOf<'too_big'> | IssueOf<'too_small'>) =>
  issue.code === 'too_small' && issue.minimum === 0 && issue.inclusive === false;

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

/** What is wrong with a value of which the schema says only what it wants. */
function mistakeIn(issue: Issue, actual: unknown): string {
  switch (issue.code) {
    case 'too_big':
    case 'too_small': {
      const [big, small] = isNumber(actual) ? ['large', 'small'] : ['long', 'short'];
      const size = `is too ${issue.code === 'too_big' ? big : small}`;
      return isNumber(actual) ? `${actual} ${size}` : size;
    }
    case 'invalid_format':
    case 'invalid_union':
      return 'has the wrong format';
    case 'invalid_key':
      return 'is not a valid name';
    default:
      return isObject(actual) ? 'is not a valid combination' : 'is not valid';
  }
}

/** Words for the forms that zod knows by itself. */
const forms: Record<string, [message: string, fix: string]> = {
  datetime: [
    'must be a time such as 2026-11-22T09:30:00Z',
    'write the day, T, the time of day and Z for UTC',
  ],
  date: ['must be a day such as 2026-11-22', 'write year, month and day as numbers'],
  url: ['must be a URL such as https://example.com', 'start it with https://'],
  email: ['must be an email address such as ann@example.com', 'write one with @ and a domain'],
  uuid: [
    'must be an id such as 3f2a9c1e-5b7d-4c1a-9e8f-0a1b2c3d4e5f',
    'write the full id, with hyphens',
  ],
  regex: ['has the wrong format', 'write it as its description says'],
};

const isNumber = (value: unknown): value is number => typeof value === 'number';

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** Where one field says which of several forms an object has: what it may say. */
const kindNames = (issue: IssueOf<'invalid_union'>) =>
  'options' in issue ? issue.options : undefined;

/** What a value may be that is none of it: `text, a number or null`. */
function kindsOf({ errors }: IssueOf<'invalid_union'>): string {
  const kinds = (errors as Issue[][]).flat().flatMap((issue) => {
    if (issue.path.length > 0) return [];
    if (issue.code === 'invalid_type') return [typeNames[issue.expected] ?? issue.expected];
    if (issue.code === 'invalid_value') return issue.values.map(String);
    return issue.code === 'invalid_union' ? [kindsOf(issue)] : [];
  });
  const unique = [...new Set(kinds)];
  return unique.length > 0 ? listed.format(unique) : 'one of the allowed forms';
}

/** What is wrong with a value, and what to do about it. */
export function issueWords(
  issue: Issue,
  actual: unknown,
  suggest: Suggest,
): [message: string, fix: string] {
  const fix = fixOf(issue);
  if (fix !== undefined) return [issue.message, fix];
  if (hasOwnMessage(issue)) return [mistakeIn(issue, actual), issue.message];
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
    case 'too_small':
      if (isAboveZero(issue)) return notAboveZero(actual);
      return [`must be ${limitText(issue)}`, `use ${limitText(issue)}`];
    case 'invalid_format':
      return forms[issue.format] ?? [`is not a valid ${issue.format}`, `write a ${issue.format}`];
    case 'invalid_union': {
      const values = kindNames(issue);
      if (values) return issueWords({ ...issue, code: 'invalid_value', values }, actual, suggest);
      const kinds = kindsOf(issue);
      return [`must be ${kinds}, not ${typeOf(actual)}`, `write ${kinds}`];
    }
    case 'invalid_key':
      return ['is not a valid name', issue.issues[0]?.message ?? issue.message];
    default:
      return [mistakeIn(issue, actual), 'write another value'];
  }
}

/** What to give for a required value that is not there. */
export function missingFix(issue: Issue, name: string): string {
  const fix = fixOf(issue);
  if (fix !== undefined) return fix;
  if (hasOwnMessage(issue)) return issue.message;
  if (issue.code === 'invalid_union') {
    const names = kindNames(issue);
    return `give ${name}: ${names ? choices(names) : kindsOf(issue)}`;
  }
  if (issue.code === 'invalid_value') return `give ${name}: ${choices(issue.values)}`;
  const wanted = issue.code === 'invalid_type' ? typeNames[issue.expected] : undefined;
  return wanted ? `give ${name}: ${wanted}` : `give ${name} a value`;
}
