import { useState } from 'react';
import { Field, controlLook } from '../../../../components/controls/field.tsx';
import { formText } from '../../model/problem-places.ts';
import type { PlacedProblem } from '../../model/problem-places.ts';

type RenamedFieldProps = {
  label: string;
  help?: string;
  name: string;
  problems: readonly PlacedProblem[];
  /** Why another name cannot be taken; undefined where it can. */
  refusalOf: (name: string) => string | undefined;
  onRename: (name: string) => void;
};

/** A name that is read elsewhere too: another one is taken when the field is left, and Escape brings the first back. */
export function RenamedField(props: RenamedFieldProps) {
  const { label, help, name, problems, refusalOf, onRename } = props;
  const [typed, setTyped] = useState(name);
  const refusal = typed === name ? undefined : refusalOf(typed);

  function take() {
    if (typed !== name && refusal === undefined) onRename(typed);
  }

  return (
    <Field
      label={label}
      {...(help !== undefined && { help })}
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
            if (key === 'Escape') setTyped(name);
          }}
          className={`${controlLook} font-mono text-[12px]`}
        />
      )}
    </Field>
  );
}
