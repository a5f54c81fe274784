import { useOnViewportChange, useReactFlow, useStore } from '@xyflow/react';
import type { FitViewOptions } from '@xyflow/react';
import { useEffect, useRef } from 'react';

/** Fits the drawing into its place again when that changes its size, until a person has moved it. */
export function KeepFitted({ options }: { options: FitViewOptions }) {
  const { fitView } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const isMoved = useRef(false);
  const isOurs = useRef(false);
  useOnViewportChange({
    onStart: () => {
      isMoved.current ||= !isOurs.current;
    },
  });
  useEffect(() => {
    if (isMoved.current || width === 0) return;
    isOurs.current = true;
    void fitView(options).finally(() => {
      isOurs.current = false;
    });
  }, [fitView, width, height, options]);
  return null;
}
