import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { useMedia } from '../components/hooks/use-media.ts';
import type { CardNode } from './graph.ts';

/** Long enough to see where the view goes. */
const moveMs = 180;

/** Brings cards into sight when they become the ones to look at, until a person moves the view. */
export function Follow({ ids }: { ids: readonly string[] }) {
  const { getNode, getViewport, setCenter } = useReactFlow<CardNode>();
  const store = useStoreApi();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const isLeft = useRef(false);
  useEffect(() => {
    const { domNode } = store.getState();
    const leave = () => {
      isLeft.current = true;
    };
    domNode?.addEventListener('pointerdown', leave);
    domNode?.addEventListener('wheel', leave, { passive: true });
    return () => {
      domNode?.removeEventListener('pointerdown', leave);
      domNode?.removeEventListener('wheel', leave);
    };
  }, [store]);

  const names = ids.join('\n');
  useEffect(() => {
    const cards = ids.flatMap((id) => getNode(id) ?? []);
    const { width, height } = store.getState();
    const { x, y, zoom } = getViewport();
    const isSeen = ({ position, data: { size } }: CardNode) =>
      position.x * zoom + x >= 0 &&
      position.y * zoom + y >= 0 &&
      (position.x + size.width) * zoom + x <= width &&
      (position.y + size.height) * zoom + y <= height;
    const [first] = cards;
    if (isLeft.current || !first || cards.some(isSeen)) return;
    const { position, data } = first;
    void setCenter(position.x + data.size.width / 2, position.y + data.size.height / 2, {
      zoom,
      duration: isStill ? 0 : moveMs,
    });
  }, [names]);
  return null;
}
