import { expect, test } from 'vitest';
import { visibleControls } from '../../src/base/visible-controls.ts';

test.each([
  ['invoice\u202efdp.exe', 'invoice⟨U+202E⟩fdp.exe'],
  ['a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩'],
  ['bell\u0007 \u001b[31m', 'bell⟨U+0007⟩ ⟨U+001B⟩[31m'],
  ['שלום\u200f!', 'שלום\u200f!'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
])('%j is shown as %j', (text, shown) => expect(visibleControls(text)).toBe(shown));
