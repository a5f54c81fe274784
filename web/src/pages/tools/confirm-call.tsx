import { useState } from 'react';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog, DialogActions } from '../../components/dialogs/dialog.tsx';
import { JsonView } from '../../components/values/json-view.tsx';
import { texts } from './texts.ts';

type ConfirmCallProps = {
  name: string;
  args: JsonObject;
  isPending: boolean;
  onClose: () => void;
  /** Is given the key of this one call: confirmed twice, it is carried out once. */
  onConfirm: (key: string) => void;
};

/** Asks before something outside is changed. */
export function ConfirmCall({ name, args, isPending, onClose, onConfirm }: ConfirmCallProps) {
  const [key] = useState(() => crypto.randomUUID());
  return (
    <Dialog title={texts.try.confirmTitle(name)} isOpen onClose={onClose}>
      <p className="mb-3">{texts.try.confirmNote}</p>
      <div className="rounded-md bg-canvas p-3">
        <JsonView value={args} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>{texts.try.cancel}</Button>
        <Button look="primary" disabled={isPending} onClick={() => onConfirm(key)}>
          {isPending ? texts.try.running : texts.try.submit}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
