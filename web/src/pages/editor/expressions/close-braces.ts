import { startCompletion } from '@codemirror/autocomplete';
import { EditorView } from '@codemirror/view';
import type { Extension } from '@codemirror/state';
import { expressionStart, isInQuotes } from './expression-start.ts';

/** What a typed character becomes: `insert` in place of what is between, and where the cursor is then. */
type Typed = { from: number; to: number; insert: string; cursor: number };

/** What a character does at a position of a template, where it does not just stand there. */
export function typedAt(text: string, position: number, character: string): Typed | undefined {
  const before = text.slice(0, position);
  const after = text.slice(position);
  if (character === '{') return opened(text, position);
  // The space that people write after `{{` is there already.
  if (character === ' ' && before.endsWith('{{ ') && after.startsWith(' }}')) {
    return { from: position, to: position, insert: '', cursor: position };
  }
  return character === '}' ? closed(text, position) : undefined;
}

/** The second brace brings those that close the expression, but not before a text that may belong into it. */
function opened(text: string, position: number): Typed | undefined {
  const isSecond = /(?:^|[^{])\{$/.test(text.slice(0, position));
  const isFree = /^(?:$|[\s"'.,;:!?)\]])/.test(text.slice(position));
  const isOutside = expressionStart(text, position) === undefined;
  if (!isSecond || !isFree || !isOutside || /^\s*\}\}/.test(text.slice(position))) return undefined;
  return { from: position, to: position, insert: '{  }}', cursor: position + 2 };
}

/** Braces that close the expression are gone through where they are there already. */
function closed(text: string, position: number): Typed | undefined {
  const start = expressionStart(text, position);
  if (start === undefined) return undefined;
  const written = text.slice(start, position);
  if (isInQuotes(written)) return undefined;
  const after = text.slice(position);
  const depth = depthOf(written);
  if (depth === -1 && written.endsWith('}') && after.startsWith('}')) {
    return { from: position, to: position, insert: '', cursor: position + 1 };
  }
  const spaces = /^ *(?=\}\})/.exec(after)?.[0];
  if (depth !== 0 || spaces === undefined) return undefined;
  const end = start + written.trimEnd().length;
  return { from: end, to: position + spaces.length, insert: ' ', cursor: end + 2 };
}

function depthOf(written: string): number {
  const unquoted = written.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '');
  return unquoted.split('{').length - unquoted.split('}').length;
}

/** Closes the braces of expressions as one types them. */
export function closeBraces(): Extension {
  return EditorView.inputHandler.of((view, from, to, character) => {
    if (from !== to || view.state.readOnly) return false;
    const typed = typedAt(view.state.doc.toString(), from, character);
    if (!typed) return false;
    change(view, typed, 'input.type');
    return true;
  });
}

function change(view: EditorView, { cursor, ...changes }: Typed, userEvent: string): void {
  view.dispatch({ changes, selection: { anchor: cursor }, scrollIntoView: true, userEvent });
}

/**
 * Offers what an expression can read, for one to choose with the mouse; in a new expression where the cursor is in none.
 * @param options.isWhole whether the text is an expression as a whole.
 * @param options.isEntered whether the cursor is where a person has put it.
 */
export function offerNames(
  view: EditorView,
  { isWhole, isEntered }: { isWhole: boolean; isEntered: boolean },
): void {
  const text = view.state.doc.toString();
  const position = isEntered ? view.state.selection.main.head : text.length;
  view.focus();
  if (isWhole) {
    view.dispatch({ selection: { anchor: position } });
  } else if (expressionStart(text, position) === undefined) {
    const insert = '{{  }}';
    change(view, { from: position, to: position, insert, cursor: position + 3 }, 'input');
  }
  startCompletion(view);
}
