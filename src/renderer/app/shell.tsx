import { Keyboard } from 'lucide-react';
import { useEffect } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { useLeaveWarning } from '../api/leave-warning.ts';
import { useLiveJobs } from '../api/live/live-jobs.ts';
import { onPageRequest } from '../api/page-requests.ts';
import { ClipTray } from '../features/export/clip-tray.tsx';
import { useAddFromDialog } from '../features/library/upload/add-from-dialog.ts';
import { DropTarget } from '../features/library/upload/drop-target.tsx';
import { UploadTray } from '../features/library/upload/upload-tray.tsx';
import { Bell } from '../features/notifications/bell.tsx';
import { useNewHitsCount } from '../features/search/saved/new-hits.ts';
import { NewHitsBadge } from '../features/search/saved/new-hits-badge.tsx';
import { StoryShelf } from '../features/stories/add/shelf.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';
import { HeaderExtras } from '../ui/layout/page.tsx';
import { AddVideosContext } from '../ui/lib/add-videos.ts';
import { cx } from '../ui/lib/classes.ts';
import { openOverlay } from '../ui/lib/overlays.ts';
import { useShortcuts } from '../ui/lib/shortcuts.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LibraryNotices } from './library-notices.tsx';
import { Logo } from './logo.tsx';
import { NewVersion } from './new-version.tsx';
import { NotFound } from './not-found.tsx';
import { Overlays } from './overlays.tsx';
import { PLACES } from './places.ts';
import { ROUTES } from './routes.tsx';
import { SearchButton } from './search-button.tsx';
import styles from './shell.module.css';
import { useAppText } from './text.ts';
import { useTrashNotices } from './use-trash-notices.ts';

const showKeys = () => openOverlay({ kind: 'keys' });

/** Frame of every screen: navigation rail, content, and overlays. */
export function Shell() {
  const t = useAppText();
  const [location, navigate] = useLocation();
  useLiveJobs();
  useLeaveWarning();
  useTrashNotices();
  const addVideos = useAddFromDialog();
  const newHits = useNewHitsCount();
  // Navigation from menus, notifications, and links of the desktop app.
  useEffect(() => onPageRequest((page) => navigate(page)), [navigate]);
  useShortcuts({ 'mod+k': () => openOverlay({ kind: 'search' }), '?': showKeys });
  return (
    <HeaderExtras
      value={
        <>
          <SearchButton />
          <Bell />
        </>
      }
    >
      <AddVideosContext value={addVideos}>
        <a href="#content" className={styles.skip}>
          {t('skip')}
        </a>
        <div className={styles.shell}>
          <nav className={styles.rail} aria-label={t('nav.label')}>
            <Link href="/" className={styles.logo} aria-label="Reelscope">
              <Logo />
            </Link>
            {PLACES.map(({ key, href, icon: Icon, owns }) => {
              const isHere = owns.test(location);
              return (
                <Link
                  key={href}
                  href={href}
                  className={cx(styles.place, isHere && styles.here)}
                  {...(isHere && { 'aria-current': 'page' })}
                >
                  <Icon aria-hidden size={18} strokeWidth={1.75} />
                  <span className={styles.name}>{t(key)}</span>
                  {key === 'nav.search' && newHits > 0 && (
                    <span className={styles.badge}>
                      <NewHitsBadge count={newHits} />
                    </span>
                  )}
                </Link>
              );
            })}
            <NewVersion />
            <button type="button" className={cx(styles.place, styles.last)} aria-keyshortcuts="?" onClick={showKeys}>
              <Keyboard aria-hidden size={18} strokeWidth={1.75} />
              <span className={styles.name}>{t('keys.nav')}</span>
            </button>
          </nav>
          <main id="content" tabIndex={-1} className={styles.main}>
            <ConnectionBanner />
            <LibraryNotices />
            <ErrorBoundary
              resetKey={location}
              fallback={(error, retry) => <ErrorState title={t('crash.title')} error={error} onRetry={retry} />}
            >
              <Switch>
                {ROUTES.map(({ path, page: Page }) => (
                  <Route key={path} path={path}>
                    {(params) => <Page {...params} />}
                  </Route>
                ))}
                <Route>
                  <NotFound />
                </Route>
              </Switch>
            </ErrorBoundary>
          </main>
        </div>
        <div className={styles.corner}>
          <ClipTray />
          <UploadTray />
        </div>
        <Overlays />
        <DropTarget />
        <StoryShelf />
      </AddVideosContext>
    </HeaderExtras>
  );
}
