import { Globe } from 'lucide-react';
import { taintText } from './taint-text.ts';
import { texts } from './texts.ts';

type TaintMarkProps = {
  /** Whose content it is; nothing is shown without any. */
  sources: readonly string[] | undefined;
  /** What it says of them, before their names. */
  what: string;
};

/** Marks what rests on content that others wrote and nobody has checked. */
export function TaintMark({ sources = [], what }: TaintMarkProps) {
  if (sources.length === 0) return null;
  return (
    <span
      title={texts.untrusted.hint(what, sources.join(', '))}
      className="inline-flex max-w-full items-center gap-1 rounded-full bg-wait/15 px-2 py-0.5 text-[12px] font-medium text-wait"
    >
      <Globe aria-hidden className="size-3 shrink-0" />
      <span className="truncate">
        {what}: {taintText(sources)}
      </span>
    </span>
  );
}
