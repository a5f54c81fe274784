import { failure, tooDeep } from '../errors.ts';

/** What Temporal keeps of a workflow's id on PostgreSQL. */
const maximumCharacters = 255;

/**
 * The id of a child workflow: the run's id and the path to the node, never a generated one.
 * @throws `TooDeep` when it would be longer than a Temporal cluster keeps.
 */
export function childWorkflowId(runId: string, path: string): string {
  const id = `${runId}/${path}`;
  if (id.length <= maximumCharacters) return id;
  const message = `The path ${path} is too long. Use shorter node ids or less nesting.`;
  throw failure(tooDeep(message));
}
