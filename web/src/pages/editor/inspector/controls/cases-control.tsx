import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../../components/controls/button.tsx';
import { Field } from '../../../../components/controls/field.tsx';
import { addCase, casesOf, removeCase } from '../../../../document/edits/cases.ts';
import { useEdits } from '../../commands/use-edits.ts';
import { formText, problemsAt } from '../../model/problem-places.ts';
import { CaseRow } from './case-row.tsx';
import { caseTexts } from './case-texts.ts';
import type { ControlProps } from './control-props.ts';
import { ValueControl } from './template-controls.tsx';

/** The cases of a switch, one below the other: the first that fits is taken. */
export function CasesControl(props: ControlProps) {
  const { field, value, node, path, problems, onChange } = props;
  const { edit } = useEdits();
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const cases = casesOf(value);
  if (cases === undefined || node === undefined) return <ValueControl {...props} />;
  const ofRows = cases.flatMap((_case, at) => problemsAt(problems, [...path, at]));

  function move(at: number, by: -1 | 1) {
    const moved = cases![at]!;
    onChange(cases!.toSpliced(at, 1).toSpliced(at + by, 0, moved));
  }

  return (
    <Field
      label={field.label}
      help={field.help}
      isRequired={field.isRequired}
      problems={problems.filter((problem) => !ofRows.includes(problem)).map(formText)}
      isGroup
    >
      {(control) => (
        <div role="group" aria-label={field.label} aria-describedby={control['aria-describedby']}>
          <ol ref={list} className="grid gap-2">
            {cases.map((one, at) => (
              // By their place: the port is what one types.
              <li key={at}>
                <CaseRow
                  of={one}
                  node={node}
                  path={[...path, at]}
                  problems={problemsAt(problems, [...path, at])}
                  onChange={(changed) => onChange(cases.toSpliced(at, 1, changed))}
                  onMoveUp={at > 0 ? () => move(at, -1) : undefined}
                  onMoveDown={at < cases.length - 1 ? () => move(at, 1) : undefined}
                  onRemove={() => {
                    edit((document) => removeCase(document, node, at), { touches: field.name });
                    add.current?.focus();
                  }}
                />
              </li>
            ))}
          </ol>
          <Button
            ref={add}
            className={cases.length > 0 ? 'mt-2' : ''}
            onClick={() => {
              edit((document) => addCase(document, node), { touches: field.name });
              requestAnimationFrame(() =>
                list.current?.querySelector<HTMLElement>('li:last-child input')?.focus(),
              );
            }}
          >
            <Plus aria-hidden className="size-4" />
            {caseTexts.add}
          </Button>
        </div>
      )}
    </Field>
  );
}
