import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  ChildPipelineView,
  conversationListSchema,
  planListSchema,
  runListSchema,
  RunView,
  savedViewListSchema,
  StepView,
  StoredOutputView,
  stepListSchema,
} from '../../../../contracts/api/index.ts';
import type { ViewPage } from '../../../../contracts/api/views.ts';
import { request } from '../request.ts';
import { pages, search } from './list.ts';

/** A step that failed may be tried again; after so long its retry would have shown. */
const retryWithinMs = 60_000;

/**
 * Reads the steps of a run from the first one on that may have changed since it was read.
 * @param known the steps that were read before, in their order.
 */
export async function readSteps(runId: string, known: StepView[]): Promise<StepView[]> {
  const firstOpen = known.findIndex((step) => !isSettled(step));
  const steps = firstOpen === -1 ? [...known] : known.slice(0, firstOpen);
  for (;;) {
    const after = steps.at(-1)?.sequence ?? 0;
    const { items, nextCursor } = await request<z.infer<typeof stepListSchema>>(
      `/api/v1/runs/${runId}/steps?limit=500&after=${after}`,
    );
    steps.push(...items);
    if (nextCursor === null) return steps;
  }
}

function isSettled({ status, output, endedAt }: StepView): boolean {
  if (status === 'completed') return output !== null;
  return endedAt !== null && Date.now() - Date.parse(endedAt) > retryWithinMs;
}

/** Which tasks are listed. */
export type TaskFilter = { status?: string; agent?: string; user?: string; priority?: string };

/** Which runs are listed. */
export type RunFilter = {
  status?: string;
  pipeline?: string;
  /** The content hash of its pipeline. */
  version?: string;
  user?: string;
  trigger?: string;
  text?: string;
  error?: string;
  failedNode?: string;
  minCostUsd?: string;
  calledBy?: string;
  model?: string;
  from?: string;
  to?: string;
};

/** Runs and tasks, and all that is known of one. */
export const runQueries = {
  /** The views of a list that one has named. */
  savedViews: (page: ViewPage) =>
    queryOptions({
      queryKey: ['views', page],
      queryFn: () =>
        request<z.infer<typeof savedViewListSchema>>(`/api/v1/views${search({ page })}`),
    }),
  runs: (filter: RunFilter) =>
    queryOptions({
      queryKey: ['runs', filter],
      queryFn: () => request<z.infer<typeof runListSchema>>(`/api/v1/runs${search(filter)}`),
    }),
  /** The same, to be read on. */
  runPages: (filter: RunFilter) =>
    pages<z.infer<typeof runListSchema>>(
      ['runs', 'pages', filter],
      `/api/v1/runs${search(filter)}`,
    ),
  /** The tasks that fit a filter: the pages that were asked for so far. */
  tasks: (filter: TaskFilter) =>
    pages<z.infer<typeof runListSchema>>(['tasks', filter], `/api/v1/tasks${search(filter)}`),
  run: (id: string) =>
    queryOptions({ queryKey: ['run', id], queryFn: () => request<RunView>(`/api/v1/runs/${id}`) }),
  /** Every step of a run. While it goes on, those that are settled are not read again. */
  steps: (id: string, { isOver }: { isOver: boolean }) =>
    queryOptions({
      queryKey: ['steps', id, isOver],
      queryFn: ({ client }) =>
        readSteps(id, isOver ? [] : (client.getQueryData<StepView[]>(['steps', id, isOver]) ?? [])),
    }),
  /** A child pipeline of a run; what was read once it was over stays. */
  childPipeline: (id: string, path: string, isOver: boolean) =>
    queryOptions({
      queryKey: ['child-pipeline', id, path, isOver],
      queryFn: () =>
        request<ChildPipelineView>(`/api/v1/runs/${id}/child-pipeline${search({ path })}`),
    }),
  /** The document that a child pipeline of a run runs, begun or not. */
  childDocument: (id: string, path: string) =>
    queryOptions({
      queryKey: ['child-document', id, path],
      staleTime: Infinity,
      queryFn: async () => {
        const child = await request<ChildPipelineView>(
          `/api/v1/runs/${id}/child-pipeline${search({ path })}`,
        );
        return child.document;
      },
    }),
  conversations: (id: string, nodePath: string) =>
    queryOptions({
      queryKey: ['conversations', id, nodePath],
      queryFn: () =>
        request<z.infer<typeof conversationListSchema>>(
          `/api/v1/runs/${id}/conversations${search({ nodePath })}`,
        ),
    }),
  /** An output that is too large to stand where it was given: what is stored of it never changes. */
  storedOutput: (artifact: string) =>
    queryOptions({
      queryKey: ['stored-output', artifact],
      staleTime: Infinity,
      // The id of an output begins with that of the run that gave it.
      queryFn: () =>
        request<StoredOutputView>(
          `/api/v1/runs/${artifact.split('/')[0]}/outputs${search({ artifact })}`,
        ),
    }),
  /** Every revision of the plan of an agent, oldest first; without a path the latest plan of each agent. */
  plans: (id: string, nodePath?: string) =>
    queryOptions({
      queryKey: ['plans', id, nodePath],
      queryFn: () =>
        request<z.infer<typeof planListSchema>>(`/api/v1/runs/${id}/plans${search({ nodePath })}`),
    }),
};
