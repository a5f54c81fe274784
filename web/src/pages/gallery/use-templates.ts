import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useDomains } from '../../domain.ts';
import type { Template } from '../../domain.ts';
import { generalTemplates } from './templates.ts';

/** The templates that are there to begin with, and what each is called. */
export function useTemplates(): { templates: Template[]; titleOf: (name: string) => string } {
  const { data } = useQuery(queries.pipelines());
  const domains = useDomains();
  const ofDomains = useQuery({
    queryKey: ['templates', ...domains.map(({ name }) => name)],
    queryFn: async () =>
      (await Promise.all(domains.map(({ templates }) => templates?.() ?? []))).flat(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stored = new Map(data?.items.map(({ name, title }) => [name, title ?? name]));
  const all = [...generalTemplates, ...(ofDomains.data ?? [])];
  return {
    templates: all.filter(({ name }) => stored.has(name)),
    titleOf: (name) => stored.get(name) ?? name,
  };
}
