import type { Diagnostic } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import { texts } from '../texts.ts';

type YamlProblemsProps = { diagnostics: readonly Diagnostic[]; view: EditorView | undefined };

/** What is wrong with the text, each with its line; one that is pressed leads to it. */
export function YamlProblems({ diagnostics, view }: YamlProblemsProps) {
  if (diagnostics.length === 0 || !view) return null;

  function goTo({ from }: Diagnostic) {
    view?.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    view?.focus();
  }

  return (
    <ol
      aria-label={texts.yaml.problems}
      className="max-h-40 shrink-0 overflow-auto border-t border-line p-1 text-[12px]"
    >
      {diagnostics.map((diagnostic) => (
        <li key={`${diagnostic.from} ${diagnostic.message}`}>
          <button
            type="button"
            onClick={() => goTo(diagnostic)}
            className="flex w-full gap-2 rounded-md px-2 py-1 text-left hover:bg-hover"
          >
            <span className="shrink-0 text-muted tabular-nums">
              {texts.yaml.line(lineAt(view, diagnostic))}
            </span>
            <span className={diagnostic.severity === 'warning' ? 'text-wait' : 'text-bad'}>
              {diagnostic.message}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function lineAt({ state }: EditorView, { from }: Diagnostic): number {
  return state.doc.lineAt(Math.min(from, state.doc.length)).number;
}
