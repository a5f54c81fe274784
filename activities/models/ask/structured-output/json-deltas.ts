import type { ChatDelta } from '../../../../contracts/models/messages.ts';
import type { CallOptions } from '../../provider.ts';
import { createJsonEnd } from '../text-tools/json-end.ts';

type Watch = Pick<CallOptions, 'onDelta' | 'onRetry'>;

/**
 * Passes on the parts of an answer that is to be JSON. Text is passed on as it comes when it begins as a JSON object or
 * list, without the space before it and until that ends; other text (a code fence, an introduction, remarks after the
 * JSON) is held back until it is known what of it counts.
 */
export function createJsonDeltas({ onDelta, onRetry }: Watch) {
  let text = '';
  let told = '';
  let endIn = createJsonEnd(0);
  return {
    onDelta(delta: ChatDelta): void {
      if (delta.type !== 'text-delta') return onDelta?.(delta);
      text = text === '' ? delta.text.trimStart() : text + delta.text;
      if (/^[[{]/.test(text)) tell(text.slice(told.length, endIn(text)));
    },
    onRetry(): void {
      text = '';
      told = '';
      endIn = createJsonEnd(0);
      onRetry?.();
    },
    /** Tells of the rest of the answer's text, or of all of it where what was told is not its beginning. */
    finish(answer: string): void {
      const whole = answer.trimStart();
      if (!whole.startsWith(told)) {
        told = '';
        onRetry?.();
      }
      tell(whole.slice(told.length));
    },
  };

  function tell(part: string): void {
    if (part === '') return;
    told += part;
    onDelta?.({ type: 'text-delta', text: part });
  }
}
