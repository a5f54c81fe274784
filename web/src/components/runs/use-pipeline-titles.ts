import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';

/** What a pipeline is called: its title, where it is stored and has one, else its name. */
export type TitleOf = (name: string) => string;

/** The titles of the stored pipelines, for what knows them only by name. */
export function usePipelineTitles(): TitleOf {
  const { data } = useQuery({ ...queries.pipelines(), staleTime: 60_000 });
  const titles = new Map((data?.items ?? []).map(({ name, title }) => [name, title]));
  return (name) => titles.get(name) ?? name;
}
