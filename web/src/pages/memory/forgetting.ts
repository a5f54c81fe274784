import type { Forget } from '../../api/memory.ts';
import { texts } from './texts.ts';

/** What is to be forgotten, in words and as the API takes it. */
export type Forgetting = { what: string; scope: Forget };

/** What is said once it is. */
export function forgottenText(count: number): string {
  return texts.forget.done(count);
}
