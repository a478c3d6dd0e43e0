/** Functions that the desktop window offers the page beyond the browser's; absent in a browser. */
export interface DesktopBridge {
  readonly platform: string;
  /** Returns the absolute path of a dropped or selected file, for import without an upload; '' if it has none. */
  pathOf(file: unknown): string;
  /** Asks for a folder with the system's dialog. Returns its absolute path, or null if canceled. */
  pickFolder(): Promise<string | null>;
  /** Shows the source file of a video in the system's file manager. Returns false if the file is missing. */
  showInFolder(jobId: string): Promise<boolean>;
  /** Shows the log files in the system's file manager. */
  showLogs(): Promise<void>;
  notifications(): Promise<NotificationSettings>;
  setNotifications(settings: NotificationSettings): Promise<void>;
  /** Prints a report in HTML, which may hold scripts or load files but does neither, to a PDF. */
  printPdf(html: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Subscribes to page requests (`/videos/…?t=…`) from menus, notifications, and links. Returns the unsubscribe
   * function.
   */
  onShowPage(listener: (page: string) => void): () => void;
}

/** System notifications that are shown. */
export interface NotificationSettings {
  enabled: boolean;
}

/** The property of `window` that holds the {@link DesktopBridge}. */
export const BRIDGE_NAME = 'reelscope';

/**
 * Last message of a utility process. Electron may lose messages sent just before a process exits, so the process does
 * not exit on its own: the receiver of this message ends it.
 */
export const WORKER_DONE = 'reelscope:worker-done';

/** IPC channels between the preload script and the main process. */
export const BRIDGE_CHANNELS = {
  pickFolder: 'reelscope:pick-folder',
  showInFolder: 'reelscope:show-in-folder',
  showLogs: 'reelscope:show-logs',
  notifications: 'reelscope:notifications',
  setNotifications: 'reelscope:set-notifications',
  printPdf: 'reelscope:print-pdf',
  showPage: 'reelscope:show-page',
} as const;

/** Message by which a process that started the application or a server asks it to end. */
export const STOP_MESSAGE = 'reelscope-stop';
