/**
 * JSON Schema keywords for conditions between fields, which Zod's `refine` has no form for in the OpenAPI document.
 * Null counts as absent. Generators of clients skip them; validators and tests do not.
 */
export interface FieldConditions {
  if: object;
  then?: object;
  else?: object;
}

/** Matches an object that has all of these fields. */
const present = (...fields: readonly string[]) => ({
  required: fields,
  properties: Object.fromEntries(fields.map((field) => [field, { not: { type: 'null' } }])),
});

/** One of two fields, not both. */
export function exactlyOne(a: string, b: string): FieldConditions {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: present(a), then: { not: present(b) }, else: present(b) };
}

/** A field, or another one that is true. */
export function oneOrTrue(field: string, flag: string): FieldConditions {
  const isTrue = { required: [flag], properties: { [flag]: { const: true } } };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: { not: present(field) }, then: isTrue };
}

/** A flag that must not be true beside a field. */
export function notTrueWith(flag: string, field: string): FieldConditions {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: present(field), then: { properties: { [flag]: { not: { const: true } } } } };
}

/** A field, or all of several others. */
export function oneOrAll(field: string, others: readonly string[]): FieldConditions {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: { not: present(field) }, then: present(...others) };
}

/** A field that needs another one. */
export function needs(field: string, other: string): FieldConditions {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: present(field), then: present(other) };
}

/** A field that must be there unless another one has a value, and must not be then. */
export function unlessValue(field: string, other: string, value: string): FieldConditions {
  const hasValue = { properties: { [other]: { const: value } } };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: hasValue, then: { not: present(field) }, else: present(field) };
}

/** Several conditions. */
export function allOf(...conditions: readonly FieldConditions[]): FieldConditions {
  // Beside `properties`, generators would read `allOf` as types to combine.
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: {}, then: { allOf: conditions } };
}
