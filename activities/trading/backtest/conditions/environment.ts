import { Environment } from '@marcbachmann/cel-js';

const limits = { maxAstNodes: 200, maxDepth: 30, maxListElements: 0, maxMapEntries: 0 };

const arithmetic: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
};

/** CEL with these names as numbers, and the same names of the bar before behind `prev`. */
export function conditionEnvironment(names: Iterable<string>): Environment {
  const environment = new Environment({ limits });
  for (const name of names) environment.registerVariable(name, 'double');
  environment.registerVariable('prev', 'map<string, double>');
  for (const [operator, compute] of Object.entries(arithmetic)) {
    const handler = (left: number | bigint, right: number | bigint) =>
      compute(Number(left), Number(right));
    environment.registerOperator(`int ${operator} double: double`, handler);
    environment.registerOperator(`double ${operator} int: double`, handler);
  }
  return environment;
}
