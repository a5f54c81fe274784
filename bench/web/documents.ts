import { tool } from '../support/scripted-model.ts';
import { pipelineSchema } from '../../contracts/pipelines/pipeline.ts';
import type { Pipeline, PipelineDocument } from '../../contracts/pipelines/pipeline.ts';

type Node = PipelineDocument['nodes'][number];
type Edge = NonNullable<PipelineDocument['edges']>[number];

/** The kinds in turn, so that cards differ in height and content. */
const kinds: ((id: string, title: string) => Node)[] = [
  (id, title) => ({ id, title, kind: 'tool', tool: tool.name, args: { page: 7 } }),
  (id, title) => ({ id, title, kind: 'model', prompt: 'Summarise in three sentences.' }),
  (id, title) => ({ id, title, kind: 'transform', value: { page: 7, from: 'the text' } }),
];

/** The largest pipeline that Baton takes: 500 nodes, 20 side by side, most followed by one, some by two. */
export const largePipeline = pipelineOf('large', { lanes: 20, stages: 25 });

/** As large as one that a person keeps an overview of: 200 nodes. */
export const widePipeline = pipelineOf('wide', { lanes: 8, stages: 25 });

function pipelineOf(name: string, grid: { lanes: number; stages: number }): Pipeline {
  const { lanes, stages } = grid;
  return pipelineSchema.parse({
    name,
    nodes: placesOf(grid).map(({ stage, lane }) => {
      const make = kinds[(stage + lane) % kinds.length]!;
      return make(nodeId(stage, lane), `Stage ${stage + 1}, lane ${lane + 1}`);
    }),
    edges: placesOf(grid).flatMap(({ stage, lane }): Edge[] => {
      if (stage === stages - 1) return [];
      const from = nodeId(stage, lane);
      const beside = (lane + 1) % lanes;
      return [
        { from, to: nodeId(stage + 1, lane) },
        ...((stage + lane) % 4 === 0 ? [{ from, to: nodeId(stage + 1, beside) }] : []),
      ];
    }),
  } satisfies PipelineDocument);
}

/** A pipeline as people have them, whose runs can still have many steps. */
export const usualPipeline: Pipeline = pipelineSchema.parse({
  name: 'usual',
  nodes: Array.from({ length: 8 }, (_, index): Node => {
    const id = { id: `node_${index + 1}`, title: `Node ${index + 1}` };
    return index === 0
      ? { ...id, kind: 'tool', tool: tool.name, args: { page: 7 }, timeout: '1h' }
      : { ...id, kind: 'model', prompt: 'Summarise in three sentences.' };
  }),
  edges: Array.from({ length: 7 }, (_, index) => ({
    from: `node_${index + 1}`,
    to: `node_${index + 2}`,
  })),
} satisfies PipelineDocument);

function nodeId(stage: number, lane: number): string {
  return `node_${stage + 1}_${lane + 1}`;
}

function placesOf({ lanes, stages }: { lanes: number; stages: number }) {
  return Array.from({ length: stages * lanes }, (_, index) => ({
    stage: Math.floor(index / lanes),
    lane: index % lanes,
  }));
}
