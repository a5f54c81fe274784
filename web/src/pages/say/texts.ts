import { counted } from '../../components/values/words.ts';
import type { ChangeCounts } from '../../document/compare.ts';

/** Texts of the page where one says what one wants. */
export const texts = {
  title: 'Say it',
  label: 'What do you want?',
  placeholder:
    'Every weekday at the close, compare three indices, let a bull and a bear argue, and ask me before buying',
  change: 'What should change, or what do you want to know?',
  changePlaceholder: 'Add a reviewer before the approval',
  about: (title: string) => `About ${title}`,
  failed: 'It failed with:',
  changedSince:
    'It has changed since this run. The agent is told of the version that ran; a draft is compared with the newest.',
  whyFailed: 'Why did this run fail, and how can I fix it?',
  submit: 'Write it',
  ask: 'Ask',
  again: 'Ask again',
  note: 'An agent writes a draft. You look at it first: nothing is saved or started until you do it.',
  askNote: 'An agent answers or writes a draft. Nothing is saved or started until you do it.',
  noModelNote: 'Without a model, your words find templates.',
  noModel:
    'No model is set up. To have a draft written, set the API key of a provider and restart Baton. These templates are the closest.',
  noModelFirst:
    'No model is set up. To have a draft written, set the API key of a provider and restart Baton. Until then, describe what you want and Baton shows the closest templates.',
  noMatch: 'No template matches.',
  gallery: 'All templates',
  find: 'Find templates',
  writes: 'The agent writes a draft and fixes it until it is valid.',
  watch: 'Watch it work',
  ended: 'It ended without an answer.',
  draft: 'Draft',
  explanation: 'Answer',
  refusal: 'No draft',
  problems: 'Problems of the draft',
  now: 'Now',
  asDraft: 'Draft',
  /** What a draft changes: `1 new node, 2 changed nodes, 3 removed edges`. */
  counts: ({ added, changed, removed, edges }: ChangeCounts) =>
    [
      added > 0 && counted(added, 'new node'),
      changed > 0 && counted(changed, 'changed node'),
      removed > 0 && counted(removed, 'removed node'),
      edges.added > 0 && counted(edges.added, 'new edge'),
      edges.changed > 0 && counted(edges.changed, 'changed edge'),
      edges.removed > 0 && counted(edges.removed, 'removed edge'),
    ]
      .filter(Boolean)
      .join(', '),
  picture: 'The draft as it would be drawn',
  nodes: 'Nodes of the draft',
  take: 'Open in the editor',
  takeOver: 'Discard the unsaved changes and open this draft',
  hasDraft: 'The editor has unsaved changes in this browser. Opening this draft discards them.',
  leave: 'Discard',
  takenNote: 'It opens unsaved.',
};
