import { useMutation, useQuery } from '@tanstack/react-query';
import { startRun } from '../../api/pipelines.ts';
import { queries } from '../../api/queries.ts';
import { outcomeOf } from './outcome-of.ts';
import type { Outcome } from './outcome-of.ts';

/** The pipeline that writes pipelines. */
const author = 'say-it';
const againMs = 1_000;

/** What is asked, and what it is about. */
export type Asked = { request: string; document?: string; about?: string };

/** Starts a run that writes. @param onStarted is given its id. */
export function useAsk(onStarted: (runId: string) => void) {
  return useMutation({
    mutationFn: ({ request, document, about }: Asked) =>
      startRun({
        pipeline: author,
        input: { request, ...(document && { document }), ...(about && { about }) },
      }),
    onSuccess: ({ id }) => onStarted(id),
  });
}

/** What a run that writes has come to; undefined while it goes on. */
export function useOutcome(runId: string | undefined): {
  outcome: Outcome | undefined;
  /** What it was started with. */
  request: string | undefined;
  error: Error | null;
} {
  const { data, error } = useQuery({
    ...queries.run(runId ?? ''),
    enabled: runId !== undefined,
    refetchInterval: ({ state }) =>
      state.data && outcomeOf(state.data) === undefined ? againMs : false,
  });
  const input = data?.input as { request?: string } | undefined;
  return { outcome: data && outcomeOf(data), request: input?.request, error };
}

/** Whether nobody but the demo model answers; undefined until that is known. */
export function useIsDemo(): boolean | undefined {
  return useQuery(queries.ready()).data?.models?.demo;
}
