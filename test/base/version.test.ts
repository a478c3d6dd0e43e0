import { expect, it } from 'vitest';
import { isUpdate, isVersion } from '../../src/base/version.ts';

it.each([
  // Section 11 of the specification.
  [
    'prereleases',
    ['alpha', 'alpha.1', 'alpha.beta', 'beta', 'beta.2', 'beta.11', 'rc.1'].map((name) => `1.0.0-${name}`),
  ],
  ['releases', ['0.9.9', '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0']],
])('orders %s as Semantic Versioning does', (_, order) => {
  for (const [a, version] of order.entries())
    for (const [b, other] of order.entries()) expect(isUpdate(version, other), `${version} over ${other}`).toBe(a > b);
});

it('offers prereleases only to those who run one', () => {
  expect(isUpdate('2.0.0-beta.1', '1.9.0')).toBe(false);
  expect(isUpdate('2.0.0-beta.2', '2.0.0-beta.1')).toBe(true);
  expect(isUpdate('2.0.0', '2.0.0-beta.2')).toBe(true);
  expect(isUpdate('v1.2.0', '1.1.9')).toBe(true);
  // Build metadata has no precedence.
  expect(isUpdate('1.2.0+2', '1.2.0+1')).toBe(false);
});

it('knows text that is no version', () => {
  for (const text of ['', '1', '1.2', '1.2.3.4', '01.2.3', '1.2.3-', 'latest', '1.2.3 ', '9999999999.0.0', '1.2.3-é'])
    expect([text, isVersion(text), isUpdate(text, '0.0.1')]).toEqual([text, false, false]);
  expect(['0.1.0', 'v10.20.30', '1.0.0-rc.1+build.5'].every(isVersion)).toBe(true);
});
