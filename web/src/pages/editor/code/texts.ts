export const texts = {
  notice: (file = 'a file', isCode: boolean) =>
    isCode ? `Written in code: ${file}` : `Kept in ${file}`,
  meaning:
    'What you save here is not in the file. A deploy then refuses to replace it, or overwrites it with --force.',
  open: 'Take into the code',
  title: 'Take changes into the code',
  command: 'In the folder of the project, once the pipeline is saved:',
  whole: 'Or the whole pipeline, as it is here, as a file of its own:',
  copyCommand: 'Copy command',
  copyCode: 'Copy code',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying. Select the text instead.',
};
