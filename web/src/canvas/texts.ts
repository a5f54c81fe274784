import { counted } from '../components/values/words.ts';

/** Texts of a canvas. */
export const texts = {
  note: (text: string) => `Note: ${text === '' ? 'empty' : text}`,
  emptyNote: 'Empty note',
  group: (title: string, nodes: number) => `Group ${title}, ${counted(nodes, 'node')}`,
  showBody: (title: string) => `Show what ${title} runs`,
  hideBody: (title: string) => `Hide what ${title} runs`,
};
