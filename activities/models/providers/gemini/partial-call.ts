import { z } from 'zod';
import { mostLevels } from '../../../../contracts/base/nesting.ts';
import { readToolArguments } from '../wire/tool-arguments.ts';

/** A piece of a call's arguments, at its place. */
const partialArgument = z.looseObject({
  jsonPath: z.string(),
  stringValue: z.string().nullish(),
  numberValue: z.number().nullish(),
  boolValue: z.boolean().nullish(),
  nullValue: z.unknown().optional(),
  willContinue: z.boolean().nullish(),
});
export const partialArguments = z.array(partialArgument).nullish();

type Piece = z.output<typeof partialArgument>;
type Node = Record<string, unknown> | unknown[];

/** Puts the arguments of a call together that come in pieces, each with the path of where it belongs. */
export function createPartialCall() {
  // Without a prototype, no key means anything but itself.
  const root: Node = Object.create(null);
  let openPath: string | undefined;
  let problem: string | undefined;

  function add(piece: Piece): void {
    const { jsonPath, stringValue, numberValue, boolValue, willContinue } = piece;
    const steps = stepsOf(jsonPath);
    const isOpen = openPath === jsonPath;
    if (!steps || (openPath !== undefined && !isOpen)) {
      problem = `a piece is out of place at ${jsonPath}`;
      return;
    }
    openPath = willContinue ? jsonPath : undefined;
    const value = stringValue ?? numberValue ?? boolValue ?? null;
    if (!put(root, steps, value, isOpen)) problem = `a piece does not fit at ${jsonPath}`;
  }

  return {
    add(pieces: readonly Piece[]): void {
      for (const piece of pieces) add(piece);
    },
    /** What came, as the arguments of a call. */
    read() {
      const text = JSON.stringify(root);
      if (problem === undefined && openPath === undefined) return readToolArguments(text);
      const why = problem ?? `the answer was cut off at ${openPath}`;
      return { args: {}, argsError: `${why}: ${text.slice(0, 200)}`, argsText: text };
    },
  };
}

/** The keys and indexes of a path, such as `$.places[0].name`; undefined for a path of another kind. */
function stepsOf(path: string): (string | number)[] | undefined {
  const steps: (string | number)[] = [];
  const step = /\.([^.[\]]+)|\[(\d{1,6})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y;
  step.lastIndex = 1;
  while (step.lastIndex < path.length) {
    const match = step.exec(path);
    if (!match || steps.length >= mostLevels) return undefined;
    const [, name, index, single, double] = match;
    const quoted = (single ?? double)?.replace(/\\(.)/g, '$1');
    steps.push(name ?? quoted ?? Number(index));
  }
  return path.startsWith('$') && steps.length > 0 ? steps : undefined;
}

/** Puts a value at its place; a text that goes on is added to. False where something else is there. */
function put(root: Node, steps: (string | number)[], value: unknown, goesOn: boolean): boolean {
  const last = steps.length - 1;
  let node = root;
  for (const [at, step] of steps.entries()) {
    const inner = read(node, step);
    if (at === last) {
      if (goesOn && typeof inner === 'string' && typeof value === 'string') {
        return write(node, step, inner + value);
      }
      return inner === undefined && write(node, step, value);
    }
    const next = inner ?? (typeof steps[at + 1] === 'number' ? [] : Object.create(null));
    if (typeof next !== 'object' || next === null || !write(node, step, next)) return false;
    node = next as Node;
  }
  return false;
}

function read(node: Node, step: string | number): unknown {
  if (Array.isArray(node)) return typeof step === 'number' ? node[step] : undefined;
  return typeof step === 'string' ? node[step] : undefined;
}

/** Lists have no gaps: what was left out there cannot be known. */
function write(node: Node, step: string | number, value: unknown): boolean {
  if (Array.isArray(node) !== (typeof step === 'number')) return false;
  if (Array.isArray(node) && (step as number) > node.length) return false;
  (node as Record<string | number, unknown>)[step] = value;
  return true;
}
