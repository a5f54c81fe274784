/** Texts of the menu behind the right button of the canvas, as far as they are not those of its commands. */
export const menuTexts = {
  ofSelection: 'What can be done with the selection',
  ofCanvas: 'What can be done with the canvas',
  edit: 'Edit settings',
  addAfter: 'Add a node after this',
  addParallel: 'Add a node parallel to this',
  addHere: 'Add a node here',
  noteHere: 'Add a note here',
  duplicate: 'Duplicate',
  copy: 'Copy',
  paste: 'Paste',
  group: 'Group',
  remove: 'Delete',
  nothingToPaste: 'The clipboard holds no nodes.',
};
