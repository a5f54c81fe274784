import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { RunView } from '../../../../../contracts/api/index.ts';
import { queries } from '../../../api/queries.ts';
import { buttonLook } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/layout/notice.tsx';
import { clockTime } from '../../../components/values/time.tsx';
import { placedNodes, titleOfPath } from '../../run/placed-nodes.ts';
import { useNewerVersion } from '../../run/retry/newer-version.ts';
import { isDirty } from '../state/store.ts';
import { useEditor } from '../state/use-editor.ts';
import { texts } from '../texts.ts';

/** The way back to the run in which one found what to mend, and to its retry once that is saved. */
export function FromRun() {
  const { run: id } = useSearch({ strict: false });
  const [isShown, setIsShown] = useState(true);
  const { data } = useQuery({ ...queries.run(id ?? ''), enabled: id !== undefined });
  if (!isShown || id === undefined || data?.id !== id) return null;
  return <Origin run={data} onHide={() => setIsShown(false)} />;
}

function Origin({ run, onHide }: { run: RunView; onHide: () => void }) {
  const hasChanges = useEditor(isDirty);
  const { version } = useNewerVersion(run, run.status !== 'completed');
  const to = { to: '/runs/$runId', params: { runId: run.id } } as const;
  const failedAt = run.status === 'failed' ? run.error?.node : undefined;
  return (
    <div role="status">
      <Notice
        icon={CircleAlert}
        action={
          version &&
          !hasChanges && (
            <Link {...to} search={{ dialog: 'retry' }} className={buttonLook('primary')}>
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
        {failedAt === undefined
          ? '.'
          : texts.fromRun.failedAt(titleOfPath(placedNodes(run, []), failedAt))}
      </Notice>
    </div>
  );
}
