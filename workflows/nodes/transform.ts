import { renderTemplate } from '../../contracts/expressions.ts';
import type { NodeRunner } from './runner.ts';

export const transform: NodeRunner<'transform'> = ({ value }, { scope }) => ({
  output: renderTemplate(value, scope),
});
