import { z } from 'zod';
import { backtestEnvironment } from '../trading/backtest/env.ts';
import { educationEnvironment } from '../trading/glossary/env.ts';
import { filesEnvironment } from './files/env.ts';
import { imagesEnvironment } from './images/env.ts';
import { learningEnvironment } from '../trading/learning/env.ts';
import { matrixEnvironment } from './matrix/env.ts';
import { networkEnvironment } from '../network/env.ts';
import { queryEnvironment } from './query/env.ts';
import { searchEnvironment } from './search/env.ts';
import { sshEnvironment } from './ssh/env.ts';

/** The settings of the tools of the web, of education, of research and of the system. */
export const outsideEnvironment = z.object({
  ...networkEnvironment.shape,
  ...searchEnvironment.shape,
  ...filesEnvironment.shape,
  ...matrixEnvironment.shape,
  ...queryEnvironment.shape,
  ...sshEnvironment.shape,
  ...educationEnvironment.shape,
  ...imagesEnvironment.shape,
  ...backtestEnvironment.shape,
  ...learningEnvironment.shape,
});
export type OutsideEnvironment = z.output<typeof outsideEnvironment>;
