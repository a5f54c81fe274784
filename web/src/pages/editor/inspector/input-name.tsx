import { useState } from 'react';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import { renameInput } from '../../../document/edits/rename.ts';
import { objectIn } from '../../../document/raw.ts';
import { propertiesOf } from '../../../../../contracts/values/json-schema.ts';
import { useEdits } from '../commands/use-edits.ts';
import type { PlacedProblem } from '../model/problem-places.ts';
import { formText } from '../model/problem-places.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { texts } from './texts.ts';

/** The name of an input. Another one is taken when the field is left, and in every expression that reads it. */
export function InputName({
  name,
  problems,
}: {
  name: string;
  problems: readonly PlacedProblem[];
}) {
  const store = useEditorStore();
  const { edit } = useEdits();
  const [typed, setTyped] = useState<string>();
  const refusal = typed === undefined || typed === name ? undefined : refusalOf(typed);

  function refusalOf(wanted: string): string | undefined {
    const { document } = store.getState().history.present;
    if (Object.hasOwn(propertiesOf(objectIn(document, 'inputs')), wanted))
      return texts.inputs.nameTaken;
    return /^[A-Za-z_]\w*$/.test(wanted) ? undefined : texts.inputs.namePattern;
  }

  function take() {
    if (typed !== undefined && typed !== name && refusal === undefined) {
      edit((document) => renameInput(document, name, typed));
    }
    setTyped(undefined);
  }

  return (
    <Field
      label={texts.inputs.name}
      isRequired
      problems={refusal ? [refusal] : problems.map(formText)}
    >
      {(control) => (
        <input
          {...control}
          value={typed ?? name}
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={take}
          onKeyDown={({ key }) => key === 'Enter' && take()}
          className={`${controlLook} font-mono text-[12px]`}
        />
      )}
    </Field>
  );
}
