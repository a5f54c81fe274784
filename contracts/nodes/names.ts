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

/** What the name of a pipeline, agent or input matches. */
export const freeName = matching(inheritedNames);

/** What the id of a node matches: expressions must be able to name it. */
export const freeId = matching([...inheritedNames, ...celWords, 'inputs', 'nodes', 'run']);

export const reservedMessage = 'is a reserved name: choose another name';
