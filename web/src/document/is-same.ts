import { canonicalJson } from '../../../contracts/base/json.ts';

/** Whether two documents mean the same: what is only for the eyes on the canvas means nothing. */
export function isSameDocument(one: object, other: object): boolean {
  const [before, after] = [one, other].map((document) =>
    canonicalJson({ ...document, layout: undefined, canvas: undefined }),
  );
  return before === after;
}
