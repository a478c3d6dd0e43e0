import { formatTimestamp } from '../../base/time.ts';
import type { ReferenceLogo } from '../../contract/analysis/brands.ts';
import type { ReferenceLogoRow } from '../../db/schema.ts';

export function toReferenceLogo({ logoId, name, width, height, createdAt }: ReferenceLogoRow): ReferenceLogo {
  return { logo_id: logoId, name, width, height, created_at: formatTimestamp(createdAt) };
}
