import { useEffect, useRef, useState } from 'react';

/**
 * Moves the focus into the first field of a frame after a button in it has switched what is asked for, since the button
 * or the field is another one then. In an empty expression the cursor is between its braces.
 * @returns the frame, and what the button calls.
 */
export function useFocusOnSwitch<Frame extends HTMLElement>() {
  const frame = useRef<Frame>(null);
  // A state, as an effect of an earlier render may be run only now, when the field is not there yet.
  const [switches, setSwitches] = useState(0);
  useEffect(() => {
    if (switches === 0) return;
    const field = frame.current?.querySelector<HTMLElement>(
      '[contenteditable="true"], input, select, [role="switch"]',
    );
    field?.focus();
    const text = field?.querySelector('.cm-line')?.firstChild;
    if (text?.textContent === '{{  }}') getSelection()?.collapse(text, 3);
  }, [switches]);
  return { frame, wantFocus: () => setSwitches((before) => before + 1) };
}
