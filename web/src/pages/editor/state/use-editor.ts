import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { EditorState, EditorStore } from './store.ts';

export const EditorStoreContext = createContext<EditorStore | undefined>(undefined);

/** The store of the editor that a component is in. */
export function useEditorStore(): EditorStore {
  const store = use(EditorStoreContext);
  if (!store) throw new Error('This component can be used only in the editor.');
  return store;
}

/** A part of the editor's state. */
export function useEditor<Part>(part: (state: EditorState) => Part): Part {
  return useStore(useEditorStore(), part);
}
