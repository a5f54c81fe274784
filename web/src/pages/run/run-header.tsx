import { ExternalLink, CircleStop, Hand, Pencil, Sparkles } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { BackLink } from '../../components/layout/back-link.tsx';
import { buttonLook, Button } from '../../components/controls/button.tsx';
import { RightButton } from '../../components/controls/right-button.tsx';
import { LookBadge, OutcomeBadge, RunStatusBadge } from '../../components/runs/status.tsx';
import { StoppingBadge } from '../../components/runs/stopping-badge.tsx';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { AwaitedEvents } from './header/awaited-events.tsx';
import { Figures } from './header/figures.tsx';
import { Headline } from './header/headline.tsx';
import { RetriedAs } from './header/retried-as.tsx';
import { RunAgain } from './header/run-again.tsx';
import { interrupted, rejectionOf } from './node-status.ts';
import { useRunContext } from './run-context.ts';
import { Retry } from './retry/retry.tsx';
import { Share } from './share/share.tsx';
import { Interrupt } from './steer/interrupt.tsx';
import { temporalLink } from './temporal-link.ts';
import { texts } from './texts.ts';
import { useState } from 'react';
import { CancelDialog } from '../../components/dialogs/cancel-dialog.tsx';
import { titleOfPath } from './placed-nodes.ts';

/** What a run is, how it stands, and what it has used. */
export function RunHeader() {
  const { run, hasEnded, isStopping } = useRunContext();
  usePageTitle(run.title ?? run.pipeline);
  return (
    <header className="bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {run.kind === 'task' ? (
          <BackLink to="/tasks" title={texts.header.allTasks} />
        ) : (
          <BackLink to="/runs" title={texts.header.allRuns} />
        )}
        <h1 className="min-w-0 text-[15px] font-semibold max-md:wrap-anywhere md:truncate">
          {run.title ?? run.pipeline}
        </h1>
        <span role="status">{isStopping ? <StoppingBadge /> : <RunStatus />}</span>
        <span className="ml-auto flex items-center gap-2">
          {run.temporalUrl && (
            <a
              href={temporalLink(run.temporalUrl)}
              target="_blank"
              rel="noreferrer"
              className={`${buttonLook('quiet')} max-md:hidden`}
            >
              {texts.header.temporalUi}
              <ExternalLink aria-hidden className="size-3.5" />
            </a>
          )}
          <EditPipeline />
          <Share />
          <Interrupt />
          <Explain />
          <Retry />
          {hasEnded && <RunAgain />}
          <CancelRun />
        </span>
      </div>
      <Figures />
      <Awaited />
      {!isStopping && <AwaitedEvents run={run} />}
      {run.notice && run.status !== 'waiting' && (
        <p className="mt-1 text-wait md:pl-8">{run.notice}</p>
      )}
      <Headline />
      <RetriedAs />
    </header>
  );
}

/** Leads to the pipeline in the editor, where it is stored. */
function EditPipeline() {
  const { run } = useRunContext();
  const { data } = useQuery(queries.pipelines());
  if (run.kind === 'task' || !data?.items.some(({ name }) => name === run.pipeline)) return null;
  return (
    <Link
      to="/pipelines/$name/edit"
      params={{ name: run.pipeline }}
      search={run.status === 'failed' ? { run: run.id } : {}}
      className={`${buttonLook('quiet')} max-lg:hidden`}
    >
      <Pencil aria-hidden className="size-4" />
      {texts.header.edit}
    </Link>
  );
}

/** Leads to where one asks a model why a run failed, and how its pipeline is mended. */
function Explain() {
  const { run } = useRunContext();
  const { data } = useQuery(queries.ready());
  // The demo model has no answer to that; the error says what is known.
  if (data === undefined || data.models?.demo) return null;
  if (run.status !== 'failed' || run.kind === 'task') return null;
  return (
    <Link to="/say" search={{ failed: run.id }} className={`${buttonLook('quiet')} max-md:hidden`}>
      <Sparkles aria-hidden className="size-4" />
      {texts.header.explain}
    </Link>
  );
}

/** The run's status, with what its word alone would hide. */
function RunStatus() {
  const { run, hasEnded, pending, allNodes } = useRunContext();
  const isStill = run.status === 'waiting' && run.interrupted.length > 0;
  const refusals = allNodes.flatMap((node) => rejectionOf(node) ?? []);
  return (
    <>
      {isStill && pending.length === 0 ? (
        <LookBadge look={interrupted} />
      ) : (
        <RunStatusBadge run={run} />
      )}
      {run.queued && !hasEnded && (
        <span className="ml-2 text-[12px] text-muted">{run.queued.reason}</span>
      )}
      <OutcomeBadge outcome={run.outcome} />
      {refusals.map(({ label, note, colour }, index) => (
        // The list only grows.
        <span key={index} className="font-medium" style={{ color: colour }}>
          {' · '}
          {note ?? label}
        </span>
      ))}
    </>
  );
}

/** The button that stops a run, with a question first; says that it is stopping until it has. */
function CancelRun() {
  const { run, hasEnded, isStopping } = useRunContext();
  const [isOpen, setIsOpen] = useState(false);
  if (hasEnded) return null;
  if (isStopping) {
    return (
      <Button look="danger" disabled>
        {texts.cancel.cancelling}
      </Button>
    );
  }
  return (
    <>
      <RightButton right="operate" look="danger" onClick={() => setIsOpen(true)}>
        <CircleStop aria-hidden className="size-4" />
        {texts.cancel.button}
      </RightButton>
      {isOpen && <CancelDialog what="run" run={run} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** What the run waits for from a person, each a way to it, while something else is looked at. */
function Awaited() {
  const { run, pending, place, placed, isStopping, openNode } = useRunContext();
  const still = isStopping ? [] : run.interrupted;
  const awaited = [
    ...pending.map(({ nodePath, title }) => ({ nodePath, title })),
    ...still.map(({ nodePath }) => ({
      nodePath,
      title: texts.header.resume(titleOfPath(placed, nodePath)),
    })),
  ].filter(({ nodePath }) => place.at !== undefined && place.at !== nodePath);
  if (awaited.length === 0) return null;
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-2 md:pl-8">
      <Hand aria-hidden className="size-3.5 text-wait" />
      {texts.header.waitsForYou}
      {awaited.map(({ nodePath, title }) => (
        <button
          key={`${nodePath} ${title}`}
          type="button"
          onClick={() => openNode(nodePath)}
          className="rounded text-accent underline"
        >
          {title}
        </button>
      ))}
    </p>
  );
}
