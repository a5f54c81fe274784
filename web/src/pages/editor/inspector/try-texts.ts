/** Texts of trying a node alone. */
export const tryTexts = {
  label: 'Try this node',
  button: 'Try this node',
  help: 'Runs this node as it is drawn, unsaved changes included. Nodes before it keep what they gave in the chosen run; nodes after it do not run.',
  noRun: 'Run the pipeline once. You can then try this node alone, with the data of that run.',
  searching: 'Looking for a run that reached this node…',
  run: 'With the data of',
  notReached: 'None of the last runs reached this node. Run the pipeline again, or choose a run.',
  other: 'Choose another run, or run the pipeline again.',
  open: 'Open run',
  result: 'Output',
};
