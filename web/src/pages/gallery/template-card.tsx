import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { buttonLook } from '../../components/controls/button.tsx';
import { RightButton } from '../../components/controls/right-button.tsx';
import type { Template } from '../../domain.ts';
import { StoredDrawing } from '../pipelines/stored-drawing.tsx';
import { usePipelineActions } from '../pipelines/use-pipeline-actions.ts';
import { NeedsList } from './needs-list.tsx';
import { texts } from './texts.ts';

/** A template: its picture, what it is for and needs, and the ways to begin with it. */
export function TemplateCard({ template, title }: { template: Template; title: string }) {
  const { name, field, purpose } = template;
  const { duplicate } = usePipelineActions();
  return (
    <article
      aria-label={title}
      className="flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="h-32 border-b border-line bg-canvas p-1">
        <StoredDrawing name={name} />
      </div>
      <div className="flex flex-1 flex-col gap-1 p-3">
        <p className="text-[11px] text-muted">{field}</p>
        <h2 className="font-semibold">{title}</h2>
        <p className="mb-1">{purpose}</p>
        <NeedsList name={name} />
        <div className="mt-auto flex items-center gap-1.5 pt-2">
          <RightButton
            right="write"
            aria-label={texts.useOf(title)}
            onClick={() => duplicate(name)}
          >
            {texts.use}
          </RightButton>
          <Link
            to="/pipelines/$name"
            params={{ name }}
            aria-label={texts.tryOf(title)}
            className={buttonLook('quiet')}
          >
            <Play aria-hidden className="size-3.5" />
            {texts.tryIt}
          </Link>
        </div>
      </div>
    </article>
  );
}
