import { given, type Search } from '../../model/address.ts';
import {
  type ExceptionRange,
  exceptionOrders,
  exceptionRanges,
  exceptionSubjects,
  defaultExceptions,
} from './exceptions.ts';

export interface ExceptionsSearch {
  readonly range?: ExceptionRange;
  readonly by?: (typeof exceptionSubjects)[number];
  readonly order?: (typeof exceptionOrders)[number];
}

export const exceptionsSearch = ({ range, by, order }: Search): ExceptionsSearch =>
  given({
    range: exceptionRanges.find((one) => one === range && one !== defaultExceptions.range),
    by: exceptionSubjects.find((one) => one === by && one !== defaultExceptions.by),
    order: exceptionOrders.find((one) => one === order && one !== defaultExceptions.order),
  });
