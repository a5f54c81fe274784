import { kindLook } from '../../../nodes/index.ts';
import { placeIn } from '../../../canvas/graph.ts';
import type { CardNode, Graph, Position } from '../../../canvas/graph.ts';
import type { PlacedProblem } from '../model/problem-places.ts';
import { subjectOf } from '../model/problem-places.ts';
import type { DrawnDocument } from '../model/read-model.ts';
import type { Selection } from '../state/store.ts';
import { texts } from '../texts.ts';

/** How many problems each node has, by id. */
export function problemCounts(
  problems: readonly PlacedProblem[],
  { draft }: DrawnDocument,
): ReadonlyMap<string, number> {
  const ids = {
    nodes: new Map(draft.nodes.map(({ index, node }) => [index, node.id])),
    triggers: new Map(draft.triggers.map(({ index, trigger }) => [index, trigger.id])),
  };
  const counts = new Map<string, number>();
  for (const problem of problems) {
    const subject = subjectOf(problem);
    const id =
      subject && subject.list !== 'edges' ? ids[subject.list].get(subject.index) : undefined;
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

type Overlay = {
  selection: Selection;
  counts: ReadonlyMap<string, number>;
  /** How many warnings each node has. */
  warned: ReadonlyMap<string, number>;
  /** Where cards are while they are dragged. */
  moves: Record<string, Position>;
};

/** The graph with what is selected and dragged, and names for those who do not see it. */
export function drawnGraph(graph: Graph, { selection, counts, warned, moves }: Overlay): Graph {
  const selectedNodes = new Set(selection.nodes);
  const selectedEdges = new Set(selection.edges);
  const leads = Map.groupBy(graph.edges, ({ source }) => source);
  return {
    nodes: graph.nodes.map((card) => {
      const { node } = card.data;
      const count = counts.get(card.id) ?? 0;
      const warnings = warned.get(card.id) ?? 0;
      const problems = count === 0 ? '' : texts.canvas.problems(count);
      const told = warnings === 0 ? problems : texts.canvas.warnings(warnings);
      return {
        ...card,
        position: placeIn(moves, card.id) ?? card.position,
        selected: selectedNodes.has(card.id),
        ...description(leads.get(card.id)),
        ariaLabel: `${node.title ?? node.id}, ${kindLook(node.kind).title}${told}`,
      };
    }),
    edges: graph.edges.map((edge) => ({
      ...edge,
      selected: selectedEdges.has(edge.id),
      className: selectedEdges.has(edge.id) ? 'is-taken' : '',
      ariaLabel: texts.canvas.edge(edge.source, edge.data?.port ?? '', edge.target),
    })),
  };
}

/** Where a card leads, for those who do not see its edges. */
function description(edges: Graph['edges'] = []): Pick<CardNode, 'domAttributes'> {
  if (edges.length === 0) return {};
  const ends = edges.map(({ target, data }) =>
    data?.isNamed ? texts.canvas.leadsThrough(target, data.port) : target,
  );
  return { domAttributes: { 'aria-description': texts.canvas.leads(ends) } };
}
