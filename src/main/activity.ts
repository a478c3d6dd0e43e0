import { fileURLToPath } from 'node:url';
import { app, Menu, Notification, nativeImage, powerMonitor, powerSaveBlocker, Tray } from 'electron';
import type { Logger } from '../base/logger.ts';
import type { Activity, JobNews } from '../server/jobs/activity.ts';
import { jobNotification } from './policies/job-notification.ts';
import { trayMenu } from './policies/menu.ts';
import { createNewsBatch } from './policies/news-batch.ts';
import { progressDisplay } from './policies/progress.ts';
import type { MainText } from './text.ts';
import type { MainWindow } from './window.ts';

const RESOURCES = new URL('../../resources/', import.meta.url);
/** Size of the tray icon in pixels. */
const ICON_SIZE = 22;

/**
 * Icon of the tray: on macOS an outline (with one of twice its size, `@2x`) in the color of the menu bar, on Windows a
 * file of which the system takes the size for its scale.
 */
function trayIcon(): Electron.NativeImage {
  const image = (name: string) => nativeImage.createFromPath(fileURLToPath(new URL(name, RESOURCES)));
  if (process.platform === 'win32') return image('icon.ico');
  if (process.platform !== 'darwin') return image('icon.png').resize({ width: ICON_SIZE, height: ICON_SIZE });
  const outline = image('trayTemplate.png');
  outline.setTemplateImage(true);
  return outline;
}

/** Shows the queue's state in the tray, dock, and taskbar, and prevents sleep while jobs run. */
export function showActivity(activity: Activity, window: MainWindow, log: Logger, text: MainText): void {
  const tray = new Tray(trayIcon());
  tray.on('click', () => void window.show());
  let blocker: number | undefined;
  let shownLine = '';

  function update(): void {
    const { bar, badge, line, keepAwake } = progressDisplay(activity.snapshot(), text);
    window.browserWindow?.setProgressBar(bar);
    app.setBadgeCount(badge);
    if (line !== shownLine) {
      shownLine = line;
      tray.setToolTip(`Reelscope: ${line}`);
      tray.setContextMenu(Menu.buildFromTemplate(trayMenu(line, text, (page) => void window.show(page))));
    }
    if (keepAwake && blocker === undefined) blocker = powerSaveBlocker.start('prevent-app-suspension');
    if (!keepAwake && blocker !== undefined) {
      powerSaveBlocker.stop(blocker);
      blocker = undefined;
    }
  }

  activity.onChange(update);
  // System sleep pauses the worker too, and both resume together; only the display may be stale.
  powerMonitor.on('suspend', () => log.info('system suspended'));
  powerMonitor.on('resume', () => {
    log.info('system resumed');
    update();
  });
  update();
}

/**
 * Shows a notification when a video completes or fails, one for a whole batch; a click opens the video, or the list of
 * analyses.
 */
export function showNotifications(activity: Activity, window: MainWindow, isEnabled: () => boolean): void {
  /** Keeps open notifications referenced, because a garbage-collected one receives no click. */
  const open = new Set<Notification>();
  const report = (news: readonly JobNews[]) => {
    // Crashes are always reported; other notifications follow the user's settings.
    if (!Notification.isSupported() || (news[0]?.kind !== 'restarted' && !isEnabled())) return;
    const { title, body, page } = jobNotification(news, app.getLocale());
    const notification = new Notification({ title, body });
    open.add(notification);
    notification.on('click', () => void window.show(page));
    notification.on('close', () => open.delete(notification));
    notification.show();
  };
  const batch = createNewsBatch({ snapshot: activity.snapshot, report });
  activity.onNews(batch.add);
  activity.onChange(batch.update);
}
