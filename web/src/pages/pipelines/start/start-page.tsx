import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useMemo } from 'react';
import type { Pipeline } from '../../../../../contracts/pipelines/pipeline.ts';
import { queries } from '../../../api/queries.ts';
import { Canvas } from '../../../canvas/canvas.tsx';
import { PlainCard } from '../../../canvas/plain-card.tsx';
import { pictureHeight } from './picture-height.ts';
import { Drawing } from '../stored-drawing.tsx';
import { useMedia } from '../../../components/hooks/use-media.ts';
import { useGraph } from '../../../canvas/use-graph.ts';
import { buttonLook } from '../../../components/controls/button.tsx';
import { EmptyState } from '../../../components/layout/empty-state.tsx';
import { PageHeader } from '../../../components/layout/page-header.tsx';
import { PipelineMenu } from '../pipeline-card.tsx';
import type { PipelineSummary } from '../pipeline-card.tsx';
import { StartForm } from './start-form.tsx';
import { texts } from '../texts.ts';
import { useListInterval } from '../../../api/streams/all-runs-stream.ts';
import { OutcomeBadge, RunStatusBadge } from '../../../components/runs/status.tsx';
import { inputText } from '../../../components/controls/input-text.ts';
import { Ago } from '../../../components/values/time.tsx';

const shown = 5;

/** The last runs of a pipeline. */
function RecentRuns({ pipeline }: { pipeline: string }) {
  const { data } = useQuery({
    ...queries.runs({ pipeline }),
    refetchInterval: useListInterval(5_000),
  });
  const runs = data?.items ?? [];
  return (
    <section aria-label={texts.start.recent}>
      <h2 className="mb-3 font-semibold">{texts.start.recent}</h2>
      {data && runs.length === 0 && <p className="text-muted">{texts.start.noRuns}</p>}
      <ul className="divide-y divide-line">
        {runs.slice(0, shown).map((run) => (
          <li key={run.id} className="flex items-center gap-3 py-2">
            <span className="whitespace-nowrap">
              <RunStatusBadge run={run} />
              <OutcomeBadge outcome={run.outcome} />
            </span>
            <Link
              to="/runs/$runId"
              params={{ runId: run.id }}
              title={run.id}
              className="min-w-0 truncate font-mono text-[12px] text-accent hover:underline"
            >
              {inputText(run.input) || run.id}
            </Link>
            <span className="ml-auto whitespace-nowrap text-muted">
              <Ago instant={run.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {runs.length > shown && (
        <Link to="/runs" search={{ pipeline }} className="text-accent underline">
          {texts.start.allRuns}
        </Link>
      )}
    </section>
  );
}

const nodeTypes = { card: PlainCard };

/** A stored pipeline: what it does, and the form that starts it. */
export function StartPage() {
  const { name } = useParams({ from: '/pipelines/$name' });
  const { data, error } = useQuery(queries.livePipeline(name));
  if (error && !data) {
    return (
      <EmptyState title={error.message} isPage>
        <Link to="/pipelines" className="text-accent underline">
          {texts.start.goToPipelines}
        </Link>
      </EmptyState>
    );
  }
  if (!data) return <p className="p-5 text-muted">{texts.start.loading}</p>;
  return (
    <>
      <PageHeader title={data.title ?? data.name}>
        <Link to="/pipelines/$name/edit" params={{ name }} className={buttonLook('plain')}>
          <Pencil aria-hidden className="size-4" />
          {texts.start.edit}
        </Link>
        <PipelineMenu pipeline={data} />
      </PageHeader>
      <div className="flex flex-col gap-6 px-5 pb-8">
        {data.description && <p className="max-w-prose text-muted">{data.description}</p>}
        <Picture document={data.document} title={data.title ?? name} />
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,480px)_minmax(0,1fr)]">
          <section aria-label={texts.start.title}>
            <h2 className="mb-3 font-semibold">{texts.start.title}</h2>
            <FilledForm key={data.hash} pipeline={data} />
          </section>
          <RecentRuns pipeline={name} />
        </div>
      </div>
    </>
  );
}

/** The form, filled in like the run that the address names. */
function FilledForm({ pipeline }: { pipeline: PipelineSummary }) {
  const { again } = useSearch({ from: '/pipelines/$name' });
  const run = useQuery({ ...queries.run(again ?? ''), enabled: again !== undefined });
  if (again === undefined) return <StartForm pipeline={pipeline} />;
  if (run.isPending) return <p className="text-muted">{texts.start.loading}</p>;
  return (
    <>
      {!run.data && (
        <p role="alert" className="mb-3 text-bad">
          {texts.start.cannotRead(run.error?.message ?? '')}
        </p>
      )}
      <StartForm key={again} pipeline={pipeline} again={run.data} />
    </>
  );
}

function Picture({ document, title }: { document: object; title: string }) {
  // What is stored is without mistakes, with its defaults filled in.
  const pipeline = useMemo(() => document as Pipeline, [document]);
  const graph = useGraph(pipeline);
  const label = texts.start.drawing(title);
  const isPhone = useMedia('(max-width: 640px)');
  if (isPhone) {
    return (
      <div role="img" aria-label={label} className="h-44 rounded-lg border border-line p-2">
        <Drawing document={pipeline} />
      </div>
    );
  }
  return (
    <div
      className="overflow-hidden rounded-lg border border-line"
      style={{ height: pictureHeight(graph) }}
    >
      {graph && <Canvas graph={graph} nodeTypes={nodeTypes} label={label} />}
    </div>
  );
}
