import type { Output } from '../base/artifact.ts';
import { isArtifactReference } from '../base/artifact.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { RunError } from '../runs/run.ts';
import type { ExpressionPlace, ExpressionRoot } from './environment.ts';
import { faultOf, ExpressionError } from './error.ts';
import type { ExpressionFault } from './error.ts';
import type { ExpressionReference } from './inspect.ts';
import { asExpressionError, parseExpression } from './parse.ts';
import { Optional } from '@marcbachmann/cel-js';
import { Duration, UnsignedInt } from '@marcbachmann/cel-js/evaluator';

/** What an expression can read. A node that has not ended is absent from `nodes`. */
export type ExpressionContext = {
  inputs: JsonObject;
  nodes: Record<string, { output?: Output; status: string; error?: RunError }>;
  run: { id: string };
  /** What the earlier calls of a chain of tools gave, by their ids; left out outside of one. */
  calls?: Record<string, Output>;
  /** Of a loop: the round that begins or has just ended, and what the last one gave that has ended. */
  round?: { number: number; last?: Output };
};

/** What fired a trigger, as its expressions read it. */
export type TriggerContext = { event: JsonObject };

/** What the filter of a node that waits for an event reads. */
type WaitContext = ExpressionContext & TriggerContext;

function placeOf(context: object): ExpressionPlace {
  if ('event' in context) return 'nodes' in context ? 'wait' : 'trigger';
  return 'round' in context ? 'loop' : 'node';
}

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

function hintForRound({ name, optional }: NamedReference, { round }: ExpressionContext) {
  if (name !== 'last' || !round) return undefined;
  if (isArtifactReference(round.last)) {
    return `the output of the last round is too large for expressions to read (${round.last.bytes} bytes); make the output of the round smaller`;
  }
  if (optional || round.last !== undefined) return undefined;
  return 'there is no last round before the first; use round.?last.?name.orValue(null)';
}

const hints = {
  nodes: hintForNode,
  inputs: hintForInput,
  calls: hintForCall,
  round: hintForRound,
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
export function evaluateExpression(
  source: string,
  context: ExpressionContext | TriggerContext | WaitContext,
): Json {
  const { evaluate, references } = parseExpression(source, placeOf(context));
  let value: unknown;
  try {
    value = evaluate(context);
  } catch (error) {
    const hint = 'nodes' in context ? hintFor(references, context) : undefined;
    throw asExpressionError(source, error, hint);
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
export function checkExpression(source: string, place?: ExpressionPlace): CheckedExpression {
  try {
    const { references, type } = parseExpression(source, place);
    return { references, ...(type !== undefined && { type }) };
  } catch (cause) {
    return { error: faultOf(asExpressionError(source, cause)), references: [] };
  }
}

function numberFrom(source: string, value: number | bigint): number {
  const number = Number(value);
  if (!Number.isFinite(number)) {
    throw new ExpressionError(source, 'the result is not a finite number', {
      hint: 'guard the division with a condition',
    });
  }
  if (typeof value === 'bigint' && !Number.isSafeInteger(number)) {
    throw new ExpressionError(source, `the integer ${value} is too large to be exact`, {
      hint: 'use string(…)',
    });
  }
  return number;
}

function entries(value: object): [unknown, unknown][] {
  return value instanceof Map ? [...value] : Object.entries(value);
}

function jsonObject(source: string, value: object): Json {
  return Object.fromEntries(
    entries(value).map(([key, member]) => [String(key), toJson(source, member)]),
  );
}

/**
 * The JSON form of what an expression gave: an empty optional is null, a timestamp is ISO 8601 text, a
 * duration is text in seconds such as `300s`.
 * @throws {ExpressionError} when there is none: bytes, types, numbers that are not finite or not exact.
 */
function toJson(source: string, value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return numberFrom(source, value);
  if (value instanceof UnsignedInt) return numberFrom(source, value.value);
  if (value instanceof Optional) return toJson(source, value.orValue(null));
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Duration) return value.toString();
  if (Array.isArray(value)) return value.map((member) => toJson(source, member));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (value instanceof Map || prototype === null || prototype === Object.prototype) {
    return jsonObject(source, value as object);
  }
  throw new ExpressionError(source, 'the result has no JSON form', { hint: 'use string(…)' });
}
