import type { KeyScope } from '../../../contract/account/keys.ts';

/** Who may send a request; each route declares it. */
export interface RouteAccess {
  /** Scope that an API key needs at least. Users who signed in may do everything. */
  scope: KeyScope;
  /**
   * Limit for keys that are confined to projects: to the video (`job_id`) or the project (`project_id`) that the path
   * names, or `caller` where the service limits itself to the caller's projects. Other routes are closed to such keys.
   */
  confinedTo?: 'video' | 'project' | 'caller';
  /**
   * Only the local user, for operations on the whole installation: models, download source, local files. Users of an
   * external identity provider have no access.
   */
  localUser?: true;
  /** Whether the route stores something although `read` is enough for it. */
  stores?: true;
  /** A token that has expired is accepted, for its renewal. */
  expiredToken?: true;
}

/** Whether a route changes nothing, so that it can be sent again at any time. */
export const onlyReads = ({ scope, stores }: RouteAccess): boolean => scope === 'read' && !stores;
