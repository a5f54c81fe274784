/** Texts of what is chosen by its name. */
export const nameTexts = {
  agentFirst: 'Choose an agent first.',
  sideEffect: 'has a side effect',
  withoutEffects: 'Allow only its other tools',
  agentEffects: (tools: readonly string[]) =>
    `This agent can use ${tools.length === 1 ? 'a tool' : 'tools'} with side effects: ${tools.join(', ')}`,
};
