import elk from 'elkjs/lib/elk-api.js';
import type { ELK } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import { elkGraph, positionsOf } from './elk-graph.ts';
import type { Graph, Positions } from './graph.ts';
import { keepLayout, keptLayout } from './kept-layouts.ts';

type Engine = { elk: ELK; broken: Promise<never> };

let engine: Engine | undefined;

/**
 * Places the cards of a graph, in a worker that is started at first use; what was placed before is known.
 * @throws where the worker cannot be loaded, as while the server is away; the next call tries again.
 */
export async function autoLayout(graph: Graph): Promise<Positions> {
  const wanted = elkGraph(graph);
  const kept = keptLayout(wanted);
  if (kept) return kept;
  engine ??= startEngine();
  const positions = positionsOf(await Promise.race([engine.elk.layout(wanted), engine.broken]));
  keepLayout(wanted, positions);
  return positions;
}

function startEngine(): Engine {
  const worker = new Worker(workerUrl);
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', () => {
      worker.terminate();
      engine = undefined;
      reject(new Error('The layout engine could not be loaded.'));
    });
  });
  // Who waits for a layout hears of it; where nobody does, it is no error.
  broken.catch(() => undefined);
  return { elk: new elk.default({ workerFactory: () => worker }), broken };
}
