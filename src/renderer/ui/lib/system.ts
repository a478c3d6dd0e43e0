/** Operating system of the browser or window, for texts about what it asks. */
export type System = 'windows' | 'mac' | 'other';

export function currentSystem(platform: string = navigator.platform): System {
  if (/^win/i.test(platform)) return 'windows';
  return /^mac/i.test(platform) ? 'mac' : 'other';
}
