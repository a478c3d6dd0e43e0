import type { LogisticModel } from './logistic.ts';
export const CUT_MODEL: LogisticModel = {
  bias: -18.153,
  weights: [
    -1.259, -1.521, -1.951, 4.194, 5.4, 7.565, 0.918, 0.215, -1.106, 12.137, 4.272, -1.186, -12.154, -3.234, -3.015,
  ],
};
