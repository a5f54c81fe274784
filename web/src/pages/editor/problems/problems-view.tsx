import { CircleCheck } from 'lucide-react';
import { useView } from '../state/canvas-view.ts';
import { useModel } from '../model/model.ts';
import type { PlacedProblem } from '../model/problem-places.ts';
import { formWords, problemText, subjectOf } from '../model/problem-places.ts';
import { useSurface } from '../state/panel.ts';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import { ShowCallButton } from './show-call-button.tsx';
import { WithCode } from '../../../components/values/with-code.tsx';
import { texts } from '../texts.ts';

/** Every problem of the document, and what is worth a second look; each leads to what it is about. */
export function ProblemsView() {
  const { problems, warnings, drawn, catalogue } = useModel();
  const fault = useEditor(({ history }) => history.present.fault);
  const store = useEditorStore();
  const { showPanel } = useSurface();
  const view = useView();

  function lead(problem: PlacedProblem) {
    const subject = subjectOf(problem);
    const node = drawn.draft.nodes.find(({ index }) => index === subject?.index)?.node;
    const trigger = drawn.draft.triggers.find(({ index }) => index === subject?.index)?.trigger;
    const edge = drawn.edges.find(({ index }) => index === subject?.index);
    const card = subject?.list === 'triggers' ? trigger : node;
    if (subject && subject.list !== 'edges' && card) {
      store.getState().select({ nodes: [card.id], edges: [] });
      view.current.focusCard(card.id);
    } else if (subject?.list === 'edges' && edge) {
      store.getState().select({ nodes: [], edges: [edge.id] });
    } else {
      store.getState().select({ nodes: [], edges: [] });
    }
    // What cannot be drawn has no form: the text has its place.
    if (subject && !card && !edge) showPanel('yaml', 'problem');
    else showPanel('settings', { at: problem.at.join('.') });
  }

  if (fault) {
    return (
      <p className="p-4 text-bad">
        {texts.problems.syntax(fault.message)}{' '}
        <button type="button" className="underline" onClick={() => showPanel('yaml')}>
          {texts.problems.showYaml}
        </button>
      </p>
    );
  }
  const listed = { nodes: drawn.draft.nodes, onLead: lead };
  if (problems.length > 0) return <ProblemList {...listed} problems={problems} />;
  return (
    <>
      <p className="flex items-center gap-2 p-4 text-muted">
        <CircleCheck aria-hidden className="size-4 text-good" />
        {catalogue ? texts.problems.none : texts.problems.loading}
      </p>
      {warnings.length > 0 && (
        <section aria-label={texts.problems.warnings}>
          <h3 className="px-4 pt-1 font-medium">{texts.problems.warnings}</h3>
          <ProblemList {...listed} problems={warnings} isWarning />
        </section>
      )}
    </>
  );
}

type ProblemListProps = {
  problems: readonly PlacedProblem[];
  nodes: Nodes;
  isWarning?: boolean;
  onLead: (problem: PlacedProblem) => void;
};

function ProblemList({ problems, nodes, isWarning = false, onLead }: ProblemListProps) {
  return (
    <ol className="flex flex-col p-2">
      {problems.map((problem) => {
        const { message, fix } = formWords(problem);
        return (
          <li key={problem.path + problem.message}>
            <button
              type="button"
              onClick={() => onLead(problem)}
              className="w-full rounded-md px-2 py-1.5 text-left hover:bg-hover"
            >
              <span className="block font-mono text-[11px] text-muted">
                {placeText(problem, nodes)}
              </span>
              <span className={isWarning ? 'text-wait' : 'text-bad'}>
                <WithCode text={message} />
              </span>
              {fix && (
                <span className="block text-muted">
                  <WithCode text={fix} />
                </span>
              )}
              <span className="sr-only">{problemText({ message, ...(fix && { fix }) })}</span>
            </button>
            {isWarning && <Remedy warning={problem} nodes={nodes} />}
          </li>
        );
      })}
    </ol>
  );
}

/** What puts a warning right with one press, where something does. */
function Remedy({ warning, nodes }: { warning: PlacedProblem; nodes: Nodes }) {
  const id = idOf(warning, nodes);
  return id !== undefined && <ShowCallButton node={id} warning={warning} />;
}

type Nodes = { index: number; node: { id: string } }[];

/** Where a problem is, with the id of its node: `decide: task`. */
function placeText(problem: PlacedProblem, nodes: Nodes): string {
  const id = idOf(problem, nodes);
  if (id === undefined) return problem.path || texts.problems.pipeline;
  const rest = problem.at.slice(2).join('.');
  return rest ? `${id}: ${rest}` : id;
}

/** The node that a problem is of. */
function idOf(problem: PlacedProblem, nodes: Nodes): string | undefined {
  const subject = subjectOf(problem);
  return subject?.list === 'nodes'
    ? nodes.find(({ index }) => index === subject.index)?.node.id
    : undefined;
}
