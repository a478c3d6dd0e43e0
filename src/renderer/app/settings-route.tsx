import { SettingsPage } from '../features/settings/page.tsx';
import { isSection } from '../features/settings/setting-list.ts';
import { NotFound } from './not-found.tsx';

/** Route of the settings; without a section in the URL, the first one. */
export function SettingsRoute({ section = 'appearance' }: { section?: string }) {
  return isSection(section) ? <SettingsPage section={section} /> : <NotFound />;
}
