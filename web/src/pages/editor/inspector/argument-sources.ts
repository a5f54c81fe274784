import type { Json, JsonObject } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { sourcesOf } from '../../../../../contracts/tools/known-outputs.ts';
import { withoutVersion } from '../../../../../contracts/tools/tools.ts';
import { isSameValue } from '../../../document/is-same.ts';
import { connect } from '../../../document/edits/edges.ts';
import { addNode, setInNode } from '../../../document/edits/nodes.ts';
import { freeId } from '../../../document/free-id.ts';
import { idsBefore, nodeIn, takenIds } from '../../../document/raw.ts';
import type { Graph } from '../../../canvas/graph.ts';
import { freePlace } from '../../../canvas/room.ts';

/** An expression that an argument can be, from a call before that was about the same thing. */
export function suggestedFor(
  document: Json,
  { node, argument }: { node: string; argument: string },
): string | undefined {
  const call = nodeIn(document, node);
  for (const { from, same } of sourcesOf(String(call?.['tool']), argument)) {
    const wanted = argsOf(call)[same];
    const source = idsBefore(document, node).find((id) => {
      const earlier = nodeIn(document, id);
      if (earlier?.['kind'] !== 'tool' || earlier['next'] !== undefined) return false;
      const about = argsOf(earlier)[same];
      const isAboutSame = wanted === undefined || about === undefined || isSameValue(wanted, about);
      return withoutVersion(String(earlier['tool'])) === from.tool && isAboutSame;
    });
    if (source !== undefined) return `{{ nodes.${source}.output.${from.field} }}`;
  }
  return undefined;
}

/** The tool whose answer an argument often is, such as the price that an order is based on. */
export function sourceTool(
  document: Json,
  { node, argument }: { node: string; argument: string },
): string | undefined {
  return sourcesOf(String(nodeIn(document, node)?.['tool']), argument)[0]?.from.tool;
}

/** Adds a call of that tool right before a node, and takes the argument from its answer. */
export function withSource(
  document: Json,
  { node, argument, graph }: { node: string; argument: string; graph: Graph },
): Json {
  const call = nodeIn(document, node);
  const [source] = sourcesOf(String(call?.['tool']), argument);
  const card = graph.nodes.find(({ id }) => id === node);
  if (!source || !card) return document;
  const { from, same } = source;
  const id = freeId(from.tool, takenIds(document));
  const wanted = argsOf(call)[same];
  const added = addNode(
    document,
    { id, kind: 'tool', tool: from.tool, args: wanted === undefined ? {} : { [same]: wanted } },
    freePlace(graph, { x: card.position.x - apart, y: card.position.y }),
  );
  const connected = connect(added, { from: id, port: 'done', to: node });
  return setInNode(connected, node, ['args', argument], `{{ nodes.${id}.output.${from.field} }}`);
}

/** From the corner of a card to that of the one before it. */
const apart = 304;

function argsOf(node: JsonObject | undefined): JsonObject {
  return isJsonObject(node?.['args']) ? node['args'] : {};
}
