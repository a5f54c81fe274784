import { foreignJson } from '../../contracts/base/foreign-json.ts';
import type { ApprovalPreview } from '../../contracts/api/index.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { GatewayPreviewAnswer } from '../../contracts/models/gateway-call.ts';
import { entryOf } from '../../contracts/pipelines/catalog.ts';
import { toolsByName } from '../../contracts/tools/tools.ts';
import type { ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import { Problem } from '../base/problem.ts';
import { publishedCatalog } from '../catalog/catalog.ts';
import { requireRun } from '../runs/require-run.ts';
import type { Services } from '../services.ts';

/**
 * What the call that an approval is for would do now. A worker tells it, and nothing is changed.
 * @param given arguments in place of those that were asked for, as JSON text.
 * @throws {Problem} `conflict` when it is decided, `not-found` when its tool does not preview calls, `invalid-request`
 * when `given` is no JSON object.
 */
export async function previewApproval(
  services: Services,
  { id, runId, status, tool, args }: ApprovalRow,
  given: string | undefined,
  signal: AbortSignal,
): Promise<ApprovalPreview> {
  if (status !== 'pending') throw new Problem('conflict', `Approval ${id} is already ${status}.`);
  const { tools } = await publishedCatalog(services);
  if (tool === null || !entryOf(toolsByName(tools), tool)?.preview) {
    throw new Problem('not-found', `Approval ${id} has no preview: ${toolText(tool)}.`);
  }
  const { user } = await requireRun(services, runId);
  const previewed = { tool, args: given === undefined ? args : parsed(given) };
  const call = await services.calls.open<GatewayPreviewAnswer>({
    kind: 'tool',
    user,
    idempotencyKey: undefined,
    body: { previewOf: id },
    priority: 'high',
    request: { preview: { ...previewed, user, runId, approvalId: id } },
    summary: `preview of ${tool}`,
  });
  return (await call.answer(signal)).preview;
}

const toolText = (tool: string | null) =>
  tool === null ? 'it is not for a tool call' : `${tool} does not preview its calls`;

function parsed(text: string): Json {
  const value = foreignJson(text);
  if (isJsonObject(value)) return value;
  throw new Problem('invalid-request', 'The query is not valid.', [
    { path: 'args', message: 'is not a JSON object', fix: 'write all arguments as JSON' },
  ]);
}
