import { useQuery } from '@tanstack/react-query';
import { Bot, History, Play, Workflow, Wrench } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { queries } from '../../api/queries.ts';
import { ago } from '../../components/values/time.tsx';
import { places } from '../places.ts';
import { texts } from '../texts.ts';

/** Something that one can go to. */
export type Destination = {
  path: string;
  title: string;
  /** What tells it from others of its title. */
  detail?: string;
  icon: LucideIcon;
};

/** Everything that one can go to, by what it is. */
export function useDestinations(): { title: string; items: Destination[] }[] {
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
