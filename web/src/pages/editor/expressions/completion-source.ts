import { autocompletion } from '@codemirror/autocomplete';
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { NameTree } from './name-tree.ts';
import { scanTemplate } from '../../../../../contracts/expressions/scan.ts';
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
  const own = Object.entries(at).map(([label, { detail }]) => ({ label, detail, apply: label }));
  const called = names.length === 0 && chain !== '' ? functionCompletions : [];
  const fitting = [...own, ...called].filter(
    ({ label }) => label.startsWith(word) && label !== word,
  );
  return fitting.length === 0 ? undefined : { from: position - word.length, options: fitting };
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

/** Where the expression begins that a position of a template is in. */
function expressionStart(text: string, position: number): number | undefined {
  const opening = text.lastIndexOf('{{', position - 1);
  if (opening < 0 || opening + 2 > position) return undefined;
  try {
    // Closed before the position, it is an expression that has ended.
    const parts = scanTemplate(text.slice(opening, position));
    return parts.length > 0 ? undefined : opening + 2;
  } catch {
    return opening + 2;
  }
}

function isInQuotes(written: string): boolean {
  const closed = written.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '');
  return /["']/.test(closed);
}

/** Completes the names of expressions as one types; `scope` is asked each time. */
export function completeNames(given: { isWhole: boolean; scope: () => NameTree }): Extension {
  function source({ state, pos, explicit }: CompletionContext): CompletionResult | null {
    const text = state.doc.toString();
    if (!explicit && !/[\w.{?]/.test(text[pos - 1] ?? '')) return null;
    const found = completionsAt(text, pos, { isWhole: given.isWhole, scope: given.scope() });
    if (!found) return null;
    // In the order in which they are known, not by their letters: the output of a node comes before its error.
    const ordered = found.options.map((option, index) => ({ ...option, boost: -index }));
    return { from: found.from, options: ordered };
  }
  // What is offered can be taken at once: fast hands press Enter as soon as they see it.
  return autocompletion({ override: [source], icons: false, interactionDelay: 0 });
}
