import { Environment } from '@marcbachmann/cel-js';

/** The names that an expression can start from. */
const nodeRoots = ['inputs', 'nodes', 'run', 'calls'] as const;
const loopRoots = [...nodeRoots, 'round'] as const;
export type ExpressionRoot = (typeof loopRoots)[number];

/** Where an expression stands, and the names that it can start from there. */
const rootsIn = {
  node: nodeRoots,
  loop: loopRoots,
  /** The filter of a node that waits for an event. */
  wait: [...nodeRoots, 'event'],
  trigger: ['event'],
} as const;
export type ExpressionPlace = keyof typeof rootsIn;

/** Of the names that an expression can start from, those of which it is known what they hold. */
export const knownRoots = (place: ExpressionPlace): readonly ExpressionRoot[] =>
  place === 'loop' ? loopRoots : nodeRoots;

const limits = {
  maxAstNodes: 2_000,
  maxDepth: 50,
  maxListElements: 500,
  maxMapEntries: 500,
  maxCallArguments: 16,
};

/** The operators of CEL on doubles. */
export const arithmetic: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
};

/** CEL has no mixed arithmetic, but JSON numbers are doubles and literals such as `1` are ints. */
function createEnvironment(place: ExpressionPlace): Environment {
  const environment = new Environment({
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: false,
    limits,
  });
  for (const root of rootsIn[place]) environment.registerVariable(root, 'dyn');
  for (const [operator, compute] of Object.entries(arithmetic)) {
    const handler = (left: number | bigint, right: number | bigint) =>
      compute(Number(left), Number(right));
    environment.registerOperator(`int ${operator} double: double`, handler);
    environment.registerOperator(`double ${operator} int: double`, handler);
  }
  environment.registerOperator('double % double: double', arithmetic['%']!);
  return environment;
}

const shared: Partial<Record<ExpressionPlace, Environment>> = {};

/** Made at first use: every cached workflow has its own copy of a module's state. */
export function expressionEnvironment(place: ExpressionPlace): Environment {
  return (shared[place] ??= createEnvironment(place));
}
