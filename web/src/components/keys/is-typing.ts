const textFields = 'input, textarea, select, [contenteditable="true"], [role="textbox"]';

/** Whether keys write something where they are pressed. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(textFields) !== null;
}
