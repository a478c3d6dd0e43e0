import { expect, test } from 'vitest';
import { canonicalJson } from '../../../src/base/json/canonical-json.ts';

test('equal values give equal text', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'ü\n' }], a: 1.5 })).toBe('{"a":1.5,"b":[1,{"c":"ü\\n","d":null}]}');
  expect(canonicalJson({ a: 1, b: 2 })).toBe(canonicalJson({ b: 2, a: 1 }));
});

test('sorts keys by UTF-16 units, also those like numbers', () => {
  expect(canonicalJson({ '10': 1, '9': 2, é: 3, Z: 4 })).toBe('{"10":1,"9":2,"Z":4,"é":3}');
});

test('omits what has no JSON value, as JSON.stringify does', () => {
  expect(canonicalJson({ a: undefined, b: [undefined] })).toBe(JSON.stringify({ a: undefined, b: [undefined] }));
});
