import { Maximize2, Minimize2 } from 'lucide-react';
import { texts } from '../texts.ts';

type FrameToggleProps = {
  /** What the node is called. */
  title: string;
  isOpen: boolean;
  onToggle: () => void;
};

/** Shows what a node runs inside of its card, or hides it again. */
export function FrameToggle({ title, isOpen, onToggle }: FrameToggleProps) {
  const Icon = isOpen ? Minimize2 : Maximize2;
  const name = isOpen ? texts.hideBody(title) : texts.showBody(title);
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-expanded={isOpen}
      className="frame-toggle nodrag nopan ml-auto grid size-7 shrink-0 place-items-center self-center rounded-md text-muted hover:bg-hover hover:text-text"
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
