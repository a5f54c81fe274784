import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { fixOf } from '../../contracts/base/own-words.ts';
import { pathText } from '../../contracts/values/problem.ts';
import { Problem } from '../base/problem.ts';

type Issue = z.core.$ZodIssue;

/** More at once help nobody, and of a large body would be larger than the body. */
const toldProblems = 50;

/** Checks requests of OpenAI's form; what does not fit is told in the words of the schema, field by field. */
export function addRequestValidation(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (value: unknown) => {
    const { success, data, error } = schema.safeParse(value);
    if (success) return { value: data };
    const first = error.issues.slice(0, toldProblems).map(innermost);
    const rest = error.issues.length - first.length;
    const problems = first.map((issue) => {
      const fix = fixOf(issue);
      const message = fix === undefined ? issue.message : `${issue.message}; ${fix}`;
      return { path: pathText(issue.path), message };
    });
    const told = problems.map(({ path, message }) =>
      path === '' ? message : `${path}: ${message}`,
    );
    if (rest > 0) told.push(`there are ${rest} more problems; correct these first`);
    return { error: new Problem('invalid-request', told.join('; '), problems) };
  });
}

/** Of what may have several forms, the form that was come nearest to: where its problem lies deepest. */
function innermost(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors
    .flat()
    .map((nested) => innermost({ ...nested, path: [...issue.path, ...nested.path] }));
  return inner.reduce(
    (deepest, next) => (next.path.length > deepest.path.length ? next : deepest),
    issue as Issue,
  );
}
