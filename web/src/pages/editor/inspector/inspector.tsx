import { useModel } from '../model/model.ts';
import { useEditor } from '../state/use-editor.ts';
import { AnnotationForm } from './annotation-form.tsx';
import { NodeForm } from './node-form.tsx';
import { TriggerForm } from './trigger-form.tsx';
import { PipelineForm } from './pipeline-form.tsx';
import { Copy, Trash2, ArrowRight, Plus } from 'lucide-react';
import { Button } from '../../../components/controls/button.tsx';
import { useEdits } from '../commands/use-edits.ts';
import { Keys } from '../../../components/keys/key-signs.tsx';
import { annotationIn } from '../../../canvas/annotations.ts';
import { alignments } from '../../../canvas/align.ts';
import type { Alignment } from '../../../canvas/align.ts';
import { annotationTexts } from '../annotation-texts.ts';
import { texts as editorTexts } from '../texts.ts';
import { texts } from './texts.ts';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import { connect, disconnect } from '../../../document/edits/edges.ts';
import { nodeIn, portNames } from '../../../document/raw.ts';
import { edgeId } from '../../../canvas/graph.ts';
import { formText, problemsAt } from '../model/problem-places.ts';
import type { DrawnEdge } from '../model/read-model.ts';
import { useSurface } from '../state/panel.ts';

/** The settings of what is selected: a node, an edge, several of them, or the pipeline. */
export function Inspector() {
  const { drawn } = useModel();
  const selection = useEditor((state) => state.selection);
  const nodes = drawn.draft.nodes.filter(({ node }) => selection.nodes.includes(node.id));
  const triggers = drawn.draft.triggers.filter(({ trigger }) =>
    selection.nodes.includes(trigger.id),
  );
  const edges = drawn.edges.filter(({ id }) => selection.edges.includes(id));
  const [node] = nodes;
  const [edge] = edges;
  const [trigger] = triggers;
  const annotation = selection.nodes.length === 1 && annotationIn(selection.nodes[0]!);
  if (annotation) return <AnnotationForm key={selection.nodes[0]} {...annotation} />;
  if (nodes.length + triggers.length + edges.length > 1)
    return <ManyForm nodes={nodes.length + triggers.length} edges={edges.length} />;
  if (trigger) {
    return <TriggerForm key={trigger.trigger.id} index={trigger.index} trigger={trigger.trigger} />;
  }
  // Under another id it is the same form: whoever has left its id for another field stays there.
  if (node) return <NodeForm key={node.index} index={node.index} node={node.node} />;
  if (edge) return <EdgeForm key={edge.id} edge={edge} />;
  return <PipelineForm />;
}

/** What can be done with several things at once. */
function ManyForm({ nodes, edges }: { nodes: number; edges: number }) {
  const { duplicate, removeSelected, align, group } = useEdits();

  return (
    <section aria-label={texts.selection.label} className="flex flex-col gap-4 p-4">
      <h2 className="font-semibold">{texts.selection.selected(nodes, edges)}</h2>
      <div className="flex gap-2">
        {nodes > 0 && (
          <Button onClick={duplicate}>
            <Copy aria-hidden className="size-4" />
            {texts.selection.duplicate}
          </Button>
        )}
        <Button look="danger" onClick={removeSelected}>
          <Trash2 aria-hidden className="size-4" />
          {texts.selection.delete}
        </Button>
      </div>
      <div role="group" aria-label={editorTexts.align.label} className="flex flex-wrap gap-2">
        {nodes > 0 && <Button onClick={group}>{annotationTexts.group}</Button>}
        {(Object.keys(alignments) as Alignment[])
          .filter((alignment) => nodes >= alignments[alignment].least)
          .map((alignment) => (
            <Button key={alignment} onClick={() => align(alignment)}>
              {editorTexts.align[alignment]}
            </Button>
          ))}
      </div>
      <p className="text-muted">
        {texts.selection.copyBefore} <Keys combination="Mod+C" /> {texts.selection.copyAfter}
      </p>
    </section>
  );
}

/** One edge: where it leads, and through which port it leaves. */
function EdgeForm({ edge }: { edge: DrawnEdge }) {
  const { from, port, to, index } = edge;
  const { problems } = useModel();
  const { edit, removeSelected } = useEdits();
  const { openPalette } = useSurface();
  const document = useEditor(({ history }) => history.present.document);
  const ports = portNames(nodeIn(document, from));

  function leaveThrough(next: string) {
    const wanted = { from, port: next, to };
    edit((before) => connect(disconnect(before, [edge]), wanted), {
      select: { nodes: [], edges: [edgeId(wanted)] },
    });
  }

  return (
    <section aria-label={texts.edge.label} className="flex flex-col gap-4 p-4">
      <h2 className="flex items-center gap-2 font-semibold">
        {from}
        <ArrowRight aria-label={texts.edge.to} className="size-4 text-muted" />
        {to}
      </h2>
      {problemsAt(problems, ['edges', index]).map((problem) => (
        <p key={problem.path + problem.message} className="text-bad">
          {formText(problem)}
        </p>
      ))}
      <Field label={texts.edge.port} help={ports.length > 1 ? undefined : texts.edge.onlyPort}>
        {(control) => (
          <select
            {...control}
            value={port}
            onChange={({ target }) => leaveThrough(target.value)}
            className={controlLook}
          >
            {[...new Set([...ports, port])].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Field>
      <div className="flex gap-2">
        <Button onClick={() => openPalette('add')}>
          <Plus aria-hidden className="size-4" />
          {texts.edge.insert}
        </Button>
        <Button look="danger" onClick={removeSelected}>
          <Trash2 aria-hidden className="size-4" />
          {texts.edge.delete}
        </Button>
      </div>
    </section>
  );
}
