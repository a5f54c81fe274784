import { matchLines } from './match-lines.ts';

/**
 * A text in the way in which somebody has written it, with what changes between two texts that are written another
 * way: `normal` says the same as `written`, `changed` what it is to say. Lines that do not change stay as they are
 * written. Undefined where the texts differ too much.
 */
export function carryOver(written: string, normal: string, changed: string): string | undefined {
  const own = written.split('\n');
  const before = normal.split('\n');
  const after = changed.split('\n');
  const inOwn = matchLines(before, own);
  const inAfter = matchLines(before, after);
  if (!inOwn || !inAfter) return undefined;
  const result: string[] = [];
  let last = { before: -1, own: -1, after: -1 };
  for (const joint of joints(inOwn, inAfter, { own: own.length, after: after.length })) {
    const ours = own.slice(last.own + 1, joint.own);
    const between = {
      before: before.slice(last.before + 1, joint.before),
      after: after.slice(last.after + 1, joint.after),
    };
    result.push(...merged(ours, between));
    if (joint.before < before.length) result.push(own[joint.own]!);
    last = joint;
  }
  return result.join('\n');
}

/** The lines between two that all three texts have: as they are written where nothing changes there. */
function merged(own: string[], { before, after }: { before: string[]; after: string[] }): string[] {
  if (before.join('\n') === after.join('\n')) return own;
  if (own.length !== before.length) return after;
  // Line for line the same, written another way: only the lines that change are taken.
  const result = [...after];
  for (const [line, match] of (matchLines(before, after) ?? []).entries()) {
    if (match !== undefined) result[match] = own[line]!;
  }
  return result;
}

type Joint = { before: number; own: number; after: number };

/** The lines that all three texts have, and their ends. */
function joints(
  inOwn: (number | undefined)[],
  inAfter: (number | undefined)[],
  lengths: { own: number; after: number },
): Joint[] {
  const shared = inOwn.flatMap((own, before) => {
    const after = inAfter[before];
    return own === undefined || after === undefined ? [] : [{ before, own, after }];
  });
  return [...shared, { before: inOwn.length, ...lengths }];
}
