import { maximumNodes } from '../base/run-limits.ts';
import { problem } from '../values/problem.ts';
import type { Problem } from '../values/problem.ts';

/** The most that a document (a pipeline or an agent, in YAML or JSON) may hold, wherever it comes from. */
export const documentLimits = {
  megabytes: {
    most: 1,
    unit: 'MB',
    why: 'A run takes its document with it, and what Temporal takes is not much larger.',
    fix: 'move large texts into the input of the run, or split the pipeline',
  },
  levels: {
    most: 64,
    unit: 'levels of objects and lists',
    why: 'What walks through a document recurses. People write ten levels.',
    fix: 'use fewer objects and lists inside each other',
  },
  values: {
    most: 50_000,
    unit: 'values (keys of objects and entries of lists)',
    why: 'Each costs time in every check. A pipeline of 500 nodes has about 10,000.',
    fix: 'pass long lists in the input of the run, or split the pipeline',
  },
  aliases: {
    most: 1_000,
    unit: 'YAML aliases',
    why: 'Each is looked up among all others.',
    fix: 'write out what the aliases stand for',
  },
  nodes: {
    most: maximumNodes,
    unit: 'nodes',
    why: 'Every node is a step in the history of a run, which Temporal bounds.',
    fix: 'move nodes into pipelines of their own, and run them with pipeline nodes',
  },
  edges: {
    most: 10_000,
    unit: 'edges',
    why: 'Twenty edges for each of the most nodes. Every check of the graph follows all of them.',
    fix: 'remove edges that others imply, or split the pipeline',
  },
} as const satisfies Record<string, DocumentLimit>;

type DocumentLimit = { most: number; unit: string; why: string; fix: string };
export type DocumentLimitName = keyof typeof documentLimits;

/** What is said of a document that passes a limit: `has more than 500 nodes`. */
export function overLimit(name: DocumentLimitName): string {
  const { most, unit } = documentLimits[name];
  return `has more than ${most.toLocaleString('en-US')} ${unit}`;
}

/** Mistakes that are told at once; an answer with all could be larger than what has them. */
const toldProblems = 500;

/** The first of many problems, and how many more there are. */
export function firstProblems<Found>(
  problems: readonly Found[],
  most = toldProblems,
): (Found | Problem)[] {
  const rest = problems.length - most;
  if (rest <= 0) return [...problems];
  const message = `there are ${rest} more problems`;
  return [...problems.slice(0, most), problem([], message, 'correct these first')];
}
