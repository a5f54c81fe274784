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
  /** @throws {Error} where it takes too long. */
  const run = () => script.runInContext(context, { timeout: longestMatchMs }) === true;
  return {
    // ajv tells patterns apart by it.
    toString: () => String(pattern),
    test(text) {
      if (slowTexts >= mostSlowTexts) return false;
      context['text'] = text;
      try {
        return run();
      } catch {
        // The time is the clock's: a machine that is busy with something else may have had none for it.
      }
      try {
        return run();
      } catch {
        slowTexts += 1;
        return false;
      }
    },
  };
}
// ajv asks for it.
boundedPattern.code = 'boundedPattern';
