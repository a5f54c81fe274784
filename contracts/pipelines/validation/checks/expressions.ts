import { checkExpression, excerpt } from '../../../expressions/index.ts';
import type { CheckedExpression, ExpressionFault } from '../../../expressions/index.ts';
import { expressionsOf } from '../expressions-of.ts';
import type { PlacedExpression } from '../expressions-of.ts';
import { problem } from '../../../values/problem.ts';
import type { Problem } from '../../../values/problem.ts';
import type { Check } from './check.ts';

function faultProblem(
  { path, source, isCondition }: PlacedExpression,
  fault: ExpressionFault,
  nodes: ReadonlySet<string>,
): Problem {
  if (source.trim() === '') {
    return problem(path, 'an expression cannot be empty', 'write an expression');
  }
  const place = fault.position === undefined ? '' : ` at character ${fault.position + 1}`;
  const fix =
    isCondition && source.includes('{{')
      ? 'write the expression without {{ and }}'
      : (nodeMeant(fault, nodes) ?? fault.fix ?? 'fix the expression; the language is CEL');
  return problem(path, `${fault.message}${place} of \`${excerpt(source)}\``, fix);
}

/** The output of the node whose id stands alone where a name that can be read should stand. */
function nodeMeant({ message }: ExpressionFault, nodes: ReadonlySet<string>): string | undefined {
  const name = /^Unknown variable: (\w+)$/.exec(message)?.[1];
  return name !== undefined && nodes.has(name) ? `did you mean nodes.${name}.output?` : undefined;
}

/** What is wrong with an expression that was looked at: it cannot be read, or gives what its place does not take. */
export function expressionProblems(
  expression: PlacedExpression,
  checked: CheckedExpression,
  nodes: ReadonlySet<string> = new Set(),
): Problem[] {
  const fault = expression.error ?? checked.error;
  if (fault) return [faultProblem(expression, fault, nodes)];
  const { type = 'dyn' } = checked;
  if (!expression.isCondition || type === 'bool' || type === 'dyn') return [];
  const message = `\`${excerpt(expression.source)}\` gives ${type}, not true or false`;
  return [problem(expression.path, message, 'compare it with something, such as … == "buy"')];
}

/** Expressions can be read, use what exists in CEL, and give true or false where that is asked for. */
export const expressionSyntax: Check = ({ draft }) => {
  const nodes = new Set(draft.nodes.map(({ node }) => node.id));
  return expressionsOf(draft).flatMap((expression) =>
    expressionProblems(expression, checkExpression(expression.source, expression.place), nodes),
  );
};
