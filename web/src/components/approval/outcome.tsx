import type { ApprovalView } from '../../../../contracts/api/index.ts';
import { texts } from './texts.ts';

/** What something was approved despite, and why the approved call failed after; nothing where neither was. */
export function Outcome({ decision }: Pick<ApprovalView, 'decision'>) {
  const { despite = [], callError = null } = decision ?? {};
  return (
    <>
      {despite.map((reason) => (
        <p key={reason} className="mt-1 wrap-anywhere text-muted">
          {texts.outcome.despite(reason)}
        </p>
      ))}
      {callError !== null && (
        <p className="mt-1 wrap-anywhere text-bad">{texts.outcome.callFailed(callError)}</p>
      )}
    </>
  );
}
