import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { canonicalJson } from '../../../../../../contracts/base/json.ts';
import { switchKind } from '../../../../../../contracts/pipelines/nodes/switch.ts';
import { Button } from '../../../../components/controls/button.tsx';
import { Field, controlLook } from '../../../../components/controls/field.tsx';
import { SelectField } from '../../../../components/controls/select-field.tsx';
import { renameCase } from '../../../../document/edits/cases.ts';
import type { SwitchCase } from '../../../../document/edits/cases.ts';
import type { Path } from '../../../../document/path.ts';
import { nodeIn, portNames } from '../../../../document/raw.ts';
import { useEdits } from '../../commands/use-edits.ts';
import { formText, problemsAt } from '../../model/problem-places.ts';
import type { PlacedProblem } from '../../model/problem-places.ts';
import { useEditorStore } from '../../state/use-editor.ts';
import { plainField } from '../form-fields.ts';
import { readValue, textOfValue } from '../template-text.ts';
import { caseTexts } from './case-texts.ts';
import { FailedNote } from './failed-note.tsx';
import { RenamedField } from './renamed-field.tsx';
import { ExpressionControl } from './template-controls.tsx';
import { useTyped } from './use-typed.ts';

const ways = Object.entries(caseTexts.ways) as ['is' | 'when', string][];

type CaseRowProps = {
  of: SwitchCase;
  node: string;
  path: Path;
  problems: readonly PlacedProblem[];
  onChange: (changed: SwitchCase) => void;
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
  onRemove: () => void;
};

/** One case: its port, and the value or the condition for which it is taken. */
export function CaseRow(props: CaseRowProps) {
  const { of, node, path, problems, onChange, onMoveUp, onMoveDown, onRemove } = props;
  const { port, is, when, ...rest } = of;
  const way = when === undefined ? 'is' : 'when';
  const own = problems.filter(({ at }) => at.length === path.length);
  const isMissing = way === 'is' && is === undefined && own.length > 0;
  return (
    <fieldset data-path={path.join('.')} className="grid gap-2 rounded-md border border-line p-2">
      <legend className="sr-only">{caseTexts.row(port)}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,11rem)] items-start gap-2">
        <CasePort
          // What was typed for another port is not this one's.
          key={port}
          node={node}
          port={port}
          problems={problemsAt(problems, [...path, 'port'])}
        />
        <SelectField
          label={caseTexts.takenIf}
          value={way}
          options={ways}
          onChange={(next) =>
            next !== way &&
            onChange(next === 'is' ? { ...rest, port } : { ...rest, port, when: '' })
          }
        />
      </div>
      {way === 'is' ? (
        <CaseValue
          value={is}
          problems={
            isMissing
              ? [caseTexts.isMissing]
              : [...own, ...problemsAt(problems, [...path, 'is'])].map(formText)
          }
          onChange={(next) =>
            onChange(next === undefined ? { ...rest, port } : { ...rest, port, is: next })
          }
        />
      ) : (
        <ExpressionControl
          field={{ ...plainField, name: 'when', label: caseTexts.when, control: 'expression' }}
          value={when}
          node={node}
          path={[...path, 'when']}
          problems={[...own, ...problemsAt(problems, [...path, 'when'])]}
          onChange={(next) => onChange({ ...rest, port, when: next ?? '' })}
        />
      )}
      <FailedNote node={node} path={[...path, way]} value={of[way]} />
      <div className="flex justify-end gap-1">
        <RowButton icon={ArrowUp} label={caseTexts.up(port)} onClick={onMoveUp} />
        <RowButton icon={ArrowDown} label={caseTexts.down(port)} onClick={onMoveDown} />
        <RowButton icon={Trash2} label={caseTexts.remove(port)} onClick={onRemove} />
      </div>
    </fieldset>
  );
}

type RowButtonProps = { icon: LucideIcon; label: string; onClick: (() => void) | undefined };

function RowButton({ icon: Icon, label, onClick }: RowButtonProps) {
  return (
    <Button
      look="quiet"
      className="px-2! max-md:min-w-11"
      aria-label={label}
      disabled={!onClick}
      onClick={onClick}
    >
      <Icon aria-hidden className="size-4" />
    </Button>
  );
}

type CasePortProps = { node: string; port: string; problems: readonly PlacedProblem[] };

/** The name of a case's port. Another one is taken when the field is left, and by the edges that leave through it. */
function CasePort({ node, port, problems }: CasePortProps) {
  const store = useEditorStore();
  const { edit } = useEdits();
  function refusalOf(wanted: string): string | undefined {
    const taken = portNames(nodeIn(store.getState().history.present.document, node));
    if (taken.includes(wanted)) return caseTexts.portTaken(wanted);
    const { port: form } = switchKind.schema.shape.cases.element.shape;
    return form.safeParse(wanted).error?.issues[0]?.message;
  }

  return (
    <RenamedField
      label={caseTexts.port}
      name={port}
      problems={problems}
      refusalOf={refusalOf}
      onRename={(name) =>
        edit((document) => renameCase(document, node, port, name), { touches: 'cases' })
      }
    />
  );
}

type CaseValueProps = {
  value: SwitchCase[string] | undefined;
  problems: readonly string[];
  onChange: (value: SwitchCase[string] | undefined) => void;
};

/** What the value of the switch is compared with. */
function CaseValue({ value, problems, onChange }: CaseValueProps) {
  const { text, setTyped, forget } = useTyped(textOfValue(value), (typed) => {
    const read = readValue(typed);
    return read === undefined || value === undefined
      ? read === value
      : canonicalJson(read) === canonicalJson(value);
  });
  return (
    <Field label={caseTexts.is} help={caseTexts.isHelp} problems={problems}>
      {(control) => (
        <input
          {...control}
          value={text}
          spellCheck={false}
          onBlur={forget}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(readValue(target.value));
          }}
          className={controlLook}
        />
      )}
    </Field>
  );
}
