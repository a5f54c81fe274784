import { yaml } from '@codemirror/lang-yaml';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import type { Diagnostic } from '@codemirror/lint';
import { EditorView, lineNumbers, Decoration } from '@codemirror/view';
import { useEffect, useMemo, useState } from 'react';
import { CodeField } from '../../../components/code/code-field.tsx';
import { createLocator } from '../../../document/locate.ts';
import type { PlacedProblem } from '../model/problem-places.ts';
import { problemText } from '../model/problem-places.ts';
import { useModel } from '../model/model.ts';
import type { Snapshot } from '../state/snapshot.ts';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import { texts } from '../texts.ts';
import { StateEffect, StateField } from '@codemirror/state';
import type { DecorationSet } from '@codemirror/view';
import type { TextRange } from '../../../document/locate.ts';

/** Marks the line at which a range begins; undefined marks none. */
const setMarkedRange = StateEffect.define<TextRange | undefined>();

const line = Decoration.line({ class: 'cm-marked-node' });

const rangeMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects, state }) {
    for (const effect of effects) {
      if (!effect.is(setMarkedRange)) continue;
      if (!effect.value) return Decoration.none;
      const { from } = state.doc.lineAt(Math.min(effect.value.from, state.doc.length));
      return Decoration.set(line.range(from));
    }
    return marks.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const extensions = [yaml(), lineNumbers(), lintGutter(), rangeMark];

/** The document as YAML, with its problems where they are. What is selected on the canvas is marked. */
export function YamlView() {
  const store = useEditorStore();
  const present = useEditor(({ history }) => history.present);
  const { problems, warnings } = useModel();
  const [view, setView] = useState<EditorView>();
  const diagnostics = useDiagnostics(view, present, { problems, warnings });
  useMarkedNode(view, present);
  return (
    <div className="flex h-full flex-col">
      {present.fault && (
        <p role="status" className="border-b border-line px-3 py-2 text-bad">
          {texts.yaml.syntax(present.fault.message)}
        </p>
      )}
      <div className="min-h-0 flex-1 overflow-auto">
        <CodeField
          text={present.text}
          onChange={(text) => store.getState().editText(text)}
          onView={setView}
          label={texts.yaml.label}
          isYaml
          isInvalid={present.fault !== undefined}
          extensions={extensions}
          className="min-h-full [&_.cm-editor]:min-h-full"
        />
      </div>
      <YamlProblems diagnostics={diagnostics} view={view} />
    </div>
  );
}

function useDiagnostics(
  view: EditorView | undefined,
  present: Snapshot,
  { problems, warnings }: Found,
): Diagnostic[] {
  const found = useMemo(
    () => diagnosticsOf(present, { problems, warnings }),
    [present, problems, warnings],
  );
  useEffect(() => {
    // Problems of the text before would be at wrong places, or beyond the end.
    if (!view || view.state.doc.length !== present.text.length) return;
    view.dispatch(setDiagnostics(view.state, found));
  }, [view, present, found]);
  return found;
}

type Found = Record<'problems' | 'warnings', readonly PlacedProblem[]>;

function diagnosticsOf({ text, fault }: Snapshot, { problems, warnings }: Found): Diagnostic[] {
  if (fault) return [{ ...within(fault, text), severity: 'error', message: fault.message }];
  if (problems.length + warnings.length === 0) return [];
  const locate = createLocator(text);
  const placed = (problem: PlacedProblem, severity: Diagnostic['severity']) => ({
    ...within(locate(problem.at), text),
    severity,
    message: problemText(problem),
  });
  return [
    ...problems.map((problem) => placed(problem, 'error')),
    ...warnings.map((warning) => placed(warning, 'warning')),
  ];
}

function within({ from, to }: { from: number; to: number }, { length }: string) {
  return { from: Math.min(from, length), to: Math.min(to, length) };
}

/** Marks the node that is selected on the canvas, and brings it into view. */
function useMarkedNode(view: EditorView | undefined, present: Snapshot) {
  const selected = useEditor(({ selection }) =>
    selection.nodes.length === 1 ? selection.nodes[0] : undefined,
  );
  const { drawn } = useModel();
  const index = drawn.draft.nodes.find(({ node }) => node.id === selected)?.index;
  useEffect(() => {
    if (!view || present.fault || view.state.doc.length !== present.text.length) return;
    const range = index === undefined ? undefined : createLocator(present.text)(['nodes', index]);
    view.dispatch({ effects: setMarkedRange.of(range) });
    if (range && !view.hasFocus) {
      view.dispatch({
        effects: EditorView.scrollIntoView(range.from, { y: 'start', yMargin: 40 }),
      });
    }
    // Typing moves the node; it is followed only when another one is selected.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [view, selected]);
}

type YamlProblemsProps = { diagnostics: readonly Diagnostic[]; view: EditorView | undefined };

/** What is wrong with the text, each with its line; one that is pressed leads to it. */
function YamlProblems({ diagnostics, view }: YamlProblemsProps) {
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
