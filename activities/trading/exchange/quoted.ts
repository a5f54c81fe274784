import { Decimal } from '../../base/decimal.ts';

export type Quoted = { price: Decimal; /** The time of its market. */ now: string };
