import type { ASTNode } from '@marcbachmann/cel-js';
import { ExpressionError } from './error.ts';
import type { ExpressionRoot } from './environment.ts';

/**
 * One place where an expression reads from a root, such as `nodes.decide.output`: `name` is the input or
 * node and `field` what is read from it, where they are written out. `optional` says that the place
 * does not fail when the name is absent (an input not given, a node that was skipped): `nodes.?decide`
 * or `has(nodes.decide)`. `fieldOptional` says the same of the field: `nodes.decide.?output`.
 */
export type ExpressionReference = {
  root: ExpressionRoot;
  name?: string;
  field?: string;
  optional: boolean;
  fieldOptional: boolean;
};

const macros = new Set(['map', 'filter', 'all', 'exists', 'exists_one']);

/** More loops in one another could keep a workflow busy for longer than Temporal allows. */
const maximumNestedMacros = 2;

type Refusal = { name: string; argumentCount?: number; reason: string; hint: string };

const clockDependent = ['Date', 'DayOfMonth', 'DayOfWeek', 'DayOfYear', 'FullYear', 'Hours'].concat(
  ['Milliseconds', 'Minutes', 'Month', 'Seconds'],
);

/** Functions whose time is unbounded, or whose answer depends on the machine. */
const refusals: Refusal[] = [
  {
    name: 'matches',
    reason: 'matches() is not available',
    hint: 'use contains(), startsWith() or split()',
  },
  {
    name: 'bind',
    reason: 'cel.bind() is not available',
    hint: 'compute the value in a transform node',
  },
  {
    name: 'getDayOfYear',
    argumentCount: 0,
    reason: 'getDayOfYear() is not available',
    hint: 'it depends on the time zone of the machine',
  },
  ...clockDependent.map((part) => ({
    name: `get${part}`,
    argumentCount: 1,
    reason: `get${part}() takes no time zone here`,
    hint: 'times are UTC',
  })),
];

const rootNamed = (name: string, roots: readonly ExpressionRoot[]) =>
  roots.find((root) => root === name);

function isLeaf(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function children(node: ASTNode): ASTNode[] {
  const found: ASTNode[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const member of value) visit(member);
    else if (!isLeaf(value) && 'op' in (value as object)) found.push(value as ASTNode);
  };
  if (node.op !== 'value') visit(node.args);
  return found;
}

/** All nodes of a syntax tree. */
export function nodesOf(node: ASTNode): ASTNode[] {
  return [node, ...children(node).flatMap(nodesOf)];
}

/** What is read next from a value: the key, where it is written out, and whether it may be absent. */
type Access = { key: string | undefined; optional: boolean };

/** The root and accesses of a chain such as `nodes.?a.output`, or undefined for another expression. */
function chainOf(
  node: ASTNode,
  roots: readonly ExpressionRoot[],
): { root: ExpressionRoot; accesses: Access[] } | undefined {
  const accesses: Access[] = [];
  let current = node;
  for (;;) {
    if (current.op === 'id') {
      const root = rootNamed(current.args, roots);
      return root && { root, accesses: accesses.toReversed() };
    }
    if (current.op === '.' || current.op === '.?') {
      accesses.push({ key: current.args[1], optional: current.op === '.?' });
    } else if (current.op === '[]' || current.op === '[?]') {
      const index = current.args[1];
      const key = index.op === 'value' && typeof index.args === 'string' ? index.args : undefined;
      accesses.push({ key, optional: current.op === '[?]' });
    } else return undefined;
    current = current.args[0];
  }
}

function referenceOf(
  { root, accesses }: { root: ExpressionRoot; accesses: Access[] },
  guarded: boolean,
): ExpressionReference {
  const survives = (index: number): boolean =>
    accesses.slice(0, index + 1).some(({ optional }) => optional) ||
    (guarded && index === accesses.length - 1);
  const [name, field] = accesses.map(({ key }) => key);
  return {
    root,
    ...(name !== undefined && { name }),
    ...(name !== undefined && field !== undefined && { field }),
    optional: survives(0),
    fieldOptional: survives(1),
  };
}

function refuse(source: string, node: ASTNode, name: string, argumentCount: number): void {
  const refusal = refusals.find(
    (entry) =>
      entry.name === name &&
      (entry.argumentCount === undefined || entry.argumentCount === argumentCount),
  );
  if (!refusal) return;
  const { reason, hint } = refusal;
  throw new ExpressionError(source, reason, { position: node.range.start, hint });
}

type Walk = {
  source: string;
  roots: readonly ExpressionRoot[];
  references: ExpressionReference[];
};

function walkMacro(walk: Walk, node: ASTNode & { op: 'rcall' }, nested: number): void {
  const [name, receiver, [variable, ...rest]] = node.args;
  if (nested >= maximumNestedMacros) {
    throw new ExpressionError(
      walk.source,
      `more than ${maximumNestedMacros} nested or chained loops`,
      {
        position: node.range.start,
        hint: 'compute a part of it in a transform node',
      },
    );
  }
  if (variable?.op === 'id' && rootNamed(variable.args, walk.roots)) {
    throw new ExpressionError(walk.source, `the variable of ${name}() hides \`${variable.args}\``, {
      position: variable.range.start,
      hint: 'give it another name',
    });
  }
  // What a loop gives may be larger than what it was given, so that a chain grows as nesting does.
  walkNode(walk, receiver, nested + 1, false);
  for (const part of rest) walkNode(walk, part, nested + 1, false);
}

function walkNode(walk: Walk, node: ASTNode, nested: number, guarded: boolean): void {
  const chain = chainOf(node, walk.roots);
  if (chain) walk.references.push(referenceOf(chain, guarded));
  if (node.op === 'rcall' && macros.has(node.args[0])) return walkMacro(walk, node, nested);
  if (node.op === 'rcall') refuse(walk.source, node, node.args[0], node.args[2].length);
  if (node.op === 'call') refuse(walk.source, node, node.args[0], node.args[1].length);
  const inHas = node.op === 'call' && node.args[0] === 'has';
  for (const child of chain ? indexesOf(node) : children(node)) {
    walkNode(walk, child, nested, inHas);
  }
}

/** The computed keys inside a chain: `nodes[inputs.which]` reads `inputs.which` too. */
function indexesOf(node: ASTNode): ASTNode[] {
  if (node.op === '.' || node.op === '.?') return indexesOf(node.args[0]);
  if (node.op === '[]' || node.op === '[?]') return [...indexesOf(node.args[0]), node.args[1]];
  return [];
}

/**
 * What a parsed expression reads, in the order written.
 * @param roots the names that it can start from and that are told of.
 * @throws {ExpressionError} when it uses what a workflow cannot allow.
 */
export function inspect(
  source: string,
  syntaxTree: ASTNode,
  roots: readonly ExpressionRoot[],
): ExpressionReference[] {
  const walk: Walk = { source, roots, references: [] };
  walkNode(walk, syntaxTree, 0, false);
  return walk.references;
}
