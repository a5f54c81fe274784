import { useMemo } from 'react';
import type { Json } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import type { PipelineNode } from '../../../../../contracts/pipelines/nodes/index.ts';
import { setInNode } from '../../../document/edits/nodes.ts';
import { setTool, withCallShown } from '../../../document/edits/show-call.ts';
import { nodeIn } from '../../../document/raw.ts';
import { useEdits } from '../commands/use-edits.ts';
import { useModel } from '../model/model.ts';
import { formText, problemsAt } from '../model/problem-places.ts';
import { useEditor } from '../state/use-editor.ts';
import { Advanced } from './advanced.tsx';
import { FormHeading } from './form-heading.tsx';
import { FieldControl } from './controls/field-control.tsx';
import { formFields } from './form-fields.ts';
import type { FormField } from './form-fields.ts';
import { texts } from './texts.ts';
import { IdControl } from './id-control.tsx';
import { ShowCallButton } from '../problems/show-call-button.tsx';
import { TryNode } from './try-node.tsx';
import { renameNode } from '../../../document/edits/rename.ts';

/** The settings of one node, drawn from the schema of its kind. */
export function NodeForm({ index, node }: { index: number; node: PipelineNode }) {
  const { id, kind } = node;
  const { problems, warnings, catalogue } = useModel();
  const { edit } = useEdits();
  const raw = useEditor(({ history }) => nodeIn(history.present.document, id));
  const { basic, advanced } = useMemo(() => formFields(kind), [kind]);
  const here = problemsAt(problems, ['nodes', index]);
  const known = new Set(['id', ...[...basic, ...advanced].map(({ name }) => name)]);
  const elsewhere = here.filter(({ at }) => !known.has(String(at[2])));

  function setField(document: Json, name: string, value: Json | undefined): Json {
    if (kind !== 'tool' || name !== 'tool') return setInNode(document, id, [name], value);
    return withCallShown(setTool(document, id, value), id, catalogue);
  }

  const control = (field: FormField) => (
    <FieldControl
      key={field.name}
      field={field}
      value={isJsonObject(raw) ? raw[field.name] : undefined}
      node={id}
      path={['nodes', index, field.name]}
      problems={problemsAt(here, ['nodes', index, field.name])}
      onChange={(value) =>
        edit((document) => setField(document, field.name, value), {
          group: `${id}.${field.name}`,
          touches: field.name,
        })
      }
    />
  );

  return (
    <section aria-label={texts.node.label(id)} className="flex flex-col gap-4 p-4">
      <FormHeading kind={kind} />
      <TryNode id={id} />
      {elsewhere.map((problem) => (
        <p key={problem.path + problem.message} className="text-bad">
          {formText(problem)}
        </p>
      ))}
      {problemsAt(warnings, ['nodes', index]).map((warning) => (
        <div key={warning.path + warning.message} className="text-[12px]">
          <p className="text-wait">{warning.message}</p>
          <ShowCallButton node={id} warning={warning} />
        </div>
      ))}
      {basic.slice(0, 1).map(control)}
      <IdControl
        key={id}
        id={id}
        help={texts.node.idHelp}
        problems={problemsAt(here, ['nodes', index, 'id'])}
        rename={renameNode}
      />
      {basic.slice(1).map(control)}
      <Advanced
        isNeeded={advanced.some(
          ({ name }) => raw?.[name] !== undefined || here.some(({ at }) => String(at[2]) === name),
        )}
      >
        {advanced.map(control)}
      </Advanced>
    </section>
  );
}
