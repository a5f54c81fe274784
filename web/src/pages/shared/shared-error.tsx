import type { RunError } from '../../../../contracts/runs/run.ts';
import { errorWords } from '../run/inspector/error-words.ts';
import { errorTexts } from '../run/inspector/texts.ts';

/** What went wrong in a line, then what else is known, folded. */
export function SharedError({ error }: { error: RunError }) {
  const { line, rest, raw } = errorWords(error.message);
  return (
    <>
      <p className="font-medium wrap-anywhere text-bad">{line}</p>
      {rest && <p className="wrap-anywhere whitespace-pre-wrap">{rest}</p>}
      {raw !== undefined && (
        <details className="mt-1">
          <summary className="cursor-pointer text-muted">{errorTexts.details}</summary>
          <pre className="mt-1 font-mono text-[12px] wrap-anywhere whitespace-pre-wrap">{raw}</pre>
        </details>
      )}
    </>
  );
}
