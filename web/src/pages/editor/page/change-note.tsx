import { longestNote } from '../../../../../contracts/api/pipelines.ts';
import { controlLook } from '../../../components/controls/field.tsx';
import { useEditor } from '../state/use-editor.ts';
import { texts } from '../texts.ts';

/** Asks what changed, for the list of versions, and stands in nobody's way: Enter in it saves, and so does Save without it. */
export function ChangeNote({ hasChanges, onSave }: { hasChanges: boolean; onSave: () => void }) {
  const note = useEditor((state) => state.note);
  const setNote = useEditor((state) => state.setNote);
  return (
    <input
      aria-label={texts.header.note}
      placeholder={texts.header.noteHint}
      disabled={!hasChanges}
      maxLength={longestNote}
      value={note}
      onChange={({ target }) => setNote(target.value)}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) onSave();
      }}
      className={`${controlLook} disabled:opacity-50 max-md:order-last max-md:disabled:hidden md:max-w-56`}
    />
  );
}
