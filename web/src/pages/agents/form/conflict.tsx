import type { AgentView } from '../../../../../contracts/api/index.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Ago } from '../../../components/values/time.tsx';
import type { ChangedField } from './changed-fields.ts';

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
        <p className="font-medium text-wait">Somebody else has deleted it meanwhile.</p>
        <Button className="mt-3" onClick={onReplace}>
          Make it anew
        </Button>
      </div>
    );
  }
  const { updatedBy, updatedAt } = stored;
  return (
    <div role="alert" className="mt-4 rounded-md border border-wait p-3">
      <p className="font-medium text-wait">
        {updatedBy ?? 'Somebody else'} has saved it meanwhile
        {updatedAt && (
          <>
            , <Ago instant={updatedAt} />
          </>
        )}
        . Nothing of yours is stored yet.
      </p>
      <dl className="mt-2 grid max-h-40 gap-2 overflow-auto" tabIndex={0} aria-label="Differences">
        {differences.map(({ path, label, before, after }) => (
          <div key={path}>
            <dt className="font-medium">{label}</dt>
            <Side title="Saved" text={before} />
            <Side title="Yours" text={after} />
          </div>
        ))}
      </dl>
      {differences.length === 0 && <p>It says the same as yours.</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={onMerge}>Bring both together</Button>
        <Button onClick={onTake}>Take what is saved</Button>
        <Button look="danger" onClick={onReplace}>
          Replace it with mine
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
