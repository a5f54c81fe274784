import { autocompletion } from '@codemirror/autocomplete';
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { completionsAt } from './complete.ts';
import type { NameTree } from './name-tree.ts';

/** Completes the names of expressions as one types; `scope` is asked each time. */
export function completeNames(options: { isWhole: boolean; scope: () => NameTree }): Extension {
  function source({ state, pos, explicit }: CompletionContext): CompletionResult | null {
    const text = state.doc.toString();
    if (!explicit && !/[\w.{?]/.test(text[pos - 1] ?? '')) return null;
    const found = completionsAt(text, pos, { isWhole: options.isWhole, scope: options.scope() });
    return found ? { from: found.from, options: found.options } : null;
  }
  // What is offered can be taken at once: fast hands press Enter as soon as they see it.
  return autocompletion({ override: [source], icons: false, interactionDelay: 0 });
}
