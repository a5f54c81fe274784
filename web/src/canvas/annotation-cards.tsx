import type { NodeProps } from '@xyflow/react';
import type { CSSProperties } from 'react';
import { noteLines } from './annotations.ts';
import type { GroupNode, NoteNode } from './annotations.ts';
import { texts } from './texts.ts';

const ring = 'ring-2 ring-accent ring-offset-2 ring-offset-canvas';

/** A note: text that people leave for each other, on a sheet without a border's status. */
function NoteCard({ data: { text, size }, selected }: NodeProps<NoteNode>) {
  return (
    <div
      title={text}
      className={`note size-full overflow-hidden rounded-sm bg-hover p-3 wrap-anywhere whitespace-pre-wrap ${text === '' ? 'text-muted' : ''} ${selected ? ring : ''}`}
    >
      <div className="note-text" style={noteLines(size.height) as CSSProperties}>
        {text === '' ? texts.emptyNote : text}
      </div>
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
