import { ArrowRight, Plus, Trash2 } from 'lucide-react';
import { Button } from '../../../components/controls/button.tsx';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import { connect, disconnect } from '../../../document/edits/edges.ts';
import { nodeIn, portNames } from '../../../document/raw.ts';
import { edgeId } from '../../../canvas/graph.ts';
import { useEdits } from '../commands/use-edits.ts';
import { useModel } from '../model/model.ts';
import { problemText, problemsAt } from '../model/problem-places.ts';
import type { DrawnEdge } from '../model/read-model.ts';
import { useSurface } from '../state/panel.ts';
import { useEditor } from '../state/use-editor.ts';
import { texts } from './texts.ts';

/** One edge: where it leads, and through which port it leaves. */
export function EdgeForm({ edge }: { edge: DrawnEdge }) {
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
          {problemText(problem)}
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
