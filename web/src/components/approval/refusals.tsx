import type { ApprovalView } from '../../../../contracts/api/index.ts';
import { Ago } from '../values/time.tsx';
import { texts } from './texts.ts';

/** Decisions that did not count, such as forged ones; nothing where there are none. */
export function Refusals({ refusals }: Pick<ApprovalView, 'refusals'>) {
  if (refusals.length === 0) return null;
  return (
    <details className="mt-3">
      <summary className="cursor-pointer text-wait">
        {texts.refusals.title(refusals.length)}
      </summary>
      <ul className="mt-2 grid gap-1">
        {refusals.map(({ number, at, by, reason, detail }) => (
          <li key={number} className="wrap-anywhere">
            {texts.refusals.from(by)} <Ago instant={at} />: {texts.refusals.reasons[reason]}
            {detail !== undefined && ` (${detail})`}
          </li>
        ))}
      </ul>
    </details>
  );
}
