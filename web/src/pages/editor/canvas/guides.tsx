import { ViewportPortal, useStore } from '@xyflow/react';
import type { Guide } from './snap.ts';

/** The lines along which a dragged card stands like others. */
export function Guides({ guides }: { guides: readonly Guide[] }) {
  const zoom = useStore(({ transform }) => transform[2]);
  if (guides.length === 0) return null;
  const thin = 1 / zoom;
  return (
    <ViewportPortal>
      {guides.map(({ axis, at, from, to }) => (
        <div
          key={`${axis} ${at}`}
          aria-hidden
          data-guide={axis}
          className="pointer-events-none absolute z-[1000] bg-accent"
          style={
            axis === 'x'
              ? { left: at, top: from, width: thin, height: to - from }
              : { left: from, top: at, width: to - from, height: thin }
          }
        />
      ))}
    </ViewportPortal>
  );
}
