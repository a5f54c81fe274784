import { createContext, Script } from 'node:vm';

const longestMatchMs = 100;

const mostSlowTexts = 5;

type BoundedPattern = { test(text: string): boolean; toString(): string };

const script = new Script('pattern.test(text)');

/**
 * A regular expression whose test ends: patterns come from users, and one such as `(a+)+$` can run for ever. A text that
 * takes longer than 100 ms twice does not match; after five of them, none does.
 * @throws {SyntaxError} for what is no regular expression.
 */
export function boundedPattern(source: string, flags: string): BoundedPattern {
  const pattern = new RegExp(source, flags);
  const context = createContext({ pattern, text: '' });
  let slowTexts = 0;
  return {
    // ajv tells patterns apart by it.
    toString: () => String(pattern),
    test(text) {
      if (slowTexts >= mostSlowTexts) return false;
      context['text'] = text;
      for (let tried = 0; tried < 2; tried += 1) {
        try {
          return script.runInContext(context, { timeout: longestMatchMs }) === true;
        } catch {
          // The time is the clock's: a machine that is busy with something else may have had none for it.
        }
      }
      slowTexts += 1;
      return false;
    },
  };
}
// ajv asks for it.
boundedPattern.code = 'boundedPattern';
