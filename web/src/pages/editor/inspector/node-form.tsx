import { useMemo, useState } from 'react';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import type { PipelineNode } from '../../../../../contracts/pipelines/nodes/index.ts';
import { setInNode } from '../../../document/edits/nodes.ts';
import { nodeIn, idsIn } from '../../../document/raw.ts';
import { kindLook } from '../../../nodes/index.ts';
import { useEdits } from '../commands/use-edits.ts';
import { useModel } from '../model/model.ts';
import { problemText, problemsAt } from '../model/problem-places.ts';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import { FieldControl } from './controls/field-control.tsx';
import { formFields } from './form-fields.ts';
import type { FormField } from './form-fields.ts';
import { texts } from './texts.ts';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import { nodeBase } from '../../../../../contracts/pipelines/nodes/base.ts';
import { renameNode } from '../../../document/edits/rename.ts';
import type { PlacedProblem } from '../model/problem-places.ts';

/** The settings of one node, drawn from the schema of its kind. */
export function NodeForm({ index, node }: { index: number; node: PipelineNode }) {
  const { id, kind } = node;
  const { problems } = useModel();
  const { edit } = useEdits();
  const raw = useEditor(({ history }) => nodeIn(history.present.document, id));
  const { own, shared } = useMemo(() => formFields(kind), [kind]);
  const { icon: Icon, title } = kindLook(kind);
  const here = problemsAt(problems, ['nodes', index]);
  const known = new Set(['id', ...own.map(({ name }) => name), ...shared.map(({ name }) => name)]);
  const elsewhere = here.filter(({ at }) => !known.has(String(at[2])));

  const control = (field: FormField) => (
    <FieldControl
      key={field.name}
      field={field}
      value={isJsonObject(raw) ? raw[field.name] : undefined}
      node={id}
      path={['nodes', index, field.name]}
      problems={problemsAt(here, ['nodes', index, field.name])}
      onChange={(value) =>
        edit((document) => setInNode(document, id, [field.name], value), {
          group: `${id}.${field.name}`,
        })
      }
    />
  );

  return (
    <section aria-label={texts.node.label(id)} className="flex flex-col gap-4 p-4">
      <h2 className="flex items-center gap-2 font-semibold">
        <span className="grid size-7 place-items-center rounded-lg bg-hover">
          <Icon aria-hidden className="size-4" />
        </span>
        {title}
      </h2>
      {elsewhere.map((problem) => (
        <p key={problem.path + problem.message} className="text-bad">
          {problemText(problem)}
        </p>
      ))}
      {own.slice(0, 1).map(control)}
      <IdControl key={id} id={id} problems={problemsAt(here, ['nodes', index, 'id'])} />
      {own.slice(1).map(control)}
      <h3 className="mt-2 border-t border-line pt-4 font-semibold">{texts.node.failures}</h3>
      {shared.map(control)}
    </section>
  );
}

/** The id of a node. Another one is taken when the field is left, and everywhere that the node is read. */
function IdControl({ id, problems }: { id: string; problems: readonly PlacedProblem[] }) {
  const store = useEditorStore();
  const { edit } = useEdits();
  const [typed, setTyped] = useState(id);
  const refusal =
    typed === id ? undefined : refusalOf(typed, idsIn(store.getState().history.present.document));

  function take() {
    if (typed === id || refusal !== undefined) return;
    edit((document) => renameNode(document, id, typed), { select: { nodes: [typed], edges: [] } });
  }

  return (
    <Field
      label={texts.node.id}
      help={texts.node.idHelp}
      isRequired
      problems={refusal === undefined ? problems.map(problemText) : [refusal]}
    >
      {(control) => (
        <input
          {...control}
          value={typed}
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={take}
          onKeyDown={({ key }) => {
            if (key === 'Enter') take();
            if (key === 'Escape') setTyped(id);
          }}
          className={`${controlLook} font-mono text-[12px]`}
        />
      )}
    </Field>
  );
}

function refusalOf(id: string, taken: string[]): string | undefined {
  if (taken.includes(id)) return texts.node.idTaken(id);
  return nodeBase.id.safeParse(id).error?.issues[0]?.message;
}
