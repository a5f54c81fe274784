import { ownWords } from '../../base/own-words.ts';

/** Names that every JavaScript object inherits, so that a record by name could not hold them. */
export const inheritedNames = ['__proto__', 'constructor', 'prototype'];

/** Words of CEL that cannot name anything. */
const celWords = [
  'as',
  'break',
  'const',
  'continue',
  'else',
  'false',
  'for',
  'function',
  'if',
].concat(
  ['import', 'in', 'let', 'loop', 'namespace', 'null', 'package', 'return', 'true', 'var'],
  ['void', 'while'],
);

const matching = (names: readonly string[]): RegExp => new RegExp(`^(?!(?:${names.join('|')})$)`);

/** The pattern of names of agents and inputs. */
export const freeName = matching(inheritedNames);

/** The pattern of names of pipelines. `new` is reserved: `/pipelines/new` is the page that creates one. */
export const freePipelineName = matching([...inheritedNames, 'new']);

/** The pattern of ids of nodes: expressions must be able to name them. */
export const freeId = matching([...inheritedNames, ...celWords, 'inputs', 'nodes', 'run']);

export const reservedName = ownWords('is a reserved name', 'choose another name');

export const notAnIdentifier = ownWords(
  'is not an identifier',
  'use letters, digits and _, not starting with a digit',
);
