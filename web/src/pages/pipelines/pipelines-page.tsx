import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LayoutGrid, Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import { buttonLook } from '../../components/controls/button.tsx';
import { RightButton } from '../../components/controls/right-button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { ImportDialog } from './import/import-dialog.tsx';
import { PipelineCard } from './pipeline-card.tsx';
import type { PipelineSummary } from './pipeline-card.tsx';
import { texts } from './texts.ts';

/** The stored pipelines as pictures: one's own first, then those that come with Baton. */
export function PipelinesPage() {
  const { data, error } = useQuery(queries.pipelines());
  const [isImporting, setIsImporting] = useState(false);
  const own = data?.items.filter(({ source }) => source === 'user') ?? [];
  const shipped = data?.items.filter(({ source }) => source === 'shipped') ?? [];
  return (
    <>
      <PageHeader title={texts.page.title}>
        <RightButton right="write" onClick={() => setIsImporting(true)}>
          <Upload aria-hidden className="size-4" />
          {texts.page.import}
        </RightButton>
        <Link to="/gallery" className={buttonLook('plain')}>
          <LayoutGrid aria-hidden className="size-4" />
          {texts.page.gallery}
        </Link>
        <Link to="/pipelines/new" className={buttonLook('primary')}>
          <Plus aria-hidden className="size-4" />
          {texts.page.new}
        </Link>
      </PageHeader>
      {error && <p className="px-5 text-bad">{error.message}</p>}
      <div className="flex flex-col gap-6 px-5 pb-8">
        {data && own.length === 0 && <NothingOwn />}
        {own.length > 0 && <Gallery title={texts.page.own} pipelines={own} />}
        {shipped.length > 0 && <Gallery title={texts.page.shipped} pipelines={shipped} />}
      </div>
      <ImportDialog isOpen={isImporting} onClose={() => setIsImporting(false)} />
    </>
  );
}

function Gallery({ title, pipelines }: { title: string; pipelines: PipelineSummary[] }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 font-medium text-muted">{title}</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(290px,1fr))] gap-4">
        {pipelines.map((pipeline) => (
          <li key={pipeline.name}>
            <PipelineCard pipeline={pipeline} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NothingOwn() {
  return (
    <p className="rounded-lg border border-dashed border-line-strong px-4 py-3 text-muted">
      {texts.page.noOwn}{' '}
      <Link to="/pipelines/new" className="text-accent underline">
        {texts.page.startEmpty}
      </Link>
      .
    </p>
  );
}
