import { useMutation } from '@tanstack/react-query';
import { useMemo, useState, useId } from 'react';
import { toast } from '../../../components/notices/toast.ts';
import type { TradingGatesView } from '../../../../../contracts/trading/api/trading.ts';
import type { GateChanges, Gates } from '../../../../../contracts/trading/gates.ts';
import type { JsonObject } from '../../../../../contracts/base/json.ts';
import { setGates } from '../../api/trading.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogForm } from '../../../components/dialogs/dialog-form.tsx';
import { problemsOf } from '../../../components/schema-form/problems-at.ts';
import { schemaFields } from '../../../components/schema-form/schema-fields.ts';
import { SchemaForm } from '../../../components/schema-form/schema-form.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { useAccount } from '../account-search.ts';
import { gateSchema, keptChanges, optionalGates } from './gate-schema.ts';
import { gateTexts, gateValues, noLimit, unwritten } from './gate-fields.ts';
import { texts } from './texts.ts';
import { SchemaControl } from '../../../components/schema-form/schema-control.tsx';
import type { SchemaControlProps } from '../../../components/schema-form/schema-control.tsx';
import { Select } from '../../../components/controls/select.tsx';

/** The initial text of each choice. */
const choices = { default: '', none: noLimit, limit: unwritten };
type Choice = keyof typeof choices;

function choiceOf(text: string): Choice {
  if (text === '') return 'default';
  return text === noLimit ? 'none' : 'limit';
}

/** Asks for an optional gate: the default, no limit, or a custom limit. */
function LimitControl({ field, text, problems, onChange }: SchemaControlProps) {
  const id = useId();
  const choice = choiceOf(text);
  const { label, help = '', control } = field;
  const isList = control === 'lines';
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <Select
        id={id}
        value={choice}
        onChange={(value) => onChange(choices[value as Choice])}
        options={[
          ['default', help],
          ['none', isList ? texts.limit.allSymbols : texts.limit.none],
          ['limit', isList ? texts.limit.someSymbols : texts.limit.some],
        ]}
      />
      {choice === 'limit' && (
        <SchemaControl
          field={{
            ...field,
            label: isList ? texts.limit.symbols : texts.limit.of(label),
            help: undefined,
            isRequired: true,
          }}
          text={text === unwritten ? '' : text}
          problems={problems}
          onChange={(typed) => onChange(typed === '' ? unwritten : typed)}
        />
      )}
      {choice !== 'limit' &&
        problems.map((problem) => (
          <p key={problem} className="text-[12px] text-bad">
            {problem}
          </p>
        ))}
    </div>
  );
}

const controls = Object.fromEntries(Object.keys(optionalGates).map((name) => [name, LimitControl]));

type GatesDialogProps = {
  view: TradingGatesView & { defaults: Gates };
  onClose: () => void;
};

/** Overrides gates of the workers' settings; empty fields use the settings. */
export function GatesDialog({ view: { defaults, changes }, onClose }: GatesDialogProps) {
  const schema = useMemo(() => gateSchema(defaults), [defaults]);
  const fields = useMemo(() => schemaFields(schema), [schema]);
  const set = changes as JsonObject;
  const [filled, setFilled] = useState(() => gateTexts(fields, set));
  const [reason, setReason] = useState('');
  const account = useAccount();
  const save = useMutation({
    mutationFn: () =>
      setGates(
        { ...keptChanges(set), ...gateValues(schema, fields, filled) } as GateChanges,
        reason,
        account,
      ),
    onSuccess: () => {
      toast.success(texts.dialog.saved);
      onClose();
    },
  });
  const problems = problemsOf(save.error);
  return (
    <Dialog title={texts.dialog.title} isOpen isKept onClose={onClose}>
      <DialogForm
        save={save}
        action={texts.dialog.save}
        onClose={onClose}
        paths={fields.map(({ name }) => `gates.${name}`)}
      >
        <SchemaForm
          fields={fields}
          texts={filled}
          onChange={setFilled}
          problems={problems}
          at="gates"
          controls={controls}
        />
        <TextField
          label={texts.dialog.reason}
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
      </DialogForm>
    </Dialog>
  );
}
