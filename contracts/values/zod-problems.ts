import type { z } from 'zod';
import type { Suggest } from '../base/nearest.ts';
import { suggestFirst } from '../base/nearest.ts';
import { fieldsAt } from '../pipelines/validation/fields.ts';
import { hasOwnMessage } from '../base/own-words.ts';
import { issueWords, missingFix } from './issue-words.ts';
import type { Issue, IssueOf } from './issue-words.ts';
import { nearestForm } from './nearest-form.ts';
import { missing, problem } from './problem.ts';
import type { Path, Problem } from './problem.ts';

/**
 * What was checked: the value, its schema if it is known, and the place of the value.
 * `suggest` is that of a longer list of mistakes, of which these are some.
 */
type Checked = { value: unknown; schema?: z.ZodType; path: Path; suggest?: Suggest };

/** What stands at a path of a value; undefined where there is nothing. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, part) =>
      typeof at === 'object' && at !== null
        ? (at as Record<PropertyKey, unknown>)[part]
        : undefined,
    value,
  );
}

function unknownFields(
  { keys, path }: IssueOf<'unrecognized_keys'>,
  checked: Checked,
  suggest: Suggest,
): Problem[] {
  const known = checked.schema ? fieldsAt(checked.schema, path, valueAt(checked.value, path)) : [];
  return keys.map((key) =>
    problem([...checked.path, ...path, key], `field ${key} not found`, suggest(key, known)),
  );
}

/**
 * The issues of a zod check in clear words, one problem for each mistake.
 * @param issues of a parse with `markingDefaults`, which tells the schema's own messages from zod's.
 */
export function zodProblems(issues: readonly Issue[], checked: Checked): Problem[] {
  const { suggest = suggestFirst() } = checked;
  const told = issues.flatMap((issue) => {
    return issue.code === 'invalid_union' && hasOwnMessage(issue) ? [issue] : nearestForm(issue);
  });
  return told.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return unknownFields(issue, checked, suggest);
    const path = [...checked.path, ...issue.path];
    const actual = valueAt(checked.value, issue.path);
    if (actual === undefined && issue.path.length > 0) {
      const name = String(issue.path.at(-1));
      return [missing(path, name, missingFix(issue, name))];
    }
    const [message, fix] = issueWords(issue, actual, suggest);
    return [problem(path, message, fix)];
  });
}
