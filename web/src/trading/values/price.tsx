import { Rounded } from '../../components/values/rounded.tsx';
import { price } from './price-text.ts';

/** A price as markets quote it; every digit of it where one points at it. */
export function Price({ value }: { value: number | string }) {
  return <Rounded shown={price(value)} exact={String(value)} />;
}
