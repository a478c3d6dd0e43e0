import { expect, it } from 'vitest';
import { failureOf, reportLine } from '../../../src/headless/analyze/batch-report.ts';

it('prints a file on one line, whatever its name', () => {
  const report = failureOf('night\n\u001b[2Jday.mp4', new Error('no such file'));
  expect(reportLine(report, 3, 12)).toBe(' 3/12  failed    night\ufffd\ufffd[2Jday.mp4  no such file');
  expect(report.file).toBe('night\n\u001b[2Jday.mp4');
});
