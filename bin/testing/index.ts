export { openTestBaton } from './open-test-baton.ts';
export type { Outcome, TestBaton } from './open-test-baton.ts';
export type { Answer, Asked, Script } from './scripted-model.ts';
