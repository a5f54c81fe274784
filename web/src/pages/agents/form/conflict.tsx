import type { AgentView } from '../../../../../contracts/api/index.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Ago } from '../../../components/values/time.tsx';
import type { ChangedField } from './changed-fields.ts';
import { texts } from '../texts.ts';

type ConflictProps = {
  /** What is stored now; undefined where it was deleted. */
  stored: AgentView | undefined;
  /** What is stored, and what the form has, where they differ. */
  differences: ChangedField[];
  /** Goes on from what is stored, with the fields that were changed here as they are here. */
  onMerge: () => void;
  onTake: () => void;
  onReplace: () => void;
};

/** Somebody else has saved the agent meanwhile: shows where both differ, and asks which one is to stay. */
export function Conflict({ stored, differences, onMerge, onTake, onReplace }: ConflictProps) {
  if (!stored) {
    return (
      <div role="alert" className="mt-4 rounded-md border border-wait p-3">
        <p className="font-medium text-wait">{texts.conflict.deleted}</p>
        <Button className="mt-3" onClick={onReplace}>
          {texts.conflict.recreate}
        </Button>
      </div>
    );
  }
  const { updatedBy, updatedAt } = stored;
  return (
    <div role="alert" className="mt-4 rounded-md border border-wait p-3">
      <p className="font-medium text-wait">
        {texts.conflict.saved(updatedBy ?? texts.conflict.someone)}
        {updatedAt && (
          <>
            , <Ago instant={updatedAt} />
          </>
        )}
        {texts.conflict.notStored}
      </p>
      <dl
        className="mt-2 grid max-h-40 gap-2 overflow-auto"
        tabIndex={0}
        aria-label={texts.conflict.differences}
      >
        {differences.map(({ path, label, before, after }) => (
          <div key={path}>
            <dt className="font-medium">{label}</dt>
            <Side title={texts.conflict.theirs} text={before} />
            <Side title={texts.conflict.yours} text={after} />
          </div>
        ))}
      </dl>
      {differences.length === 0 && <p>{texts.conflict.none}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={onMerge}>{texts.conflict.merge}</Button>
        <Button onClick={onTake}>{texts.conflict.takeTheirs}</Button>
        <Button look="danger" onClick={onReplace}>
          {texts.conflict.overwrite}
        </Button>
      </div>
    </div>
  );
}

function Side({ title, text }: { title: string; text: string }) {
  return (
    <dd className="grid grid-cols-[3.5rem_1fr] gap-x-2">
      <span className="text-muted">{title}</span>
      <span className="line-clamp-4 wrap-anywhere whitespace-pre-line">{text || 'nothing'}</span>
    </dd>
  );
}
