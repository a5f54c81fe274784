import { useEffect, useRef } from 'react';
import { commands } from './commands.ts';
import type { CommandContext } from './commands.ts';
import { isTyping } from '../../../components/keys/is-typing.ts';
import { isPressed } from '../../../components/keys/keys.ts';

/** Keys do nothing of this kind while a dialog is open or a list is gone through. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;
}

/** Keys that people press as they write. */
const isWritten = (key: string) => key.length === 1 || key === 'Backspace' || key === 'Delete';

const isIn = (target: EventTarget | null, place: string) =>
  target instanceof Element && target.closest(place) !== null;

/** Runs commands by their keys, and takes what is copied, cut and pasted beside text fields as nodes. */
export function useKeys(context: CommandContext): void {
  // Whoever has clicked beside a field of the panel means to write in it, and not to change the canvas.
  const isAtPanel = useRef(false);
  useEffect(() => {
    function onPointerDown({ target }: PointerEvent) {
      isAtPanel.current = isIn(target, '[data-panel]');
    }

    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || isElsewhere(event.target)) return;
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      const isMeantForPanel = isAtPanel.current && !isIn(event.target, '.canvas');
      if (isPlain && isWritten(event.key) && isMeantForPanel) return;
      const command = commands.find(
        ({ keys, isGlobal }) =>
          (isGlobal || !isTyping(event.target)) && keys.some((key) => isPressed(event, key)),
      );
      if (!command || (command.canRun && !command.canRun(context))) return;
      // Enter and Space on a button are the button's.
      if (event.key === 'Enter' && isControl(event.target)) return;
      event.preventDefault();
      command.run(context);
    }

    function onCopy(event: ClipboardEvent) {
      if (isTyping(event.target) || isElsewhere(event.target) || hasMarkedText()) return;
      const text = context.edits.copied();
      if (text === undefined) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      if (event.type === 'cut') context.edits.removeSelected();
    }

    function onPaste(event: ClipboardEvent) {
      if (isTyping(event.target) || isElsewhere(event.target)) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (context.edits.paste(text)) event.preventDefault();
    }

    document.addEventListener('pointerdown', onPointerDown, true);
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true);
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [context]);
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, summary, [role="tab"]') !== null;
}

function hasMarkedText(): boolean {
  return getSelection()?.isCollapsed === false;
}
