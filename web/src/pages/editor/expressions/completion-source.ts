import { autocompletion } from '@codemirror/autocomplete';
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { NameTree } from './name-tree.ts';
import { detailWith } from './presence.ts';
import { expressionStart, isInQuotes } from './expression-start.ts';
import { texts } from '../texts.ts';

/** A name that fits, and what it is. */
type Completion = { label: string; detail: string; apply: string };

/** What can be written at a position; `from` is where the word begins that it replaces. */
type Completions = { from: number; options: Completion[] };

/** A chain of names up to the cursor, the last of them perhaps incomplete. */
const chainPattern = /(?<![\w.\])"'])([A-Za-z_]\w*(?:\.\??[A-Za-z_]\w*)*(?:\.\??)?)$/;

/** Functions of the language that are of use with what nodes give. */
const functions: Record<string, string> = {
  size: texts.expressions.size,
  has: texts.expressions.has,
  string: texts.expressions.string,
  int: texts.expressions.int,
  double: texts.expressions.double,
};

/**
 * The names that fit where one writes.
 * @param options.isWhole whether the text is an expression; otherwise they are in `{{ }}` within it.
 */
export function completionsAt(
  text: string,
  position: number,
  options: { isWhole: boolean; scope: NameTree },
): Completions | undefined {
  const { isWhole, scope } = options;
  const start = isWhole ? 0 : expressionStart(text, position);
  if (start === undefined) return undefined;
  const written = text.slice(start, position);
  if (isInQuotes(written)) return undefined;
  const chain = chainPattern.exec(written)?.[1] ?? '';
  if (chain === '' && /[\w.\])"']$/.test(written)) return undefined;
  const names = chain.split('.').map((name) => name.replace(/^\?/, ''));
  const word = names.pop() ?? '';
  const at = treeAt(scope, names);
  const own = Object.entries(at).map(([label, { detail, presence }]) => ({
    label,
    detail: detailWith(detail, presence),
    apply: label,
  }));
  const called = names.length === 0 && chain !== '' ? functionCompletions : [];
  const named = [...own, ...called].filter(({ label }) => label.startsWith(word) && label !== word);
  const read = names.length === 0 ? readBeginningWith(word, scope) : [];
  // Where nothing is written yet, what most expressions are comes before how they begin.
  const fitting = chain === '' ? [...read, ...named] : [...named, ...read];
  return fitting.length === 0 ? undefined : { from: position - word.length, options: fitting };
}

/** The outputs of nodes and the inputs whose own name begins with a word. */
function readBeginningWith(word: string, { nodes, inputs }: NameTree): Completion[] {
  const whole = (names: NameTree[string] | undefined, path: (name: string) => string) =>
    Object.entries(names?.below ?? {})
      .filter(([name]) => name.startsWith(word))
      .map(([name, { detail }]) => ({ label: path(name), detail, apply: path(name) }));
  return [
    ...whole(nodes, (name) => `nodes.${name}.output`),
    ...whole(inputs, (name) => `inputs.${name}`),
  ];
}

const functionCompletions: Completion[] = Object.entries(functions).map(([label, detail]) => ({
  label,
  detail,
  apply: `${label}(`,
}));

function treeAt(scope: NameTree, names: string[]): NameTree {
  return names.reduce<NameTree>(
    (tree, name) => (Object.hasOwn(tree, name) ? (tree[name]?.below ?? {}) : {}),
    scope,
  );
}

/** Completes the names of expressions as one types; `scope` is asked each time. */
export function completeNames(given: { isWhole: boolean; scope: () => NameTree }): Extension {
  function source({ state, pos, explicit }: CompletionContext): CompletionResult | null {
    const text = state.doc.toString();
    const isBegun = /[\w.{?]$|\{\{ $/.test(text.slice(0, pos));
    if (!explicit && !isBegun) return null;
    const found = completionsAt(text, pos, { isWhole: given.isWhole, scope: given.scope() });
    if (!found) return null;
    // In the order in which they are known, not by their letters: the output of a node comes before its error.
    const ordered = found.options.map((option, index) => ({ ...option, boost: -index }));
    return { from: found.from, options: ordered };
  }
  // What is offered can be taken at once: fast hands press Enter as soon as they see it.
  return autocompletion({ override: [source], icons: false, interactionDelay: 0 });
}
