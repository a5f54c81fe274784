import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type UnionIssue = Extract<Issue, { code: 'invalid_union' }>;

/** Whether it says that a value is no value of a form at all, and not only that something in it is wrong. */
function isOfAnotherKind({ code, path }: Issue, union: UnionIssue): boolean {
  const isOfWhole = path.length === union.path.length;
  return isOfWhole && ['invalid_type', 'invalid_value', 'invalid_union'].includes(code);
}

/**
 * Of a value that may have several forms, what is wrong with the form that it comes nearest to: of those that it has the
 * kind of, such as an object, the one with the fewest issues. Where there is none, and of any other issue, the issue itself.
 */
export function nearestForm(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const forms = (issue.errors as Issue[][]).map((inner) =>
    inner.flatMap((one) => nearestForm({ ...one, path: [...issue.path, ...one.path] })),
  );
  const near = forms.filter((form) => !form.some((one) => isOfAnotherKind(one, issue)));
  const [nearest = [issue]] = near.toSorted((one, other) => one.length - other.length);
  return nearest;
}
