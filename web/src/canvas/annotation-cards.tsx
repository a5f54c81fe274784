import type { NodeProps } from '@xyflow/react';
import type { GroupNode, NoteNode } from './annotations.ts';
import { texts } from './texts.ts';

const ring = 'ring-2 ring-accent ring-offset-2 ring-offset-canvas';

/** A note: text that people leave for each other, on a sheet without a border's status. */
function NoteCard({ data: { text }, selected }: NodeProps<NoteNode>) {
  return (
    <div
      className={`card-title size-full overflow-hidden rounded-sm bg-hover p-3 leading-[18px] wrap-anywhere whitespace-pre-wrap ${text === '' ? 'text-muted' : ''} ${selected ? ring : ''}`}
    >
      {text === '' ? texts.emptyNote : text}
    </div>
  );
}

/** A frame around cards, with its title to hold it by. */
function GroupCard({ data: { title }, selected }: NodeProps<GroupNode>) {
  return (
    <div
      className={`group-frame size-full rounded-xl border border-dashed border-line-strong ${selected ? ring : ''}`}
    >
      <span className="group-title pointer-events-auto block w-fit max-w-full cursor-grab truncate px-3 py-1 text-[15px] font-semibold text-muted">
        {title}
      </span>
    </div>
  );
}

export const annotationTypes = { note: NoteCard, frame: GroupCard };
