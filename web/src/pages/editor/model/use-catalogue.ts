import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AgentDefinition } from '../../../../../contracts/agents/index.ts';
import type { Catalog, Person } from '../../../../../contracts/pipelines/catalog.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import type { Pipeline } from '../../../../../contracts/pipelines/pipeline.ts';
import { recordedName } from '../../../../../contracts/access/recorded-name.ts';
import { usualUser } from '../../../../../contracts/base/usual-user.ts';
import { queries } from '../../../api/queries.ts';
import { listIn } from '../../../document/raw.ts';

const rarely = { staleTime: 60_000 };

/** Every list that a name in a document may be of, as the API gives them. */
export function useLists() {
  const tools = useQuery({ ...queries.tools(), ...rarely }).data?.items;
  const agents = useQuery({ ...queries.agents(), ...rarely }).data?.items;
  const pipelines = useQuery(queries.pipelines()).data?.items;
  const people = usePeople();
  return useMemo(() => ({ tools, agents, pipelines, people }), [tools, agents, pipelines, people]);
}

/** The person who installed Baton is listed as a user only once something was set for them. */
const installer: Person = {
  name: recordedName(usualUser),
  user: usualUser,
  roles: ['admin'],
  groups: [],
};

/** Everyone whom approvers can name; undefined where there are more of them than one page has. */
function usePeople(): Person[] | undefined {
  const { data } = useInfiniteQuery({ ...queries.users(), ...rarely });
  return useMemo(() => {
    if (data?.pages.at(-1)?.nextCursor !== null) return undefined;
    const listed = data.pages.flatMap(({ items }) =>
      items.map(({ id, roles, groups }) => ({ name: recordedName(id), user: id, roles, groups })),
    );
    return [installer, ...listed.filter(({ user }) => user !== usualUser)];
  }, [data]);
}

export type Lists = ReturnType<typeof useLists>;

/** What there is to name in the document; undefined until the API has said so. */
export function useCatalogue(
  document: Json,
  { tools, agents, pipelines, people }: Lists,
): Catalog | undefined {
  const documents = usePipelinesBelow(document);
  return useMemo(() => {
    if (!tools || !agents || !pipelines) return undefined;
    return {
      people,
      tools: Object.fromEntries(tools.map((tool) => [tool.name, tool])),
      agents: Object.fromEntries(agents.map((agent) => [agent.name, agent as AgentDefinition])),
      pipelines: Object.fromEntries(
        // Of those that the document does not run, the name and the inputs are enough.
        pipelines.map(({ name, inputs }) => [
          name,
          documents.get(name) ?? ({ name, inputs, nodes: [], edges: [] } satisfies Pipeline),
        ]),
      ),
    };
  }, [tools, agents, pipelines, people, documents]);
}

/** The documents of the pipelines that a document runs, directly and through those that are here already. */
function usePipelinesBelow(document: Json): Map<string, Pipeline> {
  const direct = pipelinesIn(document);
  const first = useDocuments(direct);
  const further = [...new Set([...first.values()].flatMap(pipelinesIn))];
  const second = useDocuments(further.filter((name) => !direct.includes(name)));
  return useMemo(() => new Map([...second, ...first]), [first, second]);
}

function useDocuments(names: string[]): Map<string, Pipeline> {
  return useQueries({
    queries: names.map((name) => ({ ...queries.livePipeline(name), ...rarely, retry: false })),
    combine: documentsByName,
  });
}

function documentsByName(results: { data: { document: object; name: string } | undefined }[]) {
  return new Map(
    results.flatMap(({ data }): [string, Pipeline][] =>
      data ? [[data.name, data.document as Pipeline]] : [],
    ),
  );
}

function pipelinesIn(document: unknown): string[] {
  const names = listIn(document as Json, 'nodes').flatMap((node) =>
    isJsonObject(node) && typeof node['pipeline'] === 'string' ? node['pipeline'] : [],
  );
  return [...new Set(names)];
}
