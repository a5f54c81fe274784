import type { JsonObject } from '../../contracts/json.ts';
import { checkValue } from '../../contracts/validation/json-schema.ts';
import type { ApprovalRow } from '../../db/repositories/approvals.ts';
import { publishedCatalog } from '../catalog.ts';
import { Problem } from '../problem.ts';
import type { Services } from '../services.ts';

/**
 * Makes sure that changed arguments are what their tool takes, so that a slip is told at once. What they
 * mean is checked when the tool runs, as ever: the risks of an order, for one.
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
      `Nothing of the approval ${id} can be changed: approve or reject it without args.`,
    );
  }
  const { tools } = await publishedCatalog(services);
  const parameters = tools.find(({ name }) => name === tool)?.parameters;
  const mistakes = parameters ? checkValue(parameters, args, ['args']).problems : [];
  if (mistakes.length === 0) return;
  throw new Problem('invalid-request', `The arguments do not fit ${tool}.`, mistakes);
}
