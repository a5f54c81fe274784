import { useState } from 'react';
import type { ReactNode } from 'react';
import { useMedia } from '../../../components/hooks/use-media.ts';
import { texts } from '../texts.ts';
import { useModel } from '../model/model.ts';
import { NodeList } from './node-list.tsx';

/** Below this width no name can be read on a canvas that is seen whole. */
const phone = '(max-width: 640px)';
const ways = ['list', 'drawing'] as const;

/** The canvas, and on a phone a list in its place, unless one asks for the drawing or there is nothing to list. */
export function PhoneCanvas({ canvas }: { canvas: ReactNode }) {
  const isPhone = useMedia(phone);
  const { drawn } = useModel();
  const [way, setWay] = useState<(typeof ways)[number]>('list');
  if (!isPhone || drawn.draft.nodes.length === 0) return canvas;
  return (
    <div className="flex h-full flex-col">
      <div
        role="group"
        aria-label={texts.list.ways}
        className="flex gap-1 border-b border-line p-2"
      >
        {ways.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={way === one}
            onClick={() => setWay(one)}
            className="min-h-11 flex-1 rounded-md text-muted aria-pressed:bg-hover aria-pressed:font-medium aria-pressed:text-text"
          >
            {texts.list[one]}
          </button>
        ))}
      </div>
      <div className="relative min-h-0 flex-1 overflow-hidden">
        {way === 'list' ? <NodeList /> : canvas}
      </div>
    </div>
  );
}
