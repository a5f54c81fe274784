import { Copy } from 'lucide-react';
import { toast } from '../../../components/notices/toast.ts';
import { texts } from '../texts.ts';

/** A run's id with the button that copies it. */
export function CopyId({ id }: { id: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(id);
      toast.success(texts.copyId.copied);
    } catch {
      toast.error(texts.copyId.failed);
    }
  }
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <span className="font-mono text-[12px] wrap-anywhere">{id}</span>
      <button
        type="button"
        aria-label={texts.copyId.button}
        onClick={() => void copy()}
        className="grid size-6 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
      >
        <Copy aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
