import { Copy } from 'lucide-react';
import { toast } from '../notices/toast.ts';
import { texts } from './texts.ts';

/** Copies a text that stands beside it. @param props.what the text's name, such as `run ID` */
export function CopyButton({ text, what }: { text: string; what: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(texts.copy.copied(what));
    } catch {
      toast.error(texts.copy.failed(what));
    }
  }
  return (
    <button
      type="button"
      aria-label={texts.copy.button(what)}
      onClick={() => void copy()}
      className="grid size-6 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text max-md:size-11"
    >
      <Copy aria-hidden className="size-3.5" />
    </button>
  );
}
