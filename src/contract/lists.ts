import { z } from 'zod';

/** Maximum number of items of a page. */
export const MAX_PAGE_LIMIT = 1000;

/** Maximum length of a filter by names, in UTF-16 units. */
const MAX_FILTER_LENGTH = 200;

/** Query parameters that all lists have. */
export interface ListQuery {
  limit?: string | undefined;
  cursor?: string | undefined;
  sort?: string | undefined;
  q?: string | undefined;
}

/**
 * Query parameters of a list.
 * @param fields that it can be sorted by
 * @param limits of a list that is not returned whole by default
 */
export function listQuery<const Field extends string>(
  fields: readonly Field[],
  limits: { byDefault?: number; max?: number } = {},
) {
  const { byDefault = 'all', max = MAX_PAGE_LIMIT } = limits;
  const sorts = fields.flatMap((field) => [field, `-${field}` as const]);
  return z.object({
    limit: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1 on')
      .optional()
      .meta({ description: `Items of a page. Default ${byDefault}, clamped to ${max}.`, type: 'integer' }),
    cursor: z.string().max(4000).optional().meta({
      format: 'cursor',
      description: 'Where a page starts, from the `Link` header of the one before; valid with the same `sort`.',
    }),
    sort: z.enum(sorts).optional().meta({ description: 'Field to sort by; with `-` before it in descending order.' }),
    q: z
      .string()
      .max(MAX_FILTER_LENGTH)
      .trim()
      .optional()
      .meta({ description: 'Only items whose names contain these words, whatever their case and accents.' }),
  });
}
