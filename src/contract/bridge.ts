import { z } from 'zod';

/** Functions of the desktop window for the page, in addition to a browser's; absent in a browser. */
export interface DesktopBridge {
  readonly platform: string;
  /** Absolute path of a file that was dropped or chosen, so that it can be imported without an upload; '' for none. */
  pathOf(file: unknown): string;
  /** Shows the source file of a video in the system's file manager. False when it is not there. */
  showInFolder(jobId: string): Promise<boolean>;
  /** Shows the log files in the system's file manager. */
  showLogs(): Promise<void>;
  notifications(): Promise<NotificationSettings>;
  setNotifications(settings: NotificationSettings): Promise<void>;
  /** Subscribes to pages (`/videos/…?t=…`) requested by a menu, notification, or link. @returns a function to unsubscribe */
  onShowPage(listener: (page: string) => void): () => void;
}

/** Which system notifications are shown. */
export const NotificationSettings = z.object({ enabled: z.boolean() });
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** The property of `window` that holds the {@link DesktopBridge}. */
export const BRIDGE_NAME = 'reelscope';

/**
 * The last message of a utility process. Electron may lose what is sent just before a process ends, so that the process does not
 * end itself: whoever gets this has all of it, and ends it.
 */
export const WORKER_DONE = 'reelscope:worker-done';

/** The names under which the preload script and the main process talk. */
export const BRIDGE_CHANNELS = {
  showInFolder: 'reelscope:show-in-folder',
  showLogs: 'reelscope:show-logs',
  notifications: 'reelscope:notifications',
  setNotifications: 'reelscope:set-notifications',
  showPage: 'reelscope:show-page',
} as const;
