import { expect, test } from 'vitest';
import { pdfOptions } from '../../../src/main/policies/pdf.ts';

test.each([
  ['US', 'Letter'],
  ['DE', 'A4'],
  ['', 'A4'],
])('a PDF in %j is on %s paper', (country, pageSize) => {
  expect(pdfOptions(country)).toMatchObject({ pageSize, preferCSSPageSize: true });
});
