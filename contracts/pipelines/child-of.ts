import type { PipelineNode } from './nodes/index.ts';

/** The pipeline that a node runs, once or several times; undefined if it runs none. */
export function childOf(node: PipelineNode): string | undefined {
  const runsOne = node.kind === 'pipeline' || node.kind === 'map' || node.kind === 'loop';
  return runsOne ? node.pipeline : undefined;
}

/** What a catalog and a compiled pipeline have the document under that a node runs: `desk`, or `desk@12` for a certain version. */
export function childKeyOf(node: PipelineNode): string | undefined {
  const name = childOf(node);
  if (name === undefined) return undefined;
  const version = 'version' in node ? node.version : undefined;
  return version === undefined ? name : pinnedKey(name, version);
}

/** No name of a pipeline has an `@`. */
export function pinnedKey(name: string, version: number): string {
  return `${name}@${version}`;
}

/**
 * The suffix that the path of a child adds to that of its node if the node has several children: `.item-3` of a map.
 */
const partNames: Partial<Record<PipelineNode['kind'], string>> = { map: 'item', loop: 'round' };

/** `.item-1`, or `.round-1`: the first child of a node that has several; empty where it has one. */
export function firstPart(node: Pick<PipelineNode, 'kind'>): string {
  return partSuffix(node, 1);
}

/** The same of any of its children, counted from 1. */
export function partSuffix({ kind }: Pick<PipelineNode, 'kind'>, number: number): string {
  const name = partNames[kind];
  return name === undefined ? '' : `.${name}-${number}`;
}

/** Whether a suffix in a path names a child that the node can have. */
export function isPart({ kind }: Pick<PipelineNode, 'kind'>, part: string): boolean {
  const name = partNames[kind];
  if (name === undefined) return part === '';
  return part.startsWith(`.${name}-`) && /^[1-9]\d*$/.test(part.slice(name.length + 2));
}
