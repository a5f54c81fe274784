import { FoldedValues } from './folded-values.tsx';
import { LongText } from './long-text.tsx';
import { memoryParts } from './memory-parts.ts';
import { texts } from './texts.ts';

/** A memory as people read it: its parts under their names, JSON in words. @param props.what names it. */
export function MemoryText({ text, what }: { text: string; what: string }) {
  return (
    <dl className="grid gap-2">
      {memoryParts(text).map(({ label, text: said, value, isCut }, index) => (
        // The parts of a stored memory never change.
        <div key={index} className="min-w-0">
          {label && <dt className="text-[12px] text-muted">{label}</dt>}
          <dd>
            {said !== '' && <LongText text={said} what={what} />}
            {value !== undefined && <FoldedValues value={value} />}
            {isCut && <p className="text-[12px] text-muted">{texts.cut}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
