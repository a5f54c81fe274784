/** Texts of notes and groups in the editor. */
export const annotationTexts = {
  note: 'Add a note',
  group: 'Group the selection',
  newGroup: 'Group',
  noteLabel: 'Note',
  noteText: 'Text',
  noteHelp: 'Notes and groups are for people. No run reads them.',
  groupLabel: 'Group',
  groupTitle: 'Title',
  members: 'In this group',
  takeOut: (id: string) => `Take ${id} out`,
  remove: 'Remove the note',
  ungroup: 'Remove the frame',
};
