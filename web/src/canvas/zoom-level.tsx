import { useStore, useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';

/** From each zoom on, how far away a card is: how large its texts must be to be read. */
const levels = [
  { from: 0.75, level: 'near' },
  { from: 0.58, level: 'far' },
  { from: 0.38, level: 'farther' },
  { from: 0.2, level: 'farthest' },
  { from: 0, level: 'outline' },
] as const;

function levelOf(zoom: number): (typeof levels)[number]['level'] {
  return levels.find(({ from }) => zoom >= from)?.level ?? 'outline';
}

/** Says on the canvas's element from how far it is looked at: the style sheet then fades what is too small. */
export function ZoomLevel() {
  const level = useStore(({ transform }) => levelOf(transform[2]));
  const store = useStoreApi();
  useEffect(() => {
    const { domNode } = store.getState();
    domNode?.setAttribute('data-zoom', level);
  }, [level, store]);
  return null;
}
