import { Globe, Pencil } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ToolView } from '../../../../contracts/api/index.ts';
import { texts } from './texts.ts';

/** What one must know of a tool before it is used: whether it changes something, and whether others write its answers. */
export function ToolLabels({ tool }: { tool: Pick<ToolView, 'sideEffect' | 'untrusted'> }) {
  const { sideEffect, untrusted } = tool;
  if (!sideEffect && !untrusted) return null;
  return (
    <span className="flex flex-wrap gap-x-3">
      {sideEffect && (
        <Label icon={Pencil} text={texts.labels.sideEffect} about={texts.labels.sideEffectHint} />
      )}
      {untrusted && (
        <Label icon={Globe} text={texts.labels.untrusted} about={texts.labels.untrustedHint} />
      )}
    </span>
  );
}

function Label({ icon: Icon, text, about }: { icon: LucideIcon; text: string; about: string }) {
  return (
    <span title={about} className="inline-flex items-center gap-1 text-[12px] text-muted">
      <Icon aria-hidden className="size-3" />
      {text}
    </span>
  );
}
