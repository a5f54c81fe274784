import { useEffect, useRef } from 'react';

/**
 * Moves the focus into the first field of a frame after a button in it has switched what is asked for, since the button
 * or the field is another one then. In an empty expression the cursor is between its braces.
 * @returns the frame, and what the button calls.
 */
export function useFocusOnSwitch<Frame extends HTMLElement>() {
  const frame = useRef<Frame>(null);
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    const field = frame.current?.querySelector<HTMLElement>(
      '[contenteditable="true"], input, select, [role="switch"]',
    );
    field?.focus();
    const text = field?.querySelector('.cm-line')?.firstChild;
    if (text?.textContent === '{{  }}') getSelection()?.collapse(text, 3);
  });
  return { frame, wantFocus: () => (isWanted.current = true) };
}
