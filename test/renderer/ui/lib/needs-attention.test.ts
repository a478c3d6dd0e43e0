import { expect, test } from 'vitest';
import type { ModuleStatus } from '../../../../src/contract/analysis/job.ts';
import { needsAttention } from '../../../../src/renderer/ui/lib/create-messages.ts';

const module = (status: ModuleStatus['status'], key?: string) =>
  ({ status, error_text: key === undefined ? null : { key } }) as ModuleStatus;

test.each([
  ['failed', undefined, true],
  ['skipped', 'reason.speech-model-missing', true],
  ['skipped', 'analysis.no-audio', false],
  ['skipped', 'analysis.no-video', false],
  ['skipped', undefined, false],
  ['completed', undefined, false],
] as const)('a type that is %s for %s needs attention: %s', (status, key, expected) => {
  expect(needsAttention(module(status, key))).toBe(expected);
});
