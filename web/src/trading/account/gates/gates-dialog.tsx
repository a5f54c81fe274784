import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { toast } from 'sonner';
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
import { gateSchema, keptChanges, optionalGates } from './gate-schema.ts';
import { gateTexts, gateValues } from './gate-texts.ts';
import { LimitControl } from './limit-control.tsx';
import { texts } from './texts.ts';

const controls = Object.fromEntries(Object.keys(optionalGates).map((name) => [name, LimitControl]));

type GatesDialogProps = {
  view: TradingGatesView & { defaults: Gates };
  onClose: () => void;
};

/** Sets gates in place of the workers' settings; what is left empty is as these have it. */
export function GatesDialog({ view: { defaults, changes }, onClose }: GatesDialogProps) {
  const schema = useMemo(() => gateSchema(defaults), [defaults]);
  const fields = useMemo(() => schemaFields(schema), [schema]);
  const set = changes as JsonObject;
  const [filled, setFilled] = useState(() => gateTexts(fields, set));
  const [reason, setReason] = useState('');
  const save = useMutation({
    mutationFn: () =>
      setGates(
        { ...keptChanges(set), ...gateValues(schema, fields, filled) } as GateChanges,
        reason,
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
