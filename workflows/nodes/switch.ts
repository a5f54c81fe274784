import { canonicalJson } from '../../contracts/base/json.ts';
import { evaluateExpression } from '../../contracts/expressions/index.ts';
import type { NodeOf } from '../../contracts/pipelines/nodes/index.ts';
import { trueOrFalse } from './condition.ts';
import type { NodeContext, NodeRunner } from './runner.ts';

export const switchKind: NodeRunner<'switch'> = ({ value, cases }, { scope }) => {
  const given = value === undefined ? undefined : canonicalJson(evaluateExpression(value, scope));
  const port = cases.find((one) => fits(one, given, scope))?.port ?? 'default';
  return { output: port, port };
};

function fits(
  { when, is }: NodeOf<'switch'>['cases'][number],
  given: string | undefined,
  scope: NodeContext['scope'],
): boolean {
  return when === undefined ? canonicalJson(is ?? null) === given : trueOrFalse(when, scope);
}
