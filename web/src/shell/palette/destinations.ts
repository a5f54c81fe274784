import { useQuery } from '@tanstack/react-query';
import { BookOpen, Bot, History, Play, Workflow, Wrench } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { queries } from '../../api/queries.ts';
import { useSettled } from '../../components/hooks/use-settled.ts';
import { statusLooks } from '../../components/runs/status.tsx';
import { ago } from '../../components/values/time.tsx';
import { places } from '../places.ts';
import { texts } from '../texts.ts';
import type { FoundHeading } from '../../../guide/found.ts';

/** Something that one can go to. */
export type Destination = {
  path: string;
  title: string;
  /** What tells it from others of its title. */
  detail?: string;
  icon: LucideIcon;
  /** Found by the server, whatever it has in common with what is searched. */
  isFound?: boolean;
  /** Not a place of the app: the browser goes there. */
  isOutside?: boolean;
};

type DestinationGroup = { title: string; items: readonly Destination[] };

/** Everything that one can go to, by what it is. @param search what is searched: older runs are asked for by it. */
export function useDestinations(search: string): DestinationGroup[] {
  const pipelines = useQuery(queries.pipelines());
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
    { title: texts.palette.runs, items: useRunsFound(search) },
    {
      title: texts.palette.agents,
      items: (agents.data?.items ?? []).map(({ name, role }) => ({
        path: `/agents#${name}`,
        title: role,
        detail: name,
        icon: Bot,
      })),
    },
    {
      title: texts.palette.tools,
      items: (tools.data?.items ?? []).map(({ name, category }) => ({
        path: `/tools/${name}`,
        title: name,
        detail: category,
        icon: Wrench,
      })),
    },
    { title: texts.palette.docs, items: useDocsFound(search) },
  ];
}

/** Shorter texts are in nearly every run. */
const leastLetters = 3;

/** The newest runs, and those whose input or id has what is searched. */
function useRunsFound(search: string): Destination[] {
  const text = useSettled(search.trim());
  const newest = useQuery(queries.runs({}));
  const found = useQuery({ ...queries.runs({ text }), enabled: text.length >= leastLetters });
  const foundRuns = text.length >= leastLetters ? (found.data?.items ?? []) : [];
  const foundIds = new Set(foundRuns.map(({ id }) => id));
  const others = (newest.data?.items ?? []).filter(({ id }) => !foundIds.has(id));
  return [...foundRuns, ...others].map(({ id, title, pipeline, status, createdAt }) => ({
    path: `/runs/${id}`,
    title: title ?? pipeline,
    detail: `${statusLooks[status].label} · ${ago(createdAt)} · ${id}`,
    icon: History,
    isFound: foundIds.has(id),
  }));
}

const mostDocs = 8;

/** The sections of the docs that have every word that is searched in their heading, or in that of their page. */
function useDocsFound(search: string): Destination[] {
  const words = search.trim().toLowerCase().split(/\s+/);
  const isEnough = search.trim().length >= leastLetters;
  const headings = useQuery({
    queryKey: ['docs'],
    queryFn: async () => {
      const response = await fetch('/guide/headings.json');
      return response.ok ? ((await response.json()) as FoundHeading[]) : [];
    },
    enabled: isEnough,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const hasWord = (text: string) => (word: string) => text.toLowerCase().includes(word);
  const found = (isEnough ? (headings.data ?? []) : []).filter(
    ({ title, page }) => words.some(hasWord(title)) && words.every(hasWord(`${title} ${page}`)),
  );
  return found.slice(0, mostDocs).map(({ id, title, page }) => ({
    path: id,
    title,
    detail: title === page ? '' : page,
    icon: BookOpen,
    isFound: true,
    isOutside: true,
  }));
}
