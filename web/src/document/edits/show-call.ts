import { approvedIn } from '../../../../contracts/pipelines/approved-call.ts';
import type { Catalog } from '../../../../contracts/pipelines/catalog.ts';
import { entryOf } from '../../../../contracts/pipelines/catalog.ts';
import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { checkExpression, expressionsIn } from '../../../../contracts/expressions/index.ts';
import { idsBefore, listIn, nodeIn } from '../raw.ts';
import { portOf } from './edges.ts';
import { setInNode } from './nodes.ts';

/** An approval, and the node of the call that follows it. */
type Shown = { approval: string; node: string };

/** Makes an approval of exactly the call that follows it: it is asked about the call's tool and arguments, and the call takes what was approved. */
export function showCall(document: Json, { approval, node }: Shown): Json {
  const { tool, args = {} } = nodeIn(document, node) ?? {};
  const asked = setInNode(document, approval, ['tool'], tool);
  const shown = setInNode(asked, approval, ['args'], args);
  return setInNode(shown, node, ['args'], approvedArgs(approval));
}

/**
 * The approval that can show the call of a node: the nearest that leads to it, of nothing else yet, before which all is known
 * that the call's arguments read.
 */
export function approvalToShow(document: Json, node: string): string | undefined {
  const call = nodeIn(document, node);
  if (call?.['kind'] !== 'tool' || typeof call['tool'] !== 'string') return undefined;
  const approval = approvalBefore(document, node);
  if (approval === undefined) return undefined;
  const { tool = call['tool'] } = nodeIn(document, approval)!;
  const args = call['args'] ?? {};
  const known = new Set(idsBefore(document, approval));
  const isKnown = readBy(args).every((name) => name !== undefined && known.has(name));
  return tool === call['tool'] && isKnown ? approval : undefined;
}

/** The approval of a call of the same tool that leads to a call whose arguments are not those that were approved. */
export function approvalToTake(document: Json, node: string): string | undefined {
  const call = nodeIn(document, node);
  const approval = call?.['kind'] === 'tool' ? approvalBefore(document, node) : undefined;
  if (approval === undefined || approvedIn(call?.['args']) !== undefined) return undefined;
  const { tool, args } = nodeIn(document, approval)!;
  const isSame = tool !== undefined && (call?.['tool'] ?? tool) === tool;
  return isSame && args !== undefined ? approval : undefined;
}

/** Makes a call exactly the one that an approval is of. */
export function takeApproved(document: Json, { approval, node }: Shown): Json {
  const chosen = setInNode(document, node, ['tool'], nodeIn(document, approval)?.['tool']);
  return setInNode(chosen, node, ['args'], approvedArgs(approval));
}

/**
 * The document where a call to which nobody has given arguments yet is the one that the approval right before it is of. An
 * approval is of one call: what another makes already is not made twice.
 */
function withApprovedTaken(document: Json, node: string): Json {
  const [edge, ...others] = edgesTo(document, node);
  const approval = approvalToTake(document, node);
  if (approval === undefined || edge?.['from'] !== approval || others.length > 0) return document;
  const isTaken = listIn(document, 'nodes').some(
    (one) => isJsonObject(one) && approvedIn(one['args']) === approval,
  );
  return !isTaken && isSuggested(nodeIn(document, node)?.['args'])
    ? takeApproved(document, { approval, node })
    : document;
}

/** Whether arguments are none, or no more than the inputs of their names, which every new node is given. */
function isSuggested(args: Json = {}): boolean {
  return (
    isJsonObject(args) &&
    Object.entries(args).every(([name, value]) => value === `{{ inputs.${name} }}`)
  );
}

/**
 * The document where a call that has just come to follow an approval is the one that was approved; or where the approval is
 * of nothing yet and the call has a side effect, the approval is asked about that call.
 * @param node the node of the call, which no other way leads to.
 */
export function withCallShown(
  document: Json,
  node: string,
  catalogue: Pick<Catalog, 'tools'> | undefined,
): Json {
  const taken = withApprovedTaken(document, node);
  if (taken !== document) return taken;
  const call = nodeIn(document, node);
  const tool = catalogue && entryOf(catalogue.tools, String(call?.['tool']));
  if (!tool?.sideEffect || tool.relief || call?.['sideEffects'] !== undefined) return document;
  const [edge, ...others] = edgesTo(document, node);
  const approval = approvalToShow(document, node);
  if (approval === undefined || edge?.['from'] !== approval || others.length > 0) return document;
  const { tool: asked, args } = nodeIn(document, approval)!;
  return asked === undefined && args === undefined
    ? showCall(document, { approval, node })
    : document;
}

/** Names another tool in a node, and in the approval that is of its call. */
export function setTool(document: Json, node: string, tool: Json | undefined): Json {
  const changed = setInNode(document, node, ['tool'], tool);
  const approval = approvedIn(nodeIn(document, node)?.['args']);
  const isOfCall =
    approval !== undefined &&
    nodeIn(document, approval)?.['tool'] === nodeIn(document, node)?.['tool'];
  return isOfCall && tool !== undefined ? setInNode(changed, approval, ['tool'], tool) : changed;
}

const approvedArgs = (approval: string) => `{{ nodes.${approval}.output.args }}`;

function edgesTo(document: Json, node: string): JsonObject[] {
  return listIn(document, 'edges').filter(
    (edge): edge is JsonObject => isJsonObject(edge) && edge['to'] === node,
  );
}

/** The nearest approval that leads to a node where it is given. */
function approvalBefore(document: Json, node: string): string | undefined {
  const seen = new Set([node]);
  for (const id of seen) {
    for (const edge of edgesTo(document, id)) {
      const from = String(edge['from']);
      const isApproval = nodeIn(document, from)?.['kind'] === 'approval';
      if (isApproval && portOf(document, edge) === 'approved') return from;
      seen.add(from);
    }
  }
  return undefined;
}

/** The nodes that arguments read; undefined for one that only a run can name. */
function readBy(args: Json): (string | undefined)[] {
  return expressionsIn(args)
    .flatMap(({ source }) => checkExpression(source).references)
    .filter(({ root }) => root !== 'inputs' && root !== 'run')
    .map(({ root, name }) => (root === 'nodes' ? name : undefined));
}
