import { useState } from 'react';
import type { FormEvent } from 'react';
import { saveView } from '../../api/views.ts';
import { Button } from '../../components/controls/button.tsx';
import { controlLook, Field } from '../../components/controls/field.tsx';
import { Dialog, DialogActions } from '../../components/dialogs/dialog.tsx';
import type { RunSearch } from './run-filter.ts';
import { texts } from './texts.ts';
import { useViewChange } from './use-view-change.ts';

/** Names the view that is shown, and keeps it. */
export default function NameView({ filter, onClose }: { filter: RunSearch; onClose: () => void }) {
  const [name, setName] = useState('');
  const change = useViewChange(() => saveView('runs', name.trim(), { ...filter }), onClose);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== '') change.mutate();
  }
  return (
    <Dialog title={texts.views.save} isOpen onClose={onClose}>
      <form onSubmit={onSubmit}>
        <Field label={texts.views.name} help={texts.views.help}>
          {(control) => (
            <input
              {...control}
              value={name}
              maxLength={60}
              onChange={({ target }) => setName(target.value)}
              className={controlLook}
            />
          )}
        </Field>
        <DialogActions>
          <Button onClick={onClose}>{texts.views.cancel}</Button>
          <Button type="submit" look="primary" disabled={change.isPending || name.trim() === ''}>
            {texts.views.saveNamed}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
