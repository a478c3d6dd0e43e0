import type { LogisticModel } from './logistic.ts';
export const DISSOLVE_MODEL: LogisticModel = {
  bias: -3.511,
  weights: [
    0.725, 0.617, -7.677, 3.461, -6.229, 1.228, 0.204, 8.713, -0.005, -10.187, -0.881, 5.628, -7.205, -4.621, -0.63,
    -0.093,
  ],
};
export const WIPE_MODEL: LogisticModel = {
  bias: -6.225,
  weights: [
    -0.094, 1.801, -2.808, 2.401, -1.989, 3.763, 6.767, 7.18, 1.282, 0.12, -1.378, 5.042, -11.207, -4.473, -1.618,
    -1.166,
  ],
};
