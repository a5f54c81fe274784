import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { buttonLook } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/layout/notice.tsx';
import { clockTime } from '../../../components/values/time.tsx';
import { placedNodes, titleOfPath } from '../../run/placed-nodes.ts';
import { useNewerVersion } from '../../run/retry/newer-version.ts';
import { useOriginRun } from '../model/use-origin-run.ts';
import type { OriginRun } from '../model/use-origin-run.ts';
import { errorWords } from '../../run/inspector/error-words.ts';
import { isDirty } from '../state/store.ts';
import { useEditor } from '../state/use-editor.ts';
import { texts } from '../texts.ts';

/** The way back to the run in which one found what to mend, and to its retry once that is saved. */
export function FromRun() {
  const [isShown, setIsShown] = useState(true);
  const origin = useOriginRun();
  if (!isShown || !origin) return null;
  return <Origin {...origin} onHide={() => setIsShown(false)} />;
}

type OriginProps = OriginRun & { onHide: () => void };

function Origin({ run, child, onHide }: OriginProps) {
  const hasChanges = useEditor(isDirty);
  const opened = useEditor(({ saved }) => saved.name);
  const ran = child ? { ...run, pipeline: child.document.name, document: child.document } : run;
  const isCopy = opened !== ran.pipeline;
  const { version } = useNewerVersion(ran, run.status !== 'completed' && !isCopy);
  const to = { to: '/runs/$runId', params: { runId: run.id } } as const;
  const error = run.status === 'failed' ? run.error : undefined;
  const failedAt = error?.node;
  const placed = placedNodes(run, child ? [child] : []);
  return (
    <div role="status">
      <Notice
        icon={CircleAlert}
        action={
          version &&
          !hasChanges && (
            <Link
              {...to}
              search={{ dialog: child ? 'retry-latest' : 'retry' }}
              className={buttonLook('primary')}
            >
              {texts.fromRun.retry}
            </Link>
          )
        }
        onHide={onHide}
      >
        {texts.fromRun.opened}
        <Link {...to} className="rounded text-accent underline">
          {texts.fromRun.run(clockTime(run.createdAt))}
        </Link>
        {failedAt === undefined ? '.' : texts.fromRun.failedAt(titleOfPath(placed, failedAt))}
        {error && ` ${errorWords(error.message).line}`}
        {isCopy && texts.fromRun.copy(ran.pipeline)}
      </Notice>
    </div>
  );
}
