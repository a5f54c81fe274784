import type { ApprovalPreview, ApprovalView } from '../../contracts/api/index.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import type { ApiClient } from './api-client.ts';
import type { Context } from './context.ts';
import { CommandError, RequestRefused } from './errors.ts';

/**
 * What a call that waits for approval would do now; undefined where its tool does not tell, or nobody can.
 * @param args what is to be approved in place of what was asked for.
 * @param onFailure what is done where the preview fails.
 */
export async function previewOf(
  client: Pick<ApiClient, 'preview'>,
  { id, tool, status }: Pick<ApprovalView, 'id' | 'tool' | 'status'>,
  args: JsonObject | undefined,
  onFailure: (error: CommandError) => void,
): Promise<ApprovalPreview | undefined> {
  if (tool === null || status !== 'pending') return undefined;
  try {
    return await client.preview(id, args);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const hasNone = error instanceof RequestRefused && error.status === 404;
    if (!hasNone) onFailure(error);
    return undefined;
  }
}

/** What counts now, a line each, and why the call would be refused. */
export function previewLines(
  { facts, refusals }: ApprovalPreview,
  colors: Context['colors'],
): string[] {
  return [
    ...facts.map(({ label, value, warns }) => {
      const line = `    ${label}: ${value}`;
      return warns ? colors.yellow(line) : line;
    }),
    ...refusals.map((refusal) => colors.red(`    Baton would refuse it now: ${refusal}`)),
  ];
}
