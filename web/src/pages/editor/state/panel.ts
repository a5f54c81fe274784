import { createContext, use } from 'react';
import type { MenuPlace } from '../../../components/controls/context-menu.tsx';

/** What the panel beside the canvas shows. */
export const panels = ['settings', 'yaml', 'problems', 'versions'] as const;
export type Panel = (typeof panels)[number];

/** The first control, what has a problem, or what is at a path of the document, such as `nodes.2.args.url`. */
export type PanelFocus = 'first' | 'problem' | { at: string };

/** What the palette lists: what can be added, or where the selected node can lead. */
export type PaletteMode = 'add' | 'connect';

/** An added node's place, and what it is connected to, where that was chosen before the node was. */
export type AddAt = { place: { x: number; y: number }; from?: { id: string; port: string } };

/** What is open around the canvas. */
export type Surface = {
  panel: Panel;
  /** Shows a panel and moves the keyboard's focus into it: to its first control, or to what is asked for. */
  showPanel(panel: Panel, focus?: PanelFocus): void;
  /** Shows a panel and leaves the focus where it is. */
  revealPanel(panel: Panel): void;
  /** In a narrow window, where there is room for one of them: whether that is the canvas. */
  isCanvasShown: boolean;
  showCanvas(isShown: boolean): void;
  /** Where the focus was asked into the panel last; another object each time. */
  focusRequest: { focus: PanelFocus } | undefined;
  palette: PaletteMode | undefined;
  /** Where the palette's node goes. */
  addAt: AddAt | undefined;
  openPalette(mode: PaletteMode, addAt?: AddAt): void;
  closePalette(): void;
  /** Where the menu of what is selected is open. */
  menu: MenuPlace | undefined;
  /** @param place left out, it opens at what is selected. */
  openMenu(place?: MenuPlace): void;
  closeMenu(): void;
  /** Whether it is asked what a run needs. */
  isStartOpen: boolean;
  showStart(isOpen: boolean): void;
  isHelpOpen: boolean;
  showHelp(isOpen: boolean): void;
};

export const SurfaceContext = createContext<Surface | undefined>(undefined);

export function useSurface(): Surface {
  const surface = use(SurfaceContext);
  if (!surface) throw new Error('This component can be used only in the editor.');
  return surface;
}
