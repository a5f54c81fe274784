import { useState } from 'react';
import type { Json } from '../../../../../contracts/base/json.ts';
import { nodeBase } from '../../../../../contracts/pipelines/nodes/base.ts';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import { takenIds } from '../../../document/raw.ts';
import { useEdits } from '../commands/use-edits.ts';
import { formText } from '../model/problem-places.ts';
import type { PlacedProblem } from '../model/problem-places.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { texts } from './texts.ts';

type IdControlProps = {
  id: string;
  help: string;
  problems: readonly PlacedProblem[];
  rename: (document: Json, from: string, to: string) => Json;
};

/** The id of a node or a trigger. Another one is taken when the field is left, and everywhere that it is read. */
export function IdControl({ id, help, problems, rename }: IdControlProps) {
  const store = useEditorStore();
  const { edit } = useEdits();
  const [typed, setTyped] = useState(id);
  const refusal =
    typed === id
      ? undefined
      : refusalOf(typed, takenIds(store.getState().history.present.document));

  function take() {
    if (typed === id || refusal !== undefined) return;
    edit((document) => rename(document, id, typed), {
      select: { nodes: [typed], edges: [] },
      renames: id,
    });
  }

  return (
    <Field
      label={texts.node.id}
      help={help}
      isRequired
      problems={refusal === undefined ? problems.map(formText) : [refusal]}
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
