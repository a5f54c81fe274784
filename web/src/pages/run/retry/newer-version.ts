import { useQuery } from '@tanstack/react-query';
import type { PipelineVersionView, RunView } from '../../../../../contracts/api/index.ts';
import { queries } from '../../../api/queries.ts';
import { isSameDocument } from '../../../document/is-same.ts';

type Version = Pick<PipelineVersionView, 'number' | 'savedAt' | 'current'>;

/** The live version of a run's pipeline, where it says something else than the run's and was saved after that began. */
export function newerVersion<Given extends Version>(
  run: Pick<RunView, 'createdAt' | 'document'>,
  live: object,
  versions: readonly Given[],
): Given | undefined {
  const version = versions.find(({ current }) => current);
  if (!version || Date.parse(version.savedAt) <= Date.parse(run.createdAt)) return undefined;
  return isSameDocument(run.document, live) ? undefined : version;
}

/** Whether a version that was saved last has the content of an earlier one, so that its number is not the newest. */
export function isOfOldText<Given extends Version>(
  { number }: Given,
  versions: readonly Given[],
): boolean {
  return versions.some((other) => other.number > number);
}

/**
 * The version that a run can be retried with in place of its own, and the document of it.
 * @param isAsked whether it is wanted to know.
 */
export function useNewerVersion(
  run: Pick<RunView, 'kind' | 'pipeline' | 'createdAt' | 'document'>,
  isAsked: boolean,
) {
  const enabled = isAsked && run.kind !== 'task';
  const live = useQuery({ ...queries.livePipeline(run.pipeline), enabled });
  const versions = useQuery({ ...queries.pipelineVersions(run.pipeline), enabled });
  const document = live.data?.document as RunView['document'] | undefined;
  const known = versions.data?.items ?? [];
  // What others have asked for is known here too.
  const version = enabled && document ? newerVersion(run, document, known) : undefined;
  return {
    version,
    isOldText: version !== undefined && isOfOldText(version, known),
    document,
    isLoading: live.isLoading || versions.isLoading,
  };
}
