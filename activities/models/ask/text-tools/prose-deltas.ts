import { scanText } from './scan-text.ts';
import type { Scan } from './scan-text.ts';
import type { IsTool } from './written-calls.ts';

/**
 * Tells of a text as it comes, but not of what may be a call: from where a call could begin, text is held back until
 * it is known to be none, with an empty text as a sign of life. White space at the end waits too, since prose before
 * a call ends without.
 * @param settings.isHeld where nothing is told before the end.
 */
export function createProseDeltas(
  settings: { isTool: IsTool; isHeld: boolean },
  tell: (text: string) => void,
) {
  const { isTool, isHeld } = settings;
  let text = '';
  let told = 0;
  let resume: Scan['resume'] = { at: 0 };
  let hasCalls = false;

  function tellUntil(end: number): void {
    if (end > told) tell(text.slice(told, end));
    told = Math.max(told, end);
  }

  function tellProse(): void {
    const scan = scanText(text, { isTool, isWhole: false }, resume);
    tellUntil(told + text.slice(told, scan.proseEnd).trimEnd().length);
    hasCalls = scan.calls.length > 0;
    ({ resume } = scan);
  }

  return {
    push(part: string): void {
      text += part;
      const toldBefore = told;
      // JSON that is open goes on without: to look would copy the whole text.
      const isInJson = resume.open?.endIn !== undefined && !/[}\]]/.test(part);
      if (!hasCalls && !isHeld && !isInJson) tellProse();
      if (told === toldBefore) tell('');
    },
    /** Tells of what was held back: it is known to hold no call. */
    release(): void {
      tellUntil(text.length);
      resume = { at: text.length };
    },
    /** Tells of what is left of `prose`, once it is known to be all of it. */
    finish(prose: string): void {
      if (prose.length > told) tell(prose.slice(told));
      told = prose.length;
    },
  };
}
