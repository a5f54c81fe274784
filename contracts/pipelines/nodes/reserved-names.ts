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

/** What the name of an agent or an input matches. */
export const freeName = matching(inheritedNames);

/** What the name of a pipeline matches: `/pipelines/new` is the page that begins one. */
export const freePipelineName = matching([...inheritedNames, 'new']);

/** What the id of a node matches: expressions must be able to name it. */
export const freeId = matching([...inheritedNames, ...celWords, 'inputs', 'nodes', 'run']);

export const reservedName = ownWords('is a reserved name', 'choose another name');

export const notAnIdentifier = ownWords(
  'is not an identifier',
  'use letters, digits and _, not starting with a digit',
);
