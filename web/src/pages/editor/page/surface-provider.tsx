import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ViewContext, noView } from '../state/canvas-view.ts';
import type { CanvasView } from '../state/canvas-view.ts';
import { SurfaceContext } from '../state/panel.ts';
import type { AddAt, PaletteMode, Panel, PanelFocus } from '../state/panel.ts';

/** Keeps what is open around the canvas. */
export function SurfaceProvider({ panel: first, children }: { panel: Panel; children: ReactNode }) {
  const view = useRef<CanvasView>(noView);
  const [panel, revealPanel] = useState(first);
  const [isCanvasShown, showCanvas] = useState(first === 'settings');
  const [focusRequest, setFocusRequest] = useState<{ focus: PanelFocus }>();
  const [palette, setPalette] = useState<{ mode: PaletteMode; addAt: AddAt | undefined }>();
  const [isHelpOpen, showHelp] = useState(false);

  const showPanel = useCallback((next: Panel, focus: PanelFocus = 'first') => {
    revealPanel(next);
    showCanvas(false);
    setFocusRequest({ focus });
  }, []);
  const openPalette = useCallback(
    (mode: PaletteMode, addAt?: AddAt) => setPalette({ mode, addAt }),
    [],
  );
  const closePalette = useCallback(() => setPalette(undefined), []);

  const surface = useMemo(
    () => ({
      panel,
      showPanel,
      revealPanel,
      isCanvasShown,
      showCanvas,
      focusRequest,
      palette: palette?.mode,
      addAt: palette?.addAt,
      openPalette,
      closePalette,
      isHelpOpen,
      showHelp,
    }),
    [panel, showPanel, isCanvasShown, focusRequest, palette, openPalette, closePalette, isHelpOpen],
  );
  return (
    <ViewContext value={view}>
      <SurfaceContext value={surface}>{children}</SurfaceContext>
    </ViewContext>
  );
}
