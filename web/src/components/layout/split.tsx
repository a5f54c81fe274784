import { PanelBottomOpen, PanelRightOpen } from 'lucide-react';
import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useStored } from '../hooks/use-stored.ts';
import { texts } from './texts.ts';

type SplitProps = {
  /** Names the size in the browser's storage. */
  name: string;
  /** `columns` are side by side, `rows` one above the other. */
  direction: 'columns' | 'rows';
  /** Names the second panel for those who do not see it. */
  label: string;
  /** The first panel grows with the window; the second keeps its size. */
  first: ReactNode;
  second: ReactNode;
  /** The second panel's size in pixels, until a person changes it. */
  initial: number;
  /** The least that each panel may have, in pixels. */
  minimum: number;
};

const keySteps: Record<string, number> = {
  ArrowLeft: 24,
  ArrowUp: 24,
  ArrowRight: -24,
  ArrowDown: -24,
};

/**
 * Two panels with a line between them that can be dragged or moved with the arrow keys; Enter or a double
 * click folds the second one away and back.
 */
export function Split(props: SplitProps) {
  const { name, direction, label, first, second, initial, minimum } = props;
  const [size, setSize] = useStored(`split:${name}`, initial);
  const [isFolded, setIsFolded] = useStored(`split:${name}:folded`, false);
  const frame = useRef<HTMLDivElement>(null);
  const isColumns = direction === 'columns';
  const shown = isFolded ? 0 : size;

  function resize(wanted: number) {
    const box = frame.current?.getBoundingClientRect();
    const all = (isColumns ? box?.width : box?.height) ?? 0;
    setIsFolded(wanted < minimum / 2);
    setSize(Math.max(minimum, Math.min(wanted, all - minimum)));
  }

  function onPointerMove({ clientX, clientY, currentTarget, pointerId }: PointerEvent) {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const box = frame.current?.getBoundingClientRect();
    if (box) resize(isColumns ? box.right - clientX : box.bottom - clientY);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = keySteps[event.key];
    if (event.key === 'Enter') setIsFolded(!isFolded);
    else if (step !== undefined) resize(shown + step);
    else return;
    event.preventDefault();
  }

  return (
    <div ref={frame} className={`relative flex size-full min-h-0 ${isColumns ? '' : 'flex-col'}`}>
      <div className="relative isolate min-h-0 min-w-0 flex-1">{first}</div>
      <div
        role="separator"
        tabIndex={0}
        aria-label={texts.split.size(label)}
        aria-orientation={isColumns ? 'vertical' : 'horizontal'}
        aria-valuenow={Math.round(shown)}
        aria-valuemin={0}
        aria-valuemax={2000}
        title={texts.split.hint}
        className={`group relative z-10 shrink-0 touch-none bg-line transition-colors hover:bg-accent focus-visible:bg-accent ${isColumns ? 'w-px cursor-col-resize before:absolute before:inset-y-0 before:-inset-x-1' : 'h-px cursor-row-resize before:absolute before:inset-x-0 before:-inset-y-1'} before:content-['']`}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={onPointerMove}
        onDoubleClick={() => setIsFolded(!isFolded)}
        onKeyDown={onKeyDown}
      />
      {isFolded && (
        <button
          type="button"
          aria-label={texts.split.show(label)}
          title={texts.split.show(label)}
          onClick={() => setIsFolded(false)}
          className={`absolute z-20 grid place-items-center rounded-md border border-line bg-raised text-muted hover:bg-hover hover:text-text ${isColumns ? 'top-3 right-2 size-7' : 'right-3 bottom-2 size-7'}`}
        >
          {isColumns ? (
            <PanelRightOpen aria-hidden className="size-4" />
          ) : (
            <PanelBottomOpen aria-hidden className="size-4" />
          )}
        </button>
      )}
      {!isFolded && (
        <div
          className="relative isolate min-h-0 min-w-0 shrink-0 overflow-hidden"
          style={isColumns ? { width: size } : { height: size }}
        >
          {second}
        </div>
      )}
    </div>
  );
}
