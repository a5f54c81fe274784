import type { Output } from '../base/artifact.ts';
import { isArtifactReference } from '../base/artifact.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { RunError } from '../runs/run.ts';
import type { ExpressionRoot } from './environment.ts';
import { faultOf } from './error.ts';
import type { ExpressionFault } from './error.ts';
import type { ExpressionReference } from './inspect.ts';
import { asExpressionError, parseExpression } from './parse.ts';
import { toJson } from './result.ts';

/** What an expression can read. A node that has not ended is absent from `nodes`. */
export type ExpressionContext = {
  inputs: JsonObject;
  nodes: Record<string, { output?: Output; status: string; error?: RunError }>;
  run: { id: string };
  /** What the earlier calls of a chain of tools gave, by their ids; left out outside of one. */
  calls?: Record<string, Output>;
};

type NamedReference = ExpressionReference & { name: string };

function hintForNode({ name, optional }: NamedReference, { nodes }: ExpressionContext) {
  const node = nodes[name];
  if (!node) {
    return optional
      ? undefined
      : `node ${name} has not run; use nodes.?${name}.?output.orValue(null)`;
  }
  if (isArtifactReference(node.output)) {
    return `the output of ${name} is too large for expressions to read (${node.output.bytes} bytes); pass it whole, as {{ nodes.${name}.output }}`;
  }
  if (optional || node.output !== undefined) return undefined;
  return `node ${name} is ${node.status}, without output; use nodes.?${name}.?output.orValue(null)`;
}

function hintForInput({ name, optional }: NamedReference, { inputs }: ExpressionContext) {
  if (optional || Object.hasOwn(inputs, name)) return undefined;
  return `input ${name} was not given; use inputs.?${name}.orValue(null) or give it a default`;
}

function hintForCall({ name }: NamedReference, { calls }: ExpressionContext) {
  if (!calls) return 'only calls in a chain of tools can read `calls`';
  const answer = calls[name];
  if (answer === undefined) return `no earlier call of the chain has the id ${name}`;
  if (!isArtifactReference(answer)) return undefined;
  return `the answer of ${name} is too large for expressions to read (${answer.bytes} bytes); pass it whole, as {{ calls.${name} }}`;
}

const hints = {
  nodes: hintForNode,
  inputs: hintForInput,
  calls: hintForCall,
  run: () => undefined,
} satisfies Record<
  ExpressionRoot,
  (reference: NamedReference, context: ExpressionContext) => string | undefined
>;

function hintFor(references: ExpressionReference[], context: ExpressionContext) {
  for (const reference of references) {
    if (reference.name === undefined) continue;
    const named = { ...reference, name: reference.name };
    const hint = hints[reference.root](named, context);
    if (hint) return hint;
  }
  return undefined;
}

/**
 * The value of a CEL expression. Whole numbers written in an expression are ints (`3 / 2` is 1), numbers
 * from inputs and outputs are doubles (`inputs.n / 2` is 1.5), and mixed arithmetic gives doubles.
 * Deterministic: an expression sees neither the time nor chance.
 * @throws {ExpressionError}
 */
export function evaluateExpression(source: string, context: ExpressionContext): Json {
  const { evaluate, references } = parseExpression(source);
  let value: unknown;
  try {
    value = evaluate(context);
  } catch (error) {
    throw asExpressionError(source, error, hintFor(references, context));
  }
  return toJson(source, value);
}

/** What an expression reads and gives, and what is wrong with it where it cannot be used. */
export type CheckedExpression = {
  error?: ExpressionFault;
  /** The CEL type of the result: `bool`, `map<string, int>`; `dyn` where only a run can tell. */
  type?: string;
  references: ExpressionReference[];
};

/** Looks at an expression without evaluating it; never throws. */
export function checkExpression(source: string): CheckedExpression {
  try {
    const { references, type } = parseExpression(source);
    return { references, ...(type !== undefined && { type }) };
  } catch (cause) {
    return { error: faultOf(asExpressionError(source, cause)), references: [] };
  }
}
