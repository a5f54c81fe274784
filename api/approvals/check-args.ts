import { callProblems } from '../../contracts/tools/argument-rules.ts';
import { entryOf } from '../../contracts/pipelines/catalog.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { toolsByName } from '../../contracts/tools/tools.ts';
import type { ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import { publishedCatalog } from '../catalog/catalog.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';

/**
 * Makes sure that changed arguments are what their tool takes, each by itself and all together, so that a slip is told at
 * once, and what waits goes on waiting. What they mean is checked when the tool runs.
 * @throws {Problem} `invalid-request` with the place of each mistake, or since nothing can be changed.
 */
export async function checkEditedArgs(
  services: Services,
  { id, tool }: ApprovalRow,
  args: JsonObject,
): Promise<void> {
  if (tool === null) {
    throw new Problem(
      'invalid-request',
      `Approval ${id} has nothing to change. Approve or reject it without args.`,
    );
  }
  const { tools } = await publishedCatalog(services);
  const spec = entryOf(toolsByName(tools), tool);
  const mistakes = spec ? callProblems({ tool, parameters: spec.parameters }, args, ['args']) : [];
  if (mistakes.length === 0) return;
  throw new Problem('invalid-request', `The arguments are not valid for ${tool}.`, mistakes);
}
