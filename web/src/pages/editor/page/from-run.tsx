import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ChildPipelineView, RunView } from '../../../../../contracts/api/index.ts';
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
  const { run: id, inside } = useSearch({ strict: false });
  const [isShown, setIsShown] = useState(true);
  const { data } = useQuery({ ...queries.run(id ?? ''), enabled: id !== undefined });
  const child = useQuery({
    ...queries.childPipeline(id ?? '', inside ?? '', true),
    enabled: id !== undefined && inside !== undefined,
  }).data;
  if (!isShown || id === undefined || data?.id !== id) return null;
  if (inside !== undefined && !child) return null;
  return <Origin run={data} child={child} onHide={() => setIsShown(false)} />;
}

type OriginProps = { run: RunView; child: ChildPipelineView | undefined; onHide: () => void };

function Origin({ run, child, onHide }: OriginProps) {
  const hasChanges = useEditor(isDirty);
  const opened = useEditor(({ saved }) => saved.name);
  const ran = child ? { ...run, pipeline: child.document.name, document: child.document } : run;
  const isCopy = opened !== ran.pipeline;
  const { version } = useNewerVersion(ran, run.status !== 'completed' && !isCopy);
  const to = { to: '/runs/$runId', params: { runId: run.id } } as const;
  const failedAt = run.status === 'failed' ? run.error?.node : undefined;
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
        {isCopy && texts.fromRun.copy(ran.pipeline)}
      </Notice>
    </div>
  );
}
