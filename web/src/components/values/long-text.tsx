import { lazy, Suspense, useState } from 'react';
import { texts } from './texts.ts';

type LongTextProps = {
  text: string;
  /** Names what is shown wholly, for those who do not see what the button stands below. */
  what: string;
  className?: string;
  /** Whether its signs say what are headings, lists and tables. */
  isMarkdown?: boolean;
};

const Markdown = lazy(() => import('./kinds/markdown.tsx'));

/** About what six lines hold. */
const mostCharacters = 420;
const mostLines = 6;

/** A text of which the first lines are shown until the whole is asked for. */
export function LongText({ text, what, className = '', isMarkdown = false }: LongTextProps) {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = text.length > mostCharacters || text.split('\n').length > mostLines;
  const plain = (
    <p
      className={`wrap-anywhere whitespace-pre-line ${isLong && !isWhole ? 'line-clamp-5' : ''} ${className}`}
    >
      {text.trim()}
    </p>
  );
  return (
    <div>
      {isMarkdown ? (
        // Lines of blocks cannot be counted, so these are cut by their height.
        <div className={`${isLong && !isWhole ? 'max-h-28 overflow-hidden' : ''} ${className}`}>
          <Suspense fallback={plain}>
            <Markdown text={text} />
          </Suspense>
        </div>
      ) : (
        plain
      )}
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="mt-1 rounded text-[12px] text-accent hover:underline max-md:min-h-9"
        >
          {isWhole ? texts.longText.less : texts.longText.all}
          <span className="sr-only">: {what}</span>
        </button>
      )}
    </div>
  );
}
