import type { ApprovalView } from '../../../../contracts/api/index.ts';
import { ChangedArgs, useChanges } from './changed-args.tsx';
import { texts } from './texts.ts';
import { escalationText, progressText } from './voice-words.ts';

/** Who has approved so far where several must, and who else may decide; nothing where one decides. */
export function Voices({ approval }: { approval: ApprovalView }) {
  const progress = progressText(approval);
  const escalation = escalationText(approval);
  const { tool, args, voices } = approval;
  const changes = useChanges({ tool, args, decision: voices.at(-1) ?? null });
  if (!progress && !escalation) return null;
  return (
    <div role="status" className="mt-3">
      {progress && <p className="font-medium wrap-anywhere">{progress}</p>}
      {changes.length > 0 && (
        <div>
          <p className="text-muted">{texts.voices.changed}</p>
          <ChangedArgs changes={changes} />
        </div>
      )}
      {escalation && <p className="text-muted wrap-anywhere">{escalation}</p>}
    </div>
  );
}
