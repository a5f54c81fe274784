import { useRouter } from '@tanstack/react-router';
import { PaletteFrame, PaletteGroup, PaletteItem } from '../../components/palette/palette.tsx';
import { texts } from '../texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Bot, History, Play, Workflow, Wrench } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { queries } from '../../api/queries.ts';
import { ago } from '../../components/values/time.tsx';
import { places } from '../places.ts';

/** Searches everything that one can go to. */
export function AppPalette({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const groups = useDestinations().filter(({ items }) => items.length > 0);
  return (
    <PaletteFrame title={texts.palette.title} onClose={onClose}>
      {groups.map(({ title, items }) => (
        <PaletteGroup key={title} title={title}>
          {items.map(({ path, title: name, detail, icon: Icon }) => (
            <PaletteItem
              key={path}
              value={`${title} ${name} ${detail ?? ''}`}
              onSelect={() => {
                onClose();
                router.history.push(path);
              }}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className="shrink-0 font-medium">{name}</span>
              <span className="truncate text-muted">{detail}</span>
            </PaletteItem>
          ))}
        </PaletteGroup>
      ))}
    </PaletteFrame>
  );
}

/** Something that one can go to. */
type Destination = {
  path: string;
  title: string;
  /** What tells it from others of its title. */
  detail?: string;
  icon: LucideIcon;
};

/** Everything that one can go to, by what it is. */
function useDestinations(): { title: string; items: Destination[] }[] {
  const pipelines = useQuery(queries.pipelines());
  const runs = useQuery(queries.runs({}));
  const agents = useQuery(queries.agents());
  const tools = useQuery(queries.tools());
  return [
    { title: texts.palette.goTo, items: places },
    {
      title: texts.palette.start,
      items: (pipelines.data?.items ?? []).map(({ name, title }) => ({
        path: `/pipelines/${name}`,
        title: title ?? name,
        detail: name,
        icon: Play,
      })),
    },
    {
      title: texts.palette.edit,
      items: (pipelines.data?.items ?? []).map(({ name, title }) => ({
        path: `/pipelines/${name}/edit`,
        title: texts.palette.editPipeline(title ?? name),
        detail: name,
        icon: Workflow,
      })),
    },
    {
      title: 'Runs',
      items: (runs.data?.items ?? []).map(({ id, title, pipeline, createdAt }) => ({
        path: `/runs/${id}`,
        title: title ?? pipeline,
        detail: `${ago(createdAt)} · ${id}`,
        icon: History,
      })),
    },
    {
      title: 'Agents',
      items: (agents.data?.items ?? []).map(({ name, role }) => ({
        path: `/agents#${name}`,
        title: role,
        detail: name,
        icon: Bot,
      })),
    },
    {
      title: 'Tools',
      items: (tools.data?.items ?? []).map(({ name, category }) => ({
        path: `/tools/${name}`,
        title: name,
        detail: category,
        icon: Wrench,
      })),
    },
  ];
}
