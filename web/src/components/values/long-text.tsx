import { useState } from 'react';
import { texts } from './texts.ts';

type LongTextProps = {
  text: string;
  /** Names what is shown wholly, for those who do not see what the button stands below. */
  what: string;
  className?: string;
};

/** About what six lines hold. */
const mostCharacters = 420;
const mostLines = 6;

/** A text of which the first lines are shown until the whole is asked for. */
export function LongText({ text, what, className = '' }: LongTextProps) {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = text.length > mostCharacters || text.split('\n').length > mostLines;
  return (
    <div>
      <p
        className={`wrap-anywhere whitespace-pre-line ${isLong && !isWhole ? 'line-clamp-5' : ''} ${className}`}
      >
        {text.trim()}
      </p>
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
