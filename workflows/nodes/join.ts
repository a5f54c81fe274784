import type { NodeRunner } from './runner.ts';

export const join: NodeRunner<'join'> = (_node, { arrived }) => ({ output: arrived });
