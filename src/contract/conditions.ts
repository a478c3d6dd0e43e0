/**
 * JSON Schema keywords for conditions between fields, which Zod's `refine` has no form for in the OpenAPI document. Null counts
 * as absent. Generators of clients skip them; validators and tests do not.
 */
export interface FieldConditions {
  if: object;
  then?: object;
  else?: object;
}

const present = (field: string) => ({ required: [field], properties: { [field]: { not: { type: 'null' } } } });

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
