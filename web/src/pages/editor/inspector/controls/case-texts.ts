/** Texts of the cases of a switch. */
export const caseTexts = {
  add: 'Add case',
  row: (port: string) => `Case ${port}`,
  port: 'Port',
  portTaken: (port: string) => `this switch already has a port ${port}; choose another name`,
  takenIf: 'Taken if',
  ways: { is: 'the value is', when: 'a condition is true' },
  is: 'Value',
  isHelp: 'A text, a number, or true or false. A number as a text is in quotes: "7"',
  isMissing: 'Write the value that it is compared with',
  when: 'Condition',
  up: (port: string) => `Move ${port} up`,
  down: (port: string) => `Move ${port} down`,
  remove: (port: string) => `Delete case ${port}`,
};
