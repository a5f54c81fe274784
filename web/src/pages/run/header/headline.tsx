import { useDomain } from '../../../domain.ts';
import type { Domain } from '../../../domain.ts';
import { errorWords } from '../inspector/error-words.ts';
import { titleOfPath } from '../placed-nodes.ts';
import { useRunContext } from '../run-context.ts';
import { texts } from '../texts.ts';

/** What came of a run, in a line: what failed, what it did outside, or why it came to nothing. */
export function Headline() {
  const { run, placed } = useRunContext();
  const done = useDomain((domain) => doneBy(domain, run.effects));
  if (run.error) {
    const { line } = errorWords(run.error.message);
    const { node } = run.error;
    return (
      <p className="mt-1 wrap-anywhere text-bad md:pl-8">
        {node === undefined ? line : texts.header.failedAt(titleOfPath(placed, node), line)}
        {done !== undefined && <span className="text-text"> · {done}</span>}
      </p>
    );
  }
  if (done !== undefined) return <p className="mt-1 wrap-anywhere md:pl-8">{done}</p>;
  return run.outcome && <p className="mt-1 text-wait md:pl-8">{run.outcome.text}</p>;
}

function doneBy(
  { effectLine }: Domain,
  effects: ReturnType<typeof useRunContext>['run']['effects'],
) {
  const lines = effects.flatMap(({ details }) => effectLine?.(details) ?? []);
  return lines.length > 0 ? lines.join('; ') : undefined;
}
