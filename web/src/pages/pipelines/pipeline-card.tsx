import { Link, useNavigate } from '@tanstack/react-router';
import { Copy, Download, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import type { pipelineListSchema } from '../../../../contracts/api/index.ts';
import { buttonLook } from '../../components/controls/button.tsx';
import { Menu } from '../../components/controls/menu.tsx';
import { deletePipeline } from '../../api/pipelines.ts';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { StoredDrawing } from './stored-drawing.tsx';
import { texts } from './texts.ts';
import { usePipelineActions } from './use-pipeline-actions.ts';

export type PipelineSummary = z.infer<typeof pipelineListSchema>['items'][number];

/** One pipeline of the gallery. */
export function PipelineCard({ pipeline }: { pipeline: PipelineSummary }) {
  const { name, title, description } = pipeline;
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface">
      <div className="h-36 border-b border-line bg-canvas p-1">
        <StoredDrawing name={name} />
      </div>
      <div className="flex flex-1 flex-col gap-1 p-3">
        <h3 className="font-semibold">
          <Link to="/pipelines/$name" params={{ name }} className="hover:underline">
            {title ?? name}
          </Link>
        </h3>
        <p className="font-mono text-[11px] text-muted">{name}</p>
        <p className="line-clamp-2 text-muted">{description}</p>
        <div className="mt-auto flex items-center gap-1.5 pt-2">
          <Link to="/pipelines/$name" params={{ name }} className={buttonLook('plain')}>
            <Play aria-hidden className="size-3.5" />
            {texts.card.start}
            <span className="sr-only"> {title ?? name}</span>
          </Link>
          <Link to="/pipelines/$name/edit" params={{ name }} className={buttonLook('quiet')}>
            <Pencil aria-hidden className="size-3.5" />
            {texts.card.edit}
            <span className="sr-only"> {title ?? name}</span>
          </Link>
          <span className="ml-auto">
            <PipelineMenu pipeline={pipeline} />
          </span>
        </div>
      </div>
    </article>
  );
}

/** What else can be done with a pipeline. */
export function PipelineMenu({
  pipeline,
}: {
  pipeline: Pick<PipelineSummary, 'name' | 'title' | 'source'>;
}) {
  const { name, title, source } = pipeline;
  const { duplicate, exportText } = usePipelineActions();
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      <Menu
        label={texts.card.more(title ?? name)}
        items={[
          { title: texts.card.duplicate, icon: Copy, onSelect: () => duplicate(name) },
          { title: texts.card.export, icon: Download, onSelect: () => exportText(name) },
          ...(source === 'user'
            ? [
                {
                  title: texts.card.delete,
                  icon: Trash2,
                  isDangerous: true,
                  onSelect: () => setIsDeleting(true),
                },
              ]
            : []),
        ]}
      />
      {isDeleting && (
        <ConfirmDialog
          title={texts.card.deleteTitle(name)}
          action={texts.card.delete}
          onClose={() => setIsDeleting(false)}
          onDone={() => void navigate({ to: '/pipelines' })}
          act={async () => {
            await deletePipeline(name);
            return texts.card.deleted(name);
          }}
        >
          {texts.card.deleteNote}
        </ConfirmDialog>
      )}
    </>
  );
}
