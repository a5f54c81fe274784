import type { NodeRunner } from './runner.ts';
import { render } from '../payload.ts';

export const transform: NodeRunner<'transform'> = ({ value }, { scope }) => ({
  output: render(value, scope),
});
