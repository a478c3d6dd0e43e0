import type { UsageSummary } from '../../../contract/account/usage.ts';
import { useSession } from '../credential.ts';

/** Percentage of the quota from which it matters to everybody, as on the server. */
export const LOW_QUOTA_PERCENT = 80;
/** Issuer of the tokens of one's own installation. */
const LOCAL_ISSUER = 'reelscope:local';

/** Whether to show the quota: on a server that people sign in to, and on one's own computer once it runs low. */
export function useShowsQuota(usage: Pick<UsageSummary, 'usage_percentage'> | undefined): boolean {
  const credential = useSession((state) => state.credential);
  if (usage === undefined) return false;
  const isOwn = credential?.kind !== 'token' || issuerOf(credential.value) === LOCAL_ISSUER;
  return !isOwn || usage.usage_percentage >= LOW_QUOTA_PERCENT;
}

function issuerOf(token: string): unknown {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    return (JSON.parse(atob(payload)) as { iss?: unknown }).iss;
  } catch {
    return undefined;
  }
}
